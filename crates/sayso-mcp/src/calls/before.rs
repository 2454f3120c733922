//! A question of before.

use sayso_core::id::InteractionId;

use super::attending::Attending;

/// A question that was asked before, and may be taken up.
#[derive(Debug)]
pub(crate) struct Before {
    pub(crate) interaction: InteractionId,
    /// Only while it is open: an answer that nobody fetched was given to another call.
    pub(crate) only_open: bool,
    /// The place of the call that was given up, for the one that takes over from it.
    pub(crate) place: Option<Attending>,
}
