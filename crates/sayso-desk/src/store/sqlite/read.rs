//! Reading: pages, lookups, what is due.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension};
use sayso_core::answer::Answers;
use sayso_core::event::{Asked, Event};
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::opening::Opening;
use sayso_core::outcome::Outcome;
use sayso_core::record::Record;
use sayso_core::state::State;

use super::facts::{fact_at, parse, records, rows, text, touches, unsigned};
use super::fault::{damaged, fault};
use super::write::key;
use crate::store::{Found, HistoryEntry, Pending, StoreError};

/// The session that an interaction belongs to.
pub(super) fn session_of(
    connection: &Connection,
    interaction: InteractionId,
) -> Result<Option<SessionId>, StoreError> {
    connection
        .prepare_cached(
            "SELECT s.session FROM sessions s WHERE s.number =
             (SELECT session FROM open WHERE id = ?1 UNION ALL
              SELECT session FROM closed WHERE id = ?1)",
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
            "SELECT s.session, o.id FROM open o JOIN sessions s ON s.number = o.session
             WHERE o.deadline IS NOT NULL AND o.deadline <= ?1 ORDER BY o.deadline LIMIT ?2",
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
        .prepare_cached("SELECT min(deadline) FROM open WHERE deadline IS NOT NULL")
        .and_then(|mut statement| statement.query_row([], |row| row.get::<_, Option<i64>>(0)))
        .map(|millis| millis.map(Moment::from_millis))
        .map_err(fault)
}

/// How an interaction stands.
pub(super) fn find(
    connection: &Connection,
    interaction: InteractionId,
) -> Result<Option<Found>, StoreError> {
    let Some((session, asked_place, closed_place)) = filed(connection, interaction)? else {
        return Ok(None);
    };
    let (_, asked_at, event) = fact_at(connection, &session, asked_place)?;
    let mut asked = match event {
        Event::Asked(asked) if asked.interaction == interaction => asked,
        _ => return Err(damaged("an interaction", "its first fact is no ask of its")),
    };
    if let Some(place) = closed_place {
        let outcome = outcome_at(connection, session, *asked, place)?;
        return Ok(Some(Found::Closed(Box::new(outcome))));
    }
    let answers = since_asked(connection, &session, &mut asked)?;
    let opening = opening(connection, &session)?;
    Ok(Some(Found::Pending(Box::new(Pending {
        session,
        opening,
        asked: *asked,
        asked_at,
        answers,
        unattended: false,
    }))))
}

/// Where an interaction was asked, and closed if it has.
type Filed = (SessionId, i64, Option<i64>);

fn filed(connection: &Connection, interaction: InteractionId) -> Result<Option<Filed>, StoreError> {
    let mut statement = connection.prepare_cached(FILED).map_err(fault)?;
    let mut found = statement.query([key(interaction)]).map_err(fault)?;
    let Some(row) = found.next().map_err(fault)? else {
        return Ok(None);
    };
    let session = SessionId::from(text(row, 0)?);
    let places = (row.get(1).map_err(fault)?, row.get(2).map_err(fault)?);
    if found.next().map_err(fault)?.is_some() {
        return Err(damaged("an interaction", "filed as open and as closed"));
    }
    Ok(Some((session, places.0, places.1)))
}

const FILED: &str = "SELECT s.session, i.asked, i.closed FROM
    (SELECT session, asked, NULL AS closed FROM open WHERE id = ?1 UNION ALL
     SELECT session, asked, closed FROM closed WHERE id = ?1) i
    JOIN sessions s ON s.number = i.session";

fn outcome_at(
    connection: &Connection,
    session: SessionId,
    asked: Asked,
    closed_place: i64,
) -> Result<Outcome, StoreError> {
    let (_, _, event) = fact_at(connection, &session, closed_place)?;
    let closing = match event {
        Event::Closed {
            interaction,
            closing,
        } if interaction == asked.interaction => closing,
        _ => {
            return Err(damaged("closed", "its last fact is no closing of its"));
        }
    };
    let reopened_as = if closing.state == State::Timeout {
        reopening(connection, &session, asked.interaction)?
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
    timed_out: InteractionId,
) -> Result<Option<InteractionId>, StoreError> {
    let later = touches(connection, session, timed_out)?;
    Ok(later.into_iter().find_map(|event| match event {
        Event::Asked(asked) if asked.reopens == Some(timed_out) => Some(asked.interaction),
        _ => None,
    }))
}

/// What happened to an open interaction since it was asked: answers so far, clock stopped.
fn since_asked(
    connection: &Connection,
    session: &SessionId,
    asked: &mut Asked,
) -> Result<Answers, StoreError> {
    let mut answers = Answers::new();
    for event in touches(connection, session, asked.interaction)? {
        match event {
            Event::Answered { answers: more, .. } => answers.extend(more),
            Event::Held { left, .. } => {
                if let Some(deadline) = &mut asked.deadline {
                    deadline.held_with = Some(left);
                }
            }
            Event::Released { at, .. } => {
                if let Some(deadline) = &mut asked.deadline {
                    deadline.held_with = None;
                    deadline.at = at;
                }
            }
            _ => return Err(damaged("touches", "filed as open, but is not")),
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

pub(super) fn history(
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

/// Whether there are words of secret questions.
pub(super) fn keeps_secrets(connection: &Connection) -> Result<bool, StoreError> {
    connection
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM secrets)")
        .and_then(|mut statement| statement.query_row([], |row| row.get(0)))
        .map_err(fault)
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

pub(super) fn ids<P: rusqlite::Params>(
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

pub(super) fn number<P: rusqlite::Params>(
    connection: &Connection,
    sql: &str,
    params: P,
) -> Result<u64, StoreError> {
    let number: i64 = connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.query_row(params, |row| row.get(0)))
        .map_err(fault)?;
    u64::try_from(number).map_err(|why| damaged("a number", why))
}

fn interaction_id(bytes: [u8; 16]) -> InteractionId {
    InteractionId::new(u128::from_be_bytes(bytes))
}

pub(super) fn place_before(before: Option<u64>) -> i64 {
    before.map_or(i64::MAX, |place| i64::try_from(place).unwrap_or(i64::MAX))
}
