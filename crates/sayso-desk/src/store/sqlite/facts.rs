//! Facts read back: only what was recorded is ever taken for a fact.

#[cfg(test)]
mod tests;

use rusqlite::{Connection, OptionalExtension, Row};
use sayso_core::digest::Digest;
use sayso_core::event::Event;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::record::{Record, chain};

use super::fault::{damaged, fault};
use super::tail::Tail;
use super::view::View;
use super::write::key;
use crate::store::StoreError;

/// Where a fact stands in the chain of its session.
struct Link<'s> {
    session: &'s SessionId,
    /// The hash of the fact before it.
    before: Digest,
    seq: u64,
}

impl Link<'_> {
    /// The fact, if it is what was recorded here: nothing else is ever taken for a decision.
    fn check(&self, at: Moment, body: &str, hash: Digest) -> Result<Event, StoreError> {
        if chain(self.before, self.session, self.seq, at, body.as_bytes()) != hash {
            let place = format!("session {}, fact {}", self.session, self.seq);
            return Err(damaged(&place, "it is not what was recorded"));
        }
        parse(body)
    }
}

/// The facts of a session after a number.
pub(super) fn records(
    view: &View<'_>,
    session: &SessionId,
    after: u64,
    most: usize,
) -> Result<Vec<Record>, StoreError> {
    let Some(number) = number_of(view, session).map_err(fault)? else {
        return Ok(Vec::new());
    };
    // The fact before the first one comes along, for its hash.
    let mut chain = Chain {
        link: Link {
            session,
            before: Digest::default(),
            seq: after.max(1),
        },
        after,
        list: Vec::new(),
    };
    let most = most.saturating_add(usize::from(after > 0));
    let mut statement = view
        .prepare_cached(
            "SELECT p.seq, e.at, e.body, e.hash FROM places p LEFT JOIN events e USING (place)
             WHERE p.session = ?1 AND p.seq >= ?2 ORDER BY p.seq LIMIT ?3",
        )
        .map_err(fault)?;
    let mut found = statement
        .query((number, after.cast_signed(), rows(most)))
        .map_err(fault)?;
    let mut count = 0;
    while let Some(row) = found.next().map_err(fault)? {
        chain.read(row)?;
        count += 1;
    }
    let mut one = view
        .prepare_cached("SELECT seq, at, body, hash FROM events WHERE place = ?1")
        .map_err(fault)?;
    for (_, place) in view.tail.of_session(number, after).take(most - count) {
        one.query_row([place], |row| Ok(chain.read(row)))
            .map_err(fault)??;
    }
    Ok(chain.list)
}

/// Facts of a session that are read one after the other.
struct Chain<'s> {
    /// Where the next one stands.
    link: Link<'s>,
    /// Facts up to this one are not wanted.
    after: u64,
    list: Vec<Record>,
}

impl Chain<'_> {
    fn read(&mut self, row: &Row<'_>) -> Result<(), StoreError> {
        let link = &mut self.link;
        let (seq, hash) = (unsigned(row, 0)?, digest(row, 3)?);
        if seq != link.seq {
            return Err(damaged(link.session.as_str(), "a fact is missing"));
        }
        if seq > self.after {
            let (at, body) = (moment(row, 1)?, text(row, 2)?);
            let event = link.check(at, &body, hash)?;
            self.list.push(Record {
                seq,
                at,
                event,
                hash,
            });
        }
        link.before = hash;
        link.seq += 1;
        Ok(())
    }
}

/// The number that the store gave a session.
pub(super) fn number_of(
    connection: &Connection,
    session: &SessionId,
) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT number FROM sessions WHERE session = ?1")?
        .query_row([session.as_str()], |row| row.get(0))
        .optional()
}

/// The number of a session's newest fact; 0 when there is none.
pub(super) fn last_seq(
    connection: &Connection,
    tail: &Tail,
    session: i64,
) -> rusqlite::Result<u64> {
    if let Some((seq, _)) = tail.of_session(session, 0).next_back() {
        return Ok(seq);
    }
    let seq: i64 = connection
        .prepare_cached("SELECT coalesce(max(seq), 0) FROM places WHERE session = ?1")?
        .query_row([session], |row| row.get(0))?;
    Ok(seq.cast_unsigned())
}

/// What happened to an interaction beside its asking and its closing.
pub(super) fn touches(
    view: &View<'_>,
    session: &SessionId,
    interaction: InteractionId,
) -> Result<Vec<Event>, StoreError> {
    let mut statement = view.prepare_cached(TOUCHES).map_err(fault)?;
    let places = statement
        .query_map([key(interaction)], |row| row.get(0))
        .map_err(fault)?;
    let mut list = Vec::new();
    for place in places.chain(view.tail.touches_of(interaction).map(Ok)) {
        let (_, _, event) = fact_at(view, session, place.map_err(fault)?)?;
        list.push(event);
    }
    Ok(list)
}

pub(super) const TOUCHES: &str = "SELECT place FROM touches WHERE interaction = ?1 ORDER BY place";

/// The fact at a place in the log, which must be one of this session.
pub(super) fn fact_at(
    view: &View<'_>,
    session: &SessionId,
    place: i64,
) -> Result<(u64, Moment, Event), StoreError> {
    let mut statement = view
        .prepare_cached("SELECT seq, at, body, hash, session FROM events WHERE place = ?1")
        .map_err(fault)?;
    let mut found = statement.query([place]).map_err(fault)?;
    let Some(row) = found.next().map_err(fault)? else {
        return Err(damaged(session.as_str(), "a fact is missing"));
    };
    let seq = unsigned(row, 0)?;
    let link = Link {
        session,
        before: hash_before(view, row.get(4).map_err(fault)?, seq).map_err(fault)?,
        seq,
    };
    let at = moment(row, 1)?;
    let event = link.check(at, &text(row, 2)?, digest(row, 3)?)?;
    Ok((seq, at, event))
}

/// The hash of the fact before this one in its session.
fn hash_before(view: &View<'_>, session: i64, seq: u64) -> rusqlite::Result<Digest> {
    let before = seq.saturating_sub(1);
    let hash = |row: &Row<'_>| row.get(0);
    let near = view.tail.of_session(session, before).next();
    let found: Option<[u8; 32]> = match near.filter(|(seq, _)| *seq == before) {
        Some((_, place)) => view
            .prepare_cached("SELECT hash FROM events WHERE place = ?1")?
            .query_row([place], hash)
            .optional()?,
        None => view
            .prepare_cached(
                "SELECT e.hash FROM places p JOIN events e USING (place)
                 WHERE p.session = ?1 AND p.seq = ?2",
            )?
            .query_row((session, before.cast_signed()), hash)
            .optional()?,
    };
    Ok(found.map(Digest).unwrap_or_default())
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
