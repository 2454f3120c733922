//! How a call was left.

use tokio::time::Instant;

/// How the last call that waited for something ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    pub(super) at: Instant,
    /// Without a result that its client could have got.
    pub(super) cut: bool,
}
