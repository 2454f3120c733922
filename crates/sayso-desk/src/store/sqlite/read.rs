//! Reading: pages, lookups, the log.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row};
use sayso_core::answer::Answers;
use sayso_core::digest::Digest;
use sayso_core::event::{Asked, Event};
use sayso_core::form::Draft;
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::opening::Opening;
use sayso_core::outcome::Outcome;
use sayso_core::record::Record;
use sayso_core::state::State;

use super::connect;
use super::fault::{damaged, fault};
use super::write::key;
use crate::store::{Found, HistoryEntry, Pending, Reader, RecordLine, SessionEntry, StoreError};

/// Connections kept for the next reader.
const IDLE_CONNECTIONS: usize = 8;

/// Reads beside the writer, on connections of its own.
#[derive(Debug)]
pub(super) struct SqliteReader {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
}

impl SqliteReader {
    pub(super) fn new(path: PathBuf) -> Self {
        Self {
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
        let result = read(&connection);
        let mut idle = self.lock();
        if result.is_ok() && idle.len() < IDLE_CONNECTIONS {
            idle.push(connection);
        }
        result
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reader for SqliteReader {
    fn pending(&self, most: usize) -> Result<Vec<Pending>, StoreError> {
        self.with(|connection| {
            let ids = ids(
                connection,
                "SELECT id FROM interactions WHERE closed IS NULL ORDER BY asked LIMIT ?1",
                [rows(most)],
            )?;
            let mut list = Vec::with_capacity(ids.len());
            for id in ids {
                if let Some(Found::Pending(pending)) = find(connection, id)? {
                    list.push(*pending);
                }
            }
            Ok(list)
        })
    }

    fn find(&self, interaction: InteractionId) -> Result<Option<Found>, StoreError> {
        self.with(|connection| find(connection, interaction))
    }

    fn matching(&self, digits: &str) -> Result<Vec<InteractionId>, StoreError> {
        self.with(|connection| {
            ids(
                connection,
                "SELECT id FROM interactions WHERE lower(hex(id)) LIKE ?1 || '%'
                 UNION SELECT id FROM interactions WHERE lower(hex(id)) LIKE '%' || ?1 LIMIT 8",
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
                    "SELECT s.number, s.session, e.at, e.body FROM sessions s
                     JOIN events e ON e.session = s.number AND e.seq = 1
                     WHERE s.number < ?1 ORDER BY s.number DESC LIMIT ?2",
                )
                .map_err(fault)?;
            let mut found = statement
                .query((place_before(before), rows(most)))
                .map_err(fault)?;
            let mut list = Vec::new();
            while let Some(row) = found.next().map_err(fault)? {
                let body: String = row.get(3).map_err(fault)?;
                let Event::Opened(opening) = parse(&body)? else {
                    return Err(damaged("sessions", "its first fact is no opening"));
                };
                list.push(SessionEntry {
                    place: unsigned(row, 0)?,
                    session: SessionId::from(row.get::<_, String>(1).map_err(fault)?),
                    opening,
                    opened_at: moment(row, 2)?,
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

/// The facts of a session after a number.
pub(super) fn records(
    connection: &Connection,
    session: &SessionId,
    after: u64,
    most: usize,
) -> Result<Vec<Record>, StoreError> {
    let mut statement = connection
        .prepare_cached(
            "SELECT seq, at, body, hash FROM events
             WHERE session = (SELECT number FROM sessions WHERE session = ?1) AND seq > ?2
             ORDER BY seq LIMIT ?3",
        )
        .map_err(fault)?;
    let mut found = statement
        .query((session.as_str(), after as i64, rows(most)))
        .map_err(fault)?;
    let mut list = Vec::new();
    while let Some(row) = found.next().map_err(fault)? {
        let body: String = row.get(2).map_err(fault)?;
        list.push(Record {
            seq: unsigned(row, 0)?,
            at: moment(row, 1)?,
            event: parse(&body)?,
            hash: digest(row, 3)?,
        });
    }
    Ok(list)
}

/// The session that an interaction belongs to.
pub(super) fn session_of(
    connection: &Connection,
    interaction: InteractionId,
) -> Result<Option<SessionId>, StoreError> {
    connection
        .prepare_cached(
            "SELECT s.session FROM interactions i JOIN sessions s ON s.number = i.session
             WHERE i.id = ?1",
        )
        .and_then(|mut statement| {
            statement
                .query_row([key(interaction)], |row| row.get::<_, String>(0))
                .optional()
        })
        .map(|session| session.map(SessionId::from))
        .map_err(fault)
}

/// Open interactions whose deadline has come.
pub(super) fn due(
    connection: &Connection,
    now: Moment,
    most: usize,
) -> Result<Vec<(SessionId, InteractionId)>, StoreError> {
    let mut statement = connection
        .prepare_cached(
            "SELECT s.session, i.id FROM interactions i JOIN sessions s ON s.number = i.session
             WHERE i.closed IS NULL AND i.deadline IS NOT NULL AND i.deadline <= ?1
             ORDER BY i.deadline LIMIT ?2",
        )
        .map_err(fault)?;
    let found = statement
        .query_map((now.millis(), rows(most)), |row| {
            let session: String = row.get(0)?;
            Ok((SessionId::from(session), interaction_id(row.get(1)?)))
        })
        .map_err(fault)?;
    found.collect::<Result<_, _>>().map_err(fault)
}

/// The earliest deadline of all.
pub(super) fn next_deadline(connection: &Connection) -> Result<Option<Moment>, StoreError> {
    connection
        .prepare_cached(
            "SELECT min(deadline) FROM interactions WHERE closed IS NULL AND deadline IS NOT NULL",
        )
        .and_then(|mut statement| statement.query_row([], |row| row.get::<_, Option<i64>>(0)))
        .map(|millis| millis.map(Moment::from_millis))
        .map_err(fault)
}

/// How an interaction stands.
pub(super) fn find(
    connection: &Connection,
    interaction: InteractionId,
) -> Result<Option<Found>, StoreError> {
    let row: Option<(String, i64, Option<i64>)> = connection
        .prepare_cached(
            "SELECT s.session, i.asked, i.closed FROM interactions i
             JOIN sessions s ON s.number = i.session WHERE i.id = ?1",
        )
        .and_then(|mut statement| {
            statement
                .query_row([key(interaction)], |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
                })
                .optional()
        })
        .map_err(fault)?;
    let Some((session, asked_place, closed_place)) = row else {
        return Ok(None);
    };
    let session = SessionId::from(session);
    let (asked_seq, asked_at, event) = fact_at(connection, asked_place)?;
    let Event::Asked(mut asked) = event else {
        return Err(damaged("interactions", "its first fact is no ask"));
    };
    if let Some(place) = closed_place {
        let outcome = outcome_at(connection, session, *asked, place)?;
        return Ok(Some(Found::Closed(Box::new(outcome))));
    }
    let answers = since_asked(connection, &session, asked_seq, &mut asked)?;
    let opening = opening(connection, &session)?;
    Ok(Some(Found::Pending(Box::new(Pending {
        session,
        opening,
        asked: *asked,
        asked_at,
        answers,
    }))))
}

fn outcome_at(
    connection: &Connection,
    session: SessionId,
    asked: Asked,
    closed_place: i64,
) -> Result<Outcome, StoreError> {
    let (seq, _, Event::Closed { closing, .. }) = fact_at(connection, closed_place)? else {
        return Err(damaged("interactions", "its last fact is no closing"));
    };
    let reopened_as = if closing.state == State::Timeout {
        reopening(connection, &session, seq, asked.interaction)?
    } else {
        None
    };
    let mut outcome = Outcome::of_facts(&session, asked, closing);
    outcome.reopened_as = reopened_as;
    Ok(outcome)
}

/// The interaction that took up a timed-out one again.
fn reopening(
    connection: &Connection,
    session: &SessionId,
    after: u64,
    timed_out: InteractionId,
) -> Result<Option<InteractionId>, StoreError> {
    let later = records(connection, session, after, usize::MAX)?;
    Ok(later.into_iter().find_map(|record| match record.event {
        Event::Asked(asked) if asked.reopens == Some(timed_out) => Some(asked.interaction),
        _ => None,
    }))
}

/// What happened to an open interaction since it was asked: answers so far, clock stopped.
fn since_asked(
    connection: &Connection,
    session: &SessionId,
    asked_seq: u64,
    asked: &mut Asked,
) -> Result<Answers, StoreError> {
    let mut answers = Answers::new();
    for record in records(connection, session, asked_seq, usize::MAX)? {
        match record.event {
            Event::Answered {
                interaction,
                answers: more,
                ..
            } if interaction == asked.interaction => answers.extend(more),
            Event::Held {
                interaction, left, ..
            } if interaction == asked.interaction => {
                if let Some(deadline) = &mut asked.deadline {
                    deadline.held_with = Some(left);
                }
            }
            Event::Released {
                interaction, at, ..
            } if interaction == asked.interaction => {
                if let Some(deadline) = &mut asked.deadline {
                    deadline.held_with = None;
                    deadline.at = at;
                }
            }
            _ => {}
        }
    }
    Ok(answers)
}

fn opening(connection: &Connection, session: &SessionId) -> Result<Opening, StoreError> {
    match records(connection, session, 0, 1)?.pop() {
        Some(Record {
            event: Event::Opened(opening),
            ..
        }) => Ok(opening),
        _ => Err(damaged(session.as_str(), "its first fact is no opening")),
    }
}

fn fact_at(connection: &Connection, place: i64) -> Result<(u64, Moment, Event), StoreError> {
    let (seq, at, body): (i64, i64, String) = connection
        .prepare_cached("SELECT seq, at, body FROM events WHERE place = ?1")
        .and_then(|mut statement| {
            statement.query_row([place], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        })
        .map_err(fault)?;
    let seq = u64::try_from(seq).map_err(|why| damaged("events.seq", why))?;
    Ok((seq, Moment::from_millis(at), parse(&body)?))
}

fn history(
    connection: &Connection,
    session: Option<&SessionId>,
    before: Option<u64>,
    most: usize,
) -> Result<Vec<HistoryEntry>, StoreError> {
    let (sql, wanted) = match session {
        Some(session) => (
            "SELECT place, body FROM events
             WHERE session = (SELECT number FROM sessions WHERE session = ?3)
               AND kind = 'closed' AND place < ?1 ORDER BY seq DESC LIMIT ?2",
            session.as_str(),
        ),
        None => (
            "SELECT place, body FROM events
             WHERE ?3 = '' AND kind = 'closed' AND place < ?1 ORDER BY place DESC LIMIT ?2",
            "",
        ),
    };
    let mut statement = connection.prepare_cached(sql).map_err(fault)?;
    let mut found = statement
        .query((place_before(before), rows(most), wanted))
        .map_err(fault)?;
    let mut list = Vec::new();
    while let Some(row) = found.next().map_err(fault)? {
        let place = unsigned(row, 0)?;
        let body: String = row.get(1).map_err(fault)?;
        let Event::Closed { interaction, .. } = parse(&body)? else {
            return Err(damaged("events", "filed as closed, but is not"));
        };
        if let Some(Found::Closed(outcome)) = find(connection, interaction)? {
            list.push(HistoryEntry {
                place,
                outcome: *outcome,
            });
        }
    }
    Ok(list)
}

/// The words of secret questions.
pub(super) fn secrets(
    connection: &Connection,
    interaction: InteractionId,
) -> Result<BTreeMap<QuestionId, String>, StoreError> {
    let mut statement = connection
        .prepare_cached("SELECT question, words FROM secrets WHERE interaction = ?1")
        .map_err(fault)?;
    let found = statement
        .query_map([key(interaction)], |row| {
            let question: String = row.get(0)?;
            Ok((QuestionId::from(question), row.get(1)?))
        })
        .map_err(fault)?;
    found.collect::<Result<_, _>>().map_err(fault)
}

fn ids<P: rusqlite::Params>(
    connection: &Connection,
    sql: &str,
    params: P,
) -> Result<Vec<InteractionId>, StoreError> {
    let mut statement = connection.prepare_cached(sql).map_err(fault)?;
    let found = statement
        .query_map(params, |row| row.get(0).map(interaction_id))
        .map_err(fault)?;
    found.collect::<Result<_, _>>().map_err(fault)
}

fn interaction_id(bytes: [u8; 16]) -> InteractionId {
    InteractionId::new(u128::from_be_bytes(bytes))
}

fn parse(body: &str) -> Result<Event, StoreError> {
    serde_json::from_str(body).map_err(|why| damaged("a fact", why))
}

fn unsigned(row: &Row<'_>, column: usize) -> Result<u64, StoreError> {
    let number: i64 = row.get(column).map_err(fault)?;
    u64::try_from(number).map_err(|why| damaged("a number", why))
}

fn moment(row: &Row<'_>, column: usize) -> Result<Moment, StoreError> {
    row.get(column).map(Moment::from_millis).map_err(fault)
}

fn digest(row: &Row<'_>, column: usize) -> Result<Digest, StoreError> {
    row.get(column).map(Digest).map_err(fault)
}

fn place_before(before: Option<u64>) -> i64 {
    before.map_or(i64::MAX, |place| i64::try_from(place).unwrap_or(i64::MAX))
}

fn rows(most: usize) -> i64 {
    i64::try_from(most).unwrap_or(i64::MAX)
}
