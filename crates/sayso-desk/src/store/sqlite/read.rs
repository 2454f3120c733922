//! Reading: pages, lookups, what is due.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::Connection;
use sayso_core::answer::Answers;
use sayso_core::event::{Asked, Event};
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::opening::Opening;
use sayso_core::outcome::Outcome;
use sayso_core::record::Record;

use super::facts::{fact_at, number_of, parse, records, rows, text, touches, unsigned};
use super::fault::{damaged, fault};
use super::tail::Filed;
use super::view::View;
use super::write::key;
use crate::store::{Found, HistoryEntry, Pending, SessionEntry, StoreError};

/// The session that an interaction belongs to.
pub(super) fn session_of(
    view: &View<'_>,
    interaction: InteractionId,
) -> Result<Option<SessionId>, StoreError> {
    let filed = filed(view, interaction)?;
    filed.map(|filed| name_of(view, filed.session)).transpose()
}

/// The name of a session that something is filed under.
fn name_of(connection: &Connection, session: i64) -> Result<SessionId, StoreError> {
    connection
        .prepare_cached("SELECT session FROM sessions WHERE number = ?1")
        .and_then(|mut statement| statement.query_row([session], |row| row.get::<_, String>(0)))
        .map(SessionId::from)
        .map_err(fault)
}

