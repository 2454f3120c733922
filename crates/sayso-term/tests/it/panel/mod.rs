//! The panel: keys in, answers out; pictures in one place.

mod actions;
mod answering;
mod approvals;
mod guarded;
pub(crate) mod hands;
mod hostile;
mod inline;
mod keyboard;
mod keys;
mod pictures;
mod storm;
mod writing;
