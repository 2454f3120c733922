//! Why the desk did not do what it was asked to.

use sayso_core::refusal::Refusal;

use crate::store::StoreError;

/// Why the desk did not do what it was asked to. None of these is an answer, and after each of
/// them the interaction stands as it stood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeskError {
    /// The rules do not allow it.
    #[error("{}", .0.text(sayso_core::lang::Lang::En))]
    Refused(Refusal),
    /// It could not be written or read. Nothing was acknowledged.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// More wishes at once than the desk takes; try again in a moment.
    #[error("the desk is busy; try again in a moment")]
    Busy,
    /// More waiters than the desk takes.
    #[error("too many are waiting; ask without waiting and collect the answer later")]
    TooManyWaiters,
    /// The desk stopped. What was open stays open.
    #[error("the desk stopped; open questions stay open and are there again after a restart")]
    Stopped,
}

impl From<Refusal> for DeskError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
