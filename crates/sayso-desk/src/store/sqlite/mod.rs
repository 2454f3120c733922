//! The embedded store: one SQLite file, WAL, synchronous=FULL.
//!
//! Many processes may use the same file at once. Each appends with the number it expects, so a
//! stale one conflicts and reads again; none can overwrite another.

mod facts;
mod fault;
mod file_id;
mod forget;
mod fresh;
mod read;
mod reader;
mod roll;
mod schema;
mod settle;
mod tail;
mod view;
mod write;

use std::collections::{BTreeMap, HashSet};
use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use sayso_core::form::Draft;
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::record::Record;

use super::{Append, Found, Landing, Moved, Reader, Roll, Store, StoreError};
use fault::{fault, lost, opening_fault};
use file_id::FileId;
use fresh::Fresh;
use reader::SqliteReader;
use roll::RollFiles;
use tail::Tail;
use view::{View, one_view};
use write::Numbers;

/// Bytes of WAL that are left behind when the store is closed.
const WAL_LEFT_BEHIND: u64 = 512 * 1024;

/// More foreign facts than this are not listed one by one.
const MOVED_MOST: i64 = 4_096;

/// The embedded store.
#[derive(Debug)]
pub struct SqliteStore {
    connection: Connection,
    path: PathBuf,
    file: Option<FileId>,
    wal_path: PathBuf,
    /// None before the first commit.
    wal: Option<FileId>,
    /// Changes when another connection commits.
    data_version: i64,
    /// The last place in the log that was looked at, or written to by ourselves.
    seen: i64,
    numbers: Numbers,
    tail: Tail,
    fresh: Arc<Fresh>,
}

impl SqliteStore {
    /// Opens the file, and makes it, readable by its owner alone, when it is not there.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        make_private_file(path)?;
        let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection
            .set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
            .map_err(fault)?;
        schema::migrate(&connection)?;
        let mut store = Self {
            connection,
            file: FileId::of(path),
            wal_path: wal_of(path),
            wal: None,
            path: path.to_owned(),
            data_version: 0,
            seen: 0,
            numbers: Numbers::default(),
            tail: Tail::default(),
            fresh: Arc::default(),
        };
        store.data_version = store.read_data_version()?;
        store.seen = store.last_place()?;
        Ok(store)
    }

    fn view<T>(
        &mut self,
        read: impl FnOnce(&View<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        one_view(&self.connection, &mut self.tail, read)
    }

    /// What was written must be found again. A file that was deleted or replaced while it was in use
    /// takes all of it along, and the system does not tell.
    fn check_names(&mut self) -> Result<(), StoreError> {
        let (file, wal) = (FileId::of(&self.path), FileId::of(&self.wal_path));
        self.wal = self.wal.or(wal);
        if file.is_some() && file == self.file && wal.is_some() && wal == self.wal {
            return Ok(());
        }
        Err(lost())
    }

    fn read_data_version(&self) -> Result<i64, StoreError> {
        let mut statement = self
            .connection
            .prepare_cached("PRAGMA data_version")
            .map_err(fault)?;
        statement.query_row([], |row| row.get(0)).map_err(fault)
    }

    fn last_place(&self) -> Result<i64, StoreError> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT coalesce(max(place), 0) FROM events")
            .map_err(fault)?;
        statement.query_row([], |row| row.get(0)).map_err(fault)
    }
}

impl Drop for SqliteStore {
    /// Leaves the WAL behind for the next one, which then starts with one sync instead of three,
    /// unless it has grown so long that reading it would take longer.
    fn drop(&mut self) {
        if std::fs::metadata(&self.wal_path).is_ok_and(|wal| wal.len() > WAL_LEFT_BEHIND) {
            let _ = self
                .connection
                .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        }
    }
}

impl Store for SqliteStore {
    fn load(&mut self, session: &SessionId, after: u64) -> Result<Vec<Record>, StoreError> {
        self.view(|view| facts::records(view, session, after, usize::MAX))
    }

