use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Poll, Waker};

use crate::bell::Bell;

/// One who listens to a bell, for as long as it is kept.
#[derive(Debug)]
pub(crate) struct Ear {
    bell: Arc<Bell>,
    /// Whom the bell wakes, and its place there. None before the first look.
    known: Option<(Waker, usize)>,
}

impl Ear {
    pub(crate) fn new(bell: Arc<Bell>) -> Self {
        Self { bell, known: None }
    }

    /// Looks, now and whenever the bell rings, until something is there.
    pub(crate) async fn until<T>(&mut self, mut look: impl FnMut() -> Option<T>) -> T {
        poll_fn(|context| {
            // First the ear, then the look: what comes in between rings.
            self.listen(context.waker());
            look().map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }

    fn listen(&mut self, waker: &Waker) {
        if let Some((known, place)) = &self.known {
            if known.will_wake(waker) {
                return;
            }
            self.bell.remove(*place);
        }
        let place = self.bell.add(waker.clone());
        self.known = Some((waker.clone(), place));
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        if let Some((_, place)) = &self.known {
            self.bell.remove(*place);
        }
    }
}
