//! What a call asks.

use sayso_core::digest::Digest;
use sayso_core::id::SessionId;

use super::owner::Owner;

/// What is asked, and by whom.
#[derive(Clone, Debug)]
pub(crate) struct Asking {
    pub(crate) owner: Owner,
    pub(crate) session: SessionId,
    pub(crate) digest: Digest,
    /// Whether it is leave to act, which a person gives for one call.
    pub(crate) approval: bool,
}

impl Asking {
    /// Whether it is the same question of the same asker, as far as that can be told.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        self.owner == other.owner && self.digest == other.digest
    }
}