    fn append(
        &mut self,
        parts: &[Append],
        drafts: &[(InteractionId, Draft)],
    ) -> Result<Vec<Landing>, StoreError> {
        let (numbers, tail) = (&mut self.numbers, &mut self.tail);
        let landings = write::append(&self.connection, numbers, tail, parts, drafts)?;
        self.check_names()?;
        let last = self.numbers.last_place.cast_unsigned();
        self.fresh.add(parts, &landings, last);
        Ok(landings)
    }

    fn moved(&mut self) -> Result<Moved, StoreError> {
        let version = self.read_data_version()?;
        if version == self.data_version {
            // All up to there is ours.
            self.seen = self.seen.max(self.numbers.last_place);
            return Ok(Moved::Nothing);
        }
        let last = self.last_place()?;
        let mut statement = self
            .connection
            .prepare_cached(
                "SELECT e.place, s.session FROM events e
                 LEFT JOIN sessions s ON s.number = e.session
                 WHERE e.place > ?1 ORDER BY e.place LIMIT ?2",
            )
            .map_err(fault)?;
        let rows = statement
            .query_map((self.seen, MOVED_MOST), |row| {
                Ok((row.get(0)?, row.get::<_, Option<String>>(1)?))
            })
            .map_err(fault)?;
        let (mut count, mut seen) = (0, self.seen);
        let (mut sessions, mut forgotten) = (HashSet::new(), false);
        for row in rows {
            let (place, session) = row.map_err(fault)?;
            match session {
                Some(session) => drop(sessions.insert(SessionId::from(session))),
                None => forgotten = true,
            }
            (count, seen) = (count + 1, place);
        }
        drop(statement);
        self.data_version = version;
        if forgotten || count == MOVED_MOST {
            self.seen = last;
            return Ok(Moved::Anything);
        }
        self.seen = seen;
        Ok(Moved::These(sessions))
    }

    fn due(
        &mut self,
        now: Moment,
        most: usize,
    ) -> Result<Vec<(SessionId, InteractionId)>, StoreError> {
        read::due(&self.connection, now, most)
    }

    fn next_deadline(&mut self) -> Result<Option<Moment>, StoreError> {
        read::next_deadline(&self.connection)
    }

    fn session_of(&mut self, interaction: InteractionId) -> Result<Option<SessionId>, StoreError> {
        self.view(|view| read::session_of(view, interaction))
    }

    fn find(&mut self, interaction: InteractionId) -> Result<Option<Found>, StoreError> {
        self.view(|view| read::find(view, interaction))
    }

    fn forget(&mut self, before: Moment) -> Result<u64, StoreError> {
        self.numbers = Numbers::default();
        let forgotten = forget::forget(&mut self.connection, &mut self.tail, before);
        if forgotten.is_err() {
            self.tail = Tail::default();
        }
        forgotten
    }

    fn secrets(
        &mut self,
        interaction: InteractionId,
    ) -> Result<BTreeMap<QuestionId, String>, StoreError> {
        read::secrets(&self.connection, interaction)
    }

    fn keeps_secrets(&mut self) -> Result<bool, StoreError> {
        read::keeps_secrets(&self.connection)
    }

    fn reader(&self) -> Arc<dyn Reader> {
        Arc::new(SqliteReader::new(self.path.clone(), self.fresh.clone()))
    }

    fn roll(&self) -> Option<Box<dyn Roll>> {
        Some(Box::new(RollFiles::beside(&self.path)))
    }
}

/// The reading side of a file, without the desk; the file must be there.
pub fn reader(path: &Path) -> Result<Arc<dyn Reader>, StoreError> {
    let store = SqliteReader::new(path.to_owned(), Arc::default());
    store.check()?;
    Ok(Arc::new(store))
}

fn wal_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

fn make_private_file(path: &Path) -> Result<(), StoreError> {
    if path.exists() {
        return Ok(());
    }
    let made = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path);
    made.map(drop).map_err(|error| opening_fault(path, &error))
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(fault)?;
    connection
        .busy_timeout(Duration::from_secs(5))
        .map_err(fault)?;
    connection.set_prepared_statement_cache_capacity(64);
    // A prepared statement stays prepared, whatever is bound to it.
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)
        .map_err(fault)?;
    Ok(connection)
}
