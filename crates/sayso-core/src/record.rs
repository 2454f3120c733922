//! A fact with its place in the log.

use crate::digest::Digest;
use crate::event::Event;
use crate::id::SessionId;
use crate::moment::Moment;

/// A fact with its place in the log of its session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Counted from 1, without a hole.
    pub seq: u64,
    /// When it was recorded.
    pub at: Moment,
    /// The fact.
    pub event: Event,
    /// Chains it to the one before.
    pub hash: Digest,
}

/// The hash that chains a fact to the one before: change, remove, insert or swap any and
/// every later hash differs. `body` is the fact exactly as it is stored.
pub fn chain(before: Digest, session: &SessionId, seq: u64, at: Moment, body: &[u8]) -> Digest {
    Digest::of(&[
        &before.0,
        session.as_str().as_bytes(),
        &seq.to_le_bytes(),
        &at.millis().to_le_bytes(),
        body,
    ])
}
