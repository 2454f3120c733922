//! Facts read back: only what was recorded is ever taken for a fact.

#[cfg(test)]
mod tests;

use rusqlite::{Connection, Row};
use sayso_core::digest::Digest;
use sayso_core::event::Event;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::record::{Record, chain};

use super::fault::{damaged, fault};
use super::write::key;
use crate::store::StoreError;

/// Where a fact stands in the chain of its session.
pub(super) struct Link<'s> {
    pub(super) session: &'s SessionId,
    /// The hash of the fact before it.
    pub(super) before: Digest,
    pub(super) seq: u64,
}

impl Link<'_> {
    /// The fact, if it is what was recorded here: nothing else is ever taken for a decision.
    pub(super) fn check(&self, at: Moment, body: &str, hash: Digest) -> Result<Event, StoreError> {
        if chain(self.before, self.session, self.seq, at, body.as_bytes()) != hash {
            let place = format!("session {}, fact {}", self.session, self.seq);
            return Err(damaged(&place, "it is not what was recorded"));
        }
        parse(body)
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
             WHERE session = (SELECT number FROM sessions WHERE session = ?1) AND seq >= ?2
             ORDER BY seq LIMIT ?3",
        )
        .map_err(fault)?;
    // The fact before the first one comes along, for its hash.
    let mut link = Link {
        session,
        before: Digest::default(),
        seq: after.max(1),
    };
    let most = most.saturating_add(usize::from(after > 0));
    let mut found = statement
        .query((session.as_str(), after as i64, rows(most)))
        .map_err(fault)?;
    let mut list = Vec::new();
    while let Some(row) = found.next().map_err(fault)? {
        let (seq, hash) = (unsigned(row, 0)?, digest(row, 3)?);
        if seq != link.seq {
            return Err(damaged(session.as_str(), "a fact is missing"));
        }
        if seq > after {
            let (at, body) = (moment(row, 1)?, text(row, 2)?);
            let event = link.check(at, &body, hash)?;
            list.push(Record {
                seq,
                at,
                event,
                hash,
            });
        }
        link.before = hash;
        link.seq += 1;
    }
    Ok(list)
}

/// What happened to an interaction beside its asking and its closing.
pub(super) fn touches(
    connection: &Connection,
    session: &SessionId,
    interaction: InteractionId,
) -> Result<Vec<Event>, StoreError> {
    let mut statement = connection.prepare_cached(TOUCHES).map_err(fault)?;
    let places = statement
        .query_map([key(interaction)], |row| row.get(0))
        .map_err(fault)?;
    let mut list = Vec::new();
    for place in places {
        let (_, _, event) = fact_at(connection, session, place.map_err(fault)?)?;
        list.push(event);
    }
    Ok(list)
}

pub(super) const TOUCHES: &str = "SELECT place FROM touches WHERE interaction = ?1 ORDER BY place";

/// The fact at a place in the log, which must be one of this session.
pub(super) fn fact_at(
    connection: &Connection,
    session: &SessionId,
    place: i64,
) -> Result<(u64, Moment, Event), StoreError> {
    let mut statement = connection
        .prepare_cached(
            "SELECT e.seq, e.at, e.body, e.hash, b.hash FROM events e LEFT JOIN events b
             ON b.session = e.session AND b.seq = e.seq - 1 WHERE e.place = ?1",
        )
        .map_err(fault)?;
    let mut found = statement.query([place]).map_err(fault)?;
    let Some(row) = found.next().map_err(fault)? else {
        return Err(damaged(session.as_str(), "a fact is missing"));
    };
    let before: Option<[u8; 32]> = row.get(4).map_err(fault)?;
    let link = Link {
        session,
        before: before.map(Digest).unwrap_or_default(),
        seq: unsigned(row, 0)?,
    };
    let at = moment(row, 1)?;
    let event = link.check(at, &text(row, 2)?, digest(row, 3)?)?;
    Ok((link.seq, at, event))
}

pub(super) fn parse(body: &str) -> Result<Event, StoreError> {
    serde_json::from_str(body).map_err(|why| damaged("a fact", why))
}

pub(super) fn text(row: &Row<'_>, column: usize) -> Result<String, StoreError> {
    row.get(column).map_err(fault)
}

pub(super) fn unsigned(row: &Row<'_>, column: usize) -> Result<u64, StoreError> {
    let number: i64 = row.get(column).map_err(fault)?;
    u64::try_from(number).map_err(|why| damaged("a number", why))
}

pub(super) fn moment(row: &Row<'_>, column: usize) -> Result<Moment, StoreError> {
    row.get(column).map(Moment::from_millis).map_err(fault)
}

pub(super) fn digest(row: &Row<'_>, column: usize) -> Result<Digest, StoreError> {
    row.get(column).map(Digest).map_err(fault)
}

pub(super) fn rows(most: usize) -> i64 {
    i64::try_from(most).unwrap_or(i64::MAX)
}
