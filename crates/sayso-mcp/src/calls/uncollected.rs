//! A question that waits to be collected.

use sayso_core::id::InteractionId;

use super::asking::Asking;

/// A question whose outcome its asker has not got.
#[derive(Clone, Debug)]
pub(crate) struct Uncollected {
    pub(crate) interaction: InteractionId,
    pub(crate) asking: Asking,
    /// What its secret words can be collected with.
    pub(crate) collect_token: Option<String>,
    /// Whether the person put its form away: then no other is shown.
    pub(crate) form_away: bool,
}