/// Open interactions whose deadline has come. Whatever has to do with deadlines is settled at once.
pub(super) fn due(
    connection: &Connection,
    now: Moment,
    most: usize,
) -> Result<Vec<(SessionId, InteractionId)>, StoreError> {
    let mut statement = connection
        .prepare_cached(
            "SELECT s.session, o.id FROM pending o JOIN sessions s ON s.number = o.session
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
        .prepare_cached("SELECT min(deadline) FROM pending WHERE deadline IS NOT NULL")
        .and_then(|mut statement| statement.query_row([], |row| row.get::<_, Option<i64>>(0)))
        .map(|millis| millis.map(Moment::from_millis))
        .map_err(fault)
}

/// How an interaction stands.
pub(super) fn find(
    view: &View<'_>,
    interaction: InteractionId,
) -> Result<Option<Found>, StoreError> {
    let Some(filed) = filed(view, interaction)? else {
        return Ok(None);
    };
    let session = name_of(view, filed.session)?;
    let (_, asked_at, event) = fact_at(view, &session, filed.asked)?;
    let mut asked = match event {
        Event::Asked(asked) if asked.interaction == interaction => asked,
        _ => return Err(damaged("an interaction", "its first fact is no ask of its")),
    };
    if let Some(place) = filed.closed {
        let outcome = outcome_at(view, session, *asked, place)?;
        return Ok(Some(Found::Closed(Box::new(outcome))));
    }
    let answers = since_asked(view, &session, &mut asked)?;
    let opening = opening(view, &session)?;
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
pub(super) fn filed(
    view: &View<'_>,
    interaction: InteractionId,
) -> Result<Option<Filed>, StoreError> {
    if let Some(filed) = view.tail.filed(interaction) {
        return Ok(Some(filed));
    }
    let mut statement = view.prepare_cached(FILED).map_err(fault)?;
    let mut found = statement.query([key(interaction)]).map_err(fault)?;
    let Some(row) = found.next().map_err(fault)? else {
        return Ok(None);
    };
    let filed = Filed {
        session: row.get(0).map_err(fault)?,
        asked: row.get(1).map_err(fault)?,
        closed: row.get(2).map_err(fault)?,
    };
    if found.next().map_err(fault)?.is_some() {
        return Err(damaged("an interaction", "filed as open and as closed"));
    }
    Ok(Some(filed))
}

pub(super) const FILED: &str = "SELECT session, asked, NULL FROM pending WHERE id = ?1 UNION ALL
     SELECT session, asked, closed FROM closed WHERE id = ?1";

/// The open interactions, oldest first.
pub(super) fn pending(view: &View<'_>, most: usize) -> Result<Vec<Pending>, StoreError> {
    let mut statement = view
        .prepare_cached("SELECT id FROM pending ORDER BY asked LIMIT ?1")
        .map_err(fault)?;
    let changed = view.tail.interactions();
    let mut open: Vec<InteractionId> = statement
        .query_map([rows(most.saturating_add(changed.len()))], |row| {
            row.get(0).map(interaction_id)
        })
        .and_then(Iterator::collect)
        .map_err(fault)?;
    open.retain(|id| view.tail.filed(*id).is_none());
    let asked = |(id, filed): (_, Filed)| filed.closed.is_none().then_some((filed.asked, id));
    let mut newest: Vec<_> = changed.filter_map(asked).collect();
    newest.sort_unstable();
    let newest = newest.into_iter().map(|(_, id)| id);
    let mut list = Vec::with_capacity(open.len());
    for id in open.into_iter().chain(newest).take(most) {
        if let Some(Found::Pending(pending)) = find(view, id)? {
            list.push(*pending);
        }
    }
    Ok(list)
}

/// How many interactions are open.
pub(super) fn count_pending(view: &View<'_>) -> Result<u64, StoreError> {
    let settled = number(view, "SELECT count(*) FROM pending", [])?;
    let changed = view.tail.interactions();
    Ok(
        changed.fold(settled, |count, (_, filed)| match filed.closed {
            None => count + 1,
            Some(_) if view.tail.was_pending(filed) => count.saturating_sub(1),
            Some(_) => count,
        }),
    )
}

/// Interactions whose id starts or ends with these digits, at most so many.
pub(super) fn matching(
    view: &View<'_>,
    digits: &str,
    most: usize,
) -> Result<Vec<InteractionId>, StoreError> {
    let mut statement = view
        .prepare_cached(
            "SELECT id FROM (SELECT id FROM pending UNION ALL SELECT id FROM closed)
             WHERE lower(hex(id)) LIKE ?1 || '%' OR lower(hex(id)) LIKE '%' || ?1
             ORDER BY id LIMIT ?2",
        )
        .map_err(fault)?;
    let settled = statement
        .query_map((digits, rows(most)), |row| row.get(0).map(interaction_id))
        .map_err(fault)?;
    let mut found: BTreeSet<InteractionId> = settled.collect::<Result<_, _>>().map_err(fault)?;
    found.extend(view.tail.interactions().map(|(id, _)| id).filter(|id| {
        let id = id.to_string();
        id.starts_with(digits) || id.ends_with(digits)
    }));
    Ok(found.into_iter().take(most).collect())
}

fn outcome_at(
    view: &View<'_>,
    session: SessionId,
    asked: Asked,
    closed_place: i64,
) -> Result<Outcome, StoreError> {
    let (_, _, event) = fact_at(view, &session, closed_place)?;
    let closing = match event {
        Event::Closed {
            interaction,
            closing,
        } if interaction == asked.interaction => closing,
        _ => {
            return Err(damaged("closed", "its last fact is no closing of its"));
        }
    };
    let later = touches(view, &session, asked.interaction)?;
    let mut outcome = Outcome::of_facts(&session, asked, closing);
    for event in &later {
        outcome.lived_through(event);
    }
    Ok(outcome)
}

/// What happened to an open interaction since it was asked: answers so far, clock stopped.
fn since_asked(
    view: &View<'_>,
    session: &SessionId,
    asked: &mut Asked,
) -> Result<Answers, StoreError> {
    let mut answers = Answers::new();
    for event in touches(view, session, asked.interaction)? {
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

fn opening(view: &View<'_>, session: &SessionId) -> Result<Opening, StoreError> {
    opened(view, session).map(|(_, opening)| opening)
}

/// When and how a session began.
fn opened(view: &View<'_>, session: &SessionId) -> Result<(Moment, Opening), StoreError> {
    match records(view, session, 0, 1)?.pop() {
        Some(Record {
            at,
            event: Event::Opened(opening),
            ..
        }) => Ok((at, opening)),
        _ => Err(damaged(session.as_str(), "its first fact is no opening")),
    }
}

/// Sessions, the last opened first.
pub(super) fn sessions(
    view: &View<'_>,
    before: Option<u64>,
    most: usize,
) -> Result<Vec<SessionEntry>, StoreError> {
    let mut statement = view
        .prepare_cached(
            "SELECT number, session FROM sessions WHERE number < ?1 ORDER BY number DESC LIMIT ?2",
        )
        .map_err(fault)?;
    let mut found = statement
        .query((place_before(before), rows(most)))
        .map_err(fault)?;
    let mut list = Vec::new();
    while let Some(row) = found.next().map_err(fault)? {
        let session = SessionId::from(text(row, 1)?);
        let (opened_at, opening) = opened(view, &session)?;
        list.push(SessionEntry {
            place: unsigned(row, 0)?,
            session,
            opening,
            opened_at,
        });
    }
    Ok(list)
}

/// Closed interactions, newest first, before a place in the log.
pub(super) fn history(
    view: &View<'_>,
    session: Option<&SessionId>,
    before: Option<u64>,
    most: usize,
) -> Result<Vec<HistoryEntry>, StoreError> {
    let closings = match session {
        Some(session) => closings_of(view, session, place_before(before), most)?,
        None => closings(
            view,
            "SELECT place, body FROM events
             WHERE place < ?1 AND kind = 'closed' ORDER BY place DESC LIMIT ?2",
            (place_before(before), rows(most)),
        )?,
    };
    let mut list = Vec::new();
    for (place, interaction) in closings {
        if let Some(Found::Closed(outcome)) = find(view, interaction)? {
            list.push(HistoryEntry {
                place,
                outcome: *outcome,
            });
        }
    }
    Ok(list)
}

/// Where interactions of one session closed, the newest first.
fn closings_of(
    view: &View<'_>,
    session: &SessionId,
    before: i64,
    most: usize,
) -> Result<Vec<(u64, InteractionId)>, StoreError> {
    let Some(number) = number_of(view, session).map_err(fault)? else {
        return Ok(Vec::new());
    };
    let mut list = Vec::new();
    for (_, place) in view.tail.of_session(number, 0).rev() {
        if place < before {
            list.extend(closings(
                view,
                "SELECT place, body FROM events WHERE place = ?1 AND kind = 'closed'",
                [place],
            )?);
        }
    }
    list.truncate(most);
    list.extend(closings(
        view,
        "SELECT place, e.body FROM places p JOIN events e USING (place)
         WHERE p.session = ?3 AND place < ?1 AND e.kind = 'closed'
         ORDER BY p.seq DESC LIMIT ?2",
        (before, rows(most - list.len()), number),
    )?);
    Ok(list)
}

/// The closings that a statement finds, each with its place.
fn closings<P: rusqlite::Params>(
    connection: &Connection,
    sql: &str,
    params: P,
) -> Result<Vec<(u64, InteractionId)>, StoreError> {
    let mut statement = connection.prepare_cached(sql).map_err(fault)?;
    let mut found = statement.query(params).map_err(fault)?;
    let mut list = Vec::new();
    while let Some(row) = found.next().map_err(fault)? {
        let Event::Closed { interaction, .. } = parse(&text(row, 1)?)? else {
            return Err(damaged("events", "filed as closed, but is not"));
        };
        list.push((unsigned(row, 0)?, interaction));
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

pub(super) fn interaction_id(bytes: [u8; 16]) -> InteractionId {
    InteractionId::new(u128::from_be_bytes(bytes))
}

pub(super) fn place_before(before: Option<u64>) -> i64 {
    before.map_or(i64::MAX, |place| i64::try_from(place).unwrap_or(i64::MAX))
}
