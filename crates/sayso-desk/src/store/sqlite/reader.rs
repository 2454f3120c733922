//! The reading side: on connections of its own, beside the writer.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags, OptionalExtension};
use sayso_core::digest::Digest;
use sayso_core::form::Draft;
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::record::Record;

use super::connect;
use super::facts::{digest, last_seq, moment, number_of, records, rows, unsigned};
use super::fault::{damaged, fault, lost};
use super::file_id::FileId;
use super::fresh::Fresh;
use super::read::{count_pending, find, history, matching, number, pending, secrets, sessions};
use super::roll::RollFiles;
use super::tail::Tail;
use super::view::{View, one_view};
use super::write::key;
use crate::clock::{Clock, SystemClock};
use crate::store::{Found, HistoryEntry, Pending, Reader, RecordLine, SessionEntry, StoreError};

/// Connections kept for the next reader.
const IDLE_CONNECTIONS: usize = 8;

/// Interactions that some digits may stand for, at most.
const MATCHING: usize = 8;

/// A connection that nobody uses now, and the file that it is to.
type Idle = (Option<FileId>, Connection, Tail);

/// Reads beside the writer, on connections of its own.
#[derive(Debug)]
pub(super) struct SqliteReader {
    path: PathBuf,
    roll: RollFiles,
    fresh: Arc<Fresh>,
    idle: Mutex<Vec<Idle>>,
}

