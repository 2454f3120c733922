//! A fact as the audit log exports it.

use sayso_core::digest::Digest;
use sayso_core::id::SessionId;
use sayso_core::moment::Moment;

/// A fact as it is stored, with its place in the whole log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordLine {
    /// Its place in the whole log.
    pub place: u64,
    /// Its session.
    pub session: SessionId,
    /// Its number in the session.
    pub seq: u64,
    /// When it was recorded.
    pub at: Moment,
    /// What kind of fact.
    pub kind: String,
    /// The fact, exactly as it is hashed.
    pub body: String,
    /// Chains it to the one before in its session.
    pub hash: Digest,
}
