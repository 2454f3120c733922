//! A question like the one that is asked.

use sayso_core::id::InteractionId;

/// A question that is the same, as far as that can be told.
pub(super) struct Alike {
    pub(super) interaction: InteractionId,
    pub(super) only_open: bool,
    /// Whether another session's place was taken, and is counted already.
    pub(super) taken: bool,
}
