//! The panel: keys in, answers out; pictures in one place.

mod answering;
mod approvals;
mod hands;
mod keys;
mod pictures;
mod storm;
mod writing;
