//! One that comes for another's place.

use tokio::sync::oneshot;

use super::asking::Asking;
use super::before::Before;

/// One that asks what another call waits for, which may be its own that it has given up.
#[derive(Debug)]
pub(super) struct Comer {
    pub(super) asking: Asking,
    pub(super) gets: oneshot::Sender<Before>,
}