impl SqliteReader {
    pub(super) fn new(path: PathBuf, fresh: Arc<Fresh>) -> Self {
        Self {
            roll: RollFiles::beside(&path),
            fresh,
            path,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// Whether the file can be read at all.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        self.with(|_| Ok(()))
    }

    fn with<T>(
        &self,
        read: impl FnOnce(&View<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let file = FileId::of(&self.path);
        let mut idle = self.lock();
        if file.is_none() && !idle.is_empty() {
            return Err(lost());
        }
        // One to a file that was deleted or replaced tells of what is no more.
        let kept = idle.pop().filter(|(there, ..)| *there == file);
        drop(idle);
        let (connection, mut tail) = match kept {
            Some((_, connection, tail)) => (connection, tail),
            None => {
                let connection = connect(&self.path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
                (connection, Tail::default())
            }
        };
        let result = one_view(&connection, &mut tail, read);
        let mut idle = self.lock();
        if result.is_ok() && idle.len() < IDLE_CONNECTIONS {
            idle.push((file, connection, tail));
        }
        result
    }

    /// Notes which of these nobody waits for. The roll is read after them: who came meanwhile is
    /// seen to wait.
    fn note_unattended<'p>(&self, open: impl Iterator<Item = &'p mut Pending>) {
        let now = SystemClock::new().now();
        let mut looked_for = open.filter(|pending| pending.is_looked_for(now)).peekable();
        if looked_for.peek().is_none() {
            return;
        }
        let waited_for = self.roll.read();
        for pending in looked_for {
            pending.unattended = !waited_for.contains(&pending.asked.interaction);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reader for SqliteReader {
    fn pending(&self, most: usize) -> Result<Vec<Pending>, StoreError> {
        let mut list = self.with(|view| pending(view, most))?;
        self.note_unattended(list.iter_mut());
        Ok(list)
    }

    fn unattended(&self, most: usize) -> Result<Vec<(SessionId, InteractionId)>, StoreError> {
        let mut open = self.pending(most)?;
        open.retain(|pending| pending.unattended);
        let name = |pending: Pending| (pending.session, pending.asked.interaction);
        Ok(open.into_iter().map(name).collect())
    }

    fn find(&self, interaction: InteractionId) -> Result<Option<Found>, StoreError> {
        let mut found = self.with(|view| find(view, interaction))?;
        if let Some(Found::Pending(pending)) = &mut found {
            self.note_unattended(std::iter::once(&mut **pending));
        }
        Ok(found)
    }

    fn matching(&self, digits: &str) -> Result<Vec<InteractionId>, StoreError> {
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Ok(Vec::new());
        }
        self.with(|view| matching(view, &digits.to_lowercase(), MATCHING))
    }

    fn history(
        &self,
        session: Option<&SessionId>,
        before: Option<u64>,
        most: usize,
    ) -> Result<Vec<HistoryEntry>, StoreError> {
        self.with(|view| history(view, session, before, most))
    }

    fn sessions(&self, before: Option<u64>, most: usize) -> Result<Vec<SessionEntry>, StoreError> {
        self.with(|view| sessions(view, before, most))
    }

    fn records(
        &self,
        session: &SessionId,
        after: u64,
        most: usize,
    ) -> Result<Vec<Record>, StoreError> {
        self.with(|view| records(view, session, after, most))
    }

    fn log(&self, after: u64, most: usize) -> Result<Vec<RecordLine>, StoreError> {
        self.with(|view| {
            let mut statement = view
                .prepare_cached(
                    "SELECT e.place, s.session, e.seq, e.at, e.kind, e.body, e.hash
                     FROM events e JOIN sessions s ON s.number = e.session
                     WHERE e.place > ?1 ORDER BY e.place LIMIT ?2",
                )
                .map_err(fault)?;
            let mut found = statement.query((after as i64, rows(most))).map_err(fault)?;
            let mut list = Vec::new();
            while let Some(row) = found.next().map_err(fault)? {
                list.push(RecordLine {
                    place: unsigned(row, 0)?,
                    session: SessionId::from(row.get::<_, String>(1).map_err(fault)?),
                    seq: unsigned(row, 2)?,
                    at: moment(row, 3)?,
                    kind: row.get(4).map_err(fault)?,
                    body: row.get(5).map_err(fault)?,
                    hash: digest(row, 6)?,
                });
            }
            Ok(list)
        })
    }

    fn fresh(&self, after: u64) -> Option<Vec<RecordLine>> {
        self.fresh.after(after)
    }

    fn last_place(&self) -> Result<u64, StoreError> {
        self.with(|view| number(view, "SELECT coalesce(max(place), 0) FROM events", []))
    }

    fn last_seq(&self, session: &SessionId) -> Result<u64, StoreError> {
        self.with(|view| match number_of(view, session).map_err(fault)? {
            Some(number) => last_seq(view, view.tail, number).map_err(fault),
            None => Ok(0),
        })
    }

    fn count_pending(&self) -> Result<u64, StoreError> {
        self.with(count_pending)
    }

    fn forgotten(&self) -> Result<Vec<(SessionId, u64, Digest)>, StoreError> {
        self.with(|view| {
            let mut statement = view
                .prepare_cached("SELECT session, seq, hash FROM forgotten ORDER BY session")
                .map_err(fault)?;
            let mut found = statement.query([]).map_err(fault)?;
            let mut list = Vec::new();
            while let Some(row) = found.next().map_err(fault)? {
                let session: String = row.get(0).map_err(fault)?;
                list.push((SessionId::from(session), unsigned(row, 1)?, digest(row, 2)?));
            }
            Ok(list)
        })
    }

    fn draft(&self, interaction: InteractionId) -> Result<Option<Draft>, StoreError> {
        self.with(|view| {
            let text: Option<String> = view
                .prepare_cached("SELECT draft FROM drafts WHERE interaction = ?1")
                .and_then(|mut statement| {
                    statement
                        .query_row([key(interaction)], |row| row.get(0))
                        .optional()
                })
                .map_err(fault)?;
            text.map(|text| serde_json::from_str(&text).map_err(|why| damaged("draft", why)))
                .transpose()
        })
    }

    fn secrets(
        &self,
        interaction: InteractionId,
    ) -> Result<BTreeMap<QuestionId, String>, StoreError> {
        self.with(|view| secrets(view, interaction))
    }
}
