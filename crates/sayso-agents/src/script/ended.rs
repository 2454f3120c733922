//! How a play ended.

use sayso_desk::DeskError;

/// How a play ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The agent did what it was to do.
    Completed,
    /// It could not, and says why. An ask that was cancelled, timed out or was refused ends
    /// like this where the scenario has no branch for it.
    Failed(String),
    /// The person interrupted it, or it was told to stop.
    Stopped,
    /// The desk did not do its part. Playing again goes on where this left off.
    Desk(DeskError),
}
