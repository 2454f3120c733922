//! What a teller says next.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use bytes::Bytes;

/// Where a teller lays what comes next: one piece, and no more before that is taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slot(Arc<Mutex<Option<Bytes>>>);

impl Slot {
    /// Lays it there, once what lay there is taken. Nobody is woken for that: a teller goes on when
    /// its listener takes.
    pub(crate) async fn put(&self, bytes: Bytes) {
        let mut bytes = Some(bytes);
        poll_fn(|_| {
            let mut there = self.lock();
            if there.is_some() {
                return Poll::Pending;
            }
            *there = bytes.take();
            Poll::Ready(())
        })
        .await;
    }

    pub(crate) fn take(&self) -> Option<Bytes> {
        self.lock().take()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Bytes>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
