//! Facts read back: only what was recorded is ever taken for a fact.

use sayso_core::digest::Digest;
use sayso_core::event::Event;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::record::{Record, chain};
use tokio_postgres::Row;
use tokio_postgres::types::FromSql;
use uuid::Uuid;

use super::fault::damaged;
use crate::store::StoreError;

/// Where the next fact stands in the chain of its session.
pub(super) struct Link<'s> {
    pub(super) session: &'s SessionId,
    /// The hash of the fact before it.
    pub(super) before: Digest,
    pub(super) seq: u64,
}

impl<'s> Link<'s> {
    /// The beginning of a session.
    pub(super) fn first(session: &'s SessionId) -> Self {
        Self {
            session,
            before: Digest::default(),
            seq: 1,
        }
    }

    /// The fact, if it is what was recorded here: nothing else is ever taken for a decision.
    pub(super) fn check(&self, at: Moment, body: &str, hash: Digest) -> Result<Event, StoreError> {
        if chain(self.before, self.session, self.seq, at, body.as_bytes()) != hash {
            let place = format!("session {}, fact {}", self.session, self.seq);
            return Err(damaged(&place, "it is not what was recorded"));
        }
        parse(body)
    }

    /// The fact whose number, time, body and hash stand in these columns and the next three. It
    /// must be the one that comes now; then the one after it does.
    pub(super) fn take(&mut self, row: &Row, column: usize) -> Result<Record, StoreError> {
        if unsigned(row, column)? != self.seq {
            return Err(damaged(self.session.as_str(), "a fact is missing"));
        }
        let (at, hash) = (moment(row, column + 1)?, digest(row, column + 3)?);
        let event = self.check(at, get(row, column + 2)?, hash)?;
        let record = Record {
            seq: self.seq,
            at,
            event,
            hash,
        };
        self.before = hash;
        self.seq += 1;
        Ok(record)
    }
}

pub(super) fn parse(body: &str) -> Result<Event, StoreError> {
    serde_json::from_str(body).map_err(|why| damaged("a fact", why))
}

/// A value of a row.
pub(super) fn get<'r, T: FromSql<'r>>(row: &'r Row, column: usize) -> Result<T, StoreError> {
    row.try_get(column).map_err(|why| damaged("a row", why))
}

pub(super) fn unsigned(row: &Row, column: usize) -> Result<u64, StoreError> {
    u64::try_from(get::<i64>(row, column)?).map_err(|why| damaged("a number", why))
}

pub(super) fn moment(row: &Row, column: usize) -> Result<Moment, StoreError> {
    get(row, column).map(Moment::from_millis)
}

pub(super) fn digest(row: &Row, column: usize) -> Result<Digest, StoreError> {
    let bytes: &[u8] = get(row, column)?;
    let whole = bytes.try_into().map_err(|why| damaged("a hash", why))?;
    Ok(Digest(whole))
}

pub(super) fn session(row: &Row, column: usize) -> Result<SessionId, StoreError> {
    get::<&str>(row, column).map(SessionId::from)
}

pub(super) fn interaction(row: &Row, column: usize) -> Result<InteractionId, StoreError> {
    let id: Uuid = get(row, column)?;
    Ok(InteractionId::new(id.as_u128()))
}

/// An interaction's id as it is stored.
pub(super) fn key(interaction: InteractionId) -> Uuid {
    Uuid::from_u128(interaction.bits())
}

/// A number as it is stored.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// How many rows at most.
pub(super) fn rows(most: usize) -> i64 {
    i64::try_from(most).unwrap_or(i64::MAX)
}
