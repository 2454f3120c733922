//! The reading side: on connections of its own, beside the writer.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags, OptionalExtension};
use sayso_core::digest::Digest;
use sayso_core::event::Event;
use sayso_core::form::Draft;
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::record::Record;

use super::connect;
use super::facts::{Link, digest, moment, records, rows, text, unsigned};
use super::fault::{damaged, fault};
use super::read::{find, history, ids, number, place_before, secrets};
use super::write::key;
use crate::clock::{Clock, SystemClock};
use crate::store::{
    Found, HistoryEntry, Pending, Reader, RecordLine, Roll, SessionEntry, StoreError,
};

/// A question that was asked less than these milliseconds ago is not looked for on the roll, which
/// is written now and then.
const YOUNG: u64 = 10_000;

/// Connections kept for the next reader.
const IDLE_CONNECTIONS: usize = 8;

/// Reads beside the writer, on connections of its own.
#[derive(Debug)]
pub(super) struct SqliteReader {
    path: PathBuf,
    roll: Roll,
    idle: Mutex<Vec<Connection>>,
}

impl SqliteReader {
    pub(super) fn new(path: PathBuf) -> Self {
        Self {
            roll: Roll::beside(&path),
            path,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// Whether the file can be read at all.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        self.with(|connection| {
            connection
                .query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))
                .map_err(fault)
        })
    }

    fn with<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let idle = self.lock().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => connect(&self.path, OpenFlags::SQLITE_OPEN_READ_WRITE)?,
        };
        let result = one_view(&connection, read);
        let mut idle = self.lock();
        if result.is_ok() && idle.len() < IDLE_CONNECTIONS {
            idle.push(connection);
        }
        result
    }

    /// Notes which of these nobody waits for. The roll is read after them: who came meanwhile is
    /// seen to wait.
    fn note_unattended<'p>(&self, open: impl Iterator<Item = &'p mut Pending>) {
        let now = SystemClock::new().now();
        // By when its id was made: the clock that is asked here is not the one of the desk.
        let age = |pending: &Pending| now.since(pending.asked.interaction.made_at());
        let old = |pending: &&mut Pending| !pending.asked.goes_on && age(pending) >= YOUNG;
        let mut old = open.filter(old).peekable();
        if old.peek().is_none() {
            return;
        }
        let waited_for = self.roll.read();
        for pending in old {
            pending.unattended = !waited_for.contains(&pending.asked.interaction);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads from one view of the store, whatever is written meanwhile.
pub(super) fn one_view<T>(
    connection: &Connection,
    read: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let view = connection.unchecked_transaction().map_err(fault)?;
    read(&view)
}

impl Reader for SqliteReader {
    fn pending(&self, most: usize) -> Result<Vec<Pending>, StoreError> {
        let mut list = self.with(|connection| {
            let ids = ids(
                connection,
                "SELECT id FROM open ORDER BY asked LIMIT ?1",
                [rows(most)],
            )?;
            let mut list = Vec::with_capacity(ids.len());
            for id in ids {
                if let Some(Found::Pending(pending)) = find(connection, id)? {
                    list.push(*pending);
                }
            }
            Ok(list)
        })?;
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
        let mut found = self.with(|connection| find(connection, interaction))?;
        if let Some(Found::Pending(pending)) = &mut found {
            self.note_unattended(std::iter::once(&mut **pending));
        }
        Ok(found)
    }

    fn matching(&self, digits: &str) -> Result<Vec<InteractionId>, StoreError> {
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Ok(Vec::new());
        }
        self.with(|connection| {
            ids(
                connection,
                "SELECT id FROM (SELECT id FROM open UNION ALL SELECT id FROM closed)
                 WHERE lower(hex(id)) LIKE ?1 || '%' OR lower(hex(id)) LIKE '%' || ?1
                 ORDER BY id LIMIT 8",
                [digits.to_lowercase()],
            )
        })
    }

    fn history(
        &self,
        session: Option<&SessionId>,
        before: Option<u64>,
        most: usize,
    ) -> Result<Vec<HistoryEntry>, StoreError> {
        self.with(|connection| history(connection, session, before, most))
    }

    fn sessions(&self, before: Option<u64>, most: usize) -> Result<Vec<SessionEntry>, StoreError> {
        self.with(|connection| {
            let mut statement = connection
                .prepare_cached(
                    "SELECT s.number, s.session, e.at, e.body, e.hash FROM sessions s
                     JOIN events e ON e.session = s.number AND e.seq = 1
                     WHERE s.number < ?1 ORDER BY s.number DESC LIMIT ?2",
                )
                .map_err(fault)?;
            let mut found = statement
                .query((place_before(before), rows(most)))
                .map_err(fault)?;
            let mut list = Vec::new();
            while let Some(row) = found.next().map_err(fault)? {
                let session = SessionId::from(row.get::<_, String>(1).map_err(fault)?);
                let (opened_at, body) = (moment(row, 2)?, text(row, 3)?);
                let link = Link {
                    session: &session,
                    before: Digest::default(),
                    seq: 1,
                };
                let Event::Opened(opening) = link.check(opened_at, &body, digest(row, 4)?)? else {
                    return Err(damaged("sessions", "its first fact is no opening"));
                };
                list.push(SessionEntry {
                    place: unsigned(row, 0)?,
                    session,
                    opening,
                    opened_at,
                });
            }
            Ok(list)
        })
    }

    fn records(
        &self,
        session: &SessionId,
        after: u64,
        most: usize,
    ) -> Result<Vec<Record>, StoreError> {
        self.with(|connection| records(connection, session, after, most))
    }

    fn log(&self, after: u64, most: usize) -> Result<Vec<RecordLine>, StoreError> {
        self.with(|connection| {
            let mut statement = connection
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

    fn last_place(&self) -> Result<u64, StoreError> {
        self.with(|connection| number(connection, "SELECT coalesce(max(place), 0) FROM events", []))
    }

    fn last_seq(&self, session: &SessionId) -> Result<u64, StoreError> {
        self.with(|connection| {
            number(
                connection,
                "SELECT coalesce(max(seq), 0) FROM events
                 WHERE session = (SELECT number FROM sessions WHERE session = ?1)",
                [session.as_str()],
            )
        })
    }

    fn count_pending(&self) -> Result<u64, StoreError> {
        self.with(|connection| number(connection, "SELECT count(*) FROM open", []))
    }

    fn forgotten(&self) -> Result<Vec<(SessionId, u64, Digest)>, StoreError> {
        self.with(|connection| {
            let mut statement = connection
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
        self.with(|connection| {
            let text: Option<String> = connection
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
        self.with(|connection| secrets(connection, interaction))
    }
}
