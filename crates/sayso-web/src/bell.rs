//! What wakes everyone who waits for the same thing.

#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;

use slab::Slab;

use crate::ear::Ear;

/// How many are woken before others may come or go.
const AT_ONCE: usize = 64;

/// Wakes everyone who listens, as often as it rings. It says nothing: whoever wakes looks at what it
/// listens for. A listener is known from its first look to its end, so that one who has looked and
/// listens on costs nothing; thousands do, and each hears of every fact.
#[derive(Debug, Default)]
pub(crate) struct Bell {
    ears: Mutex<Slab<Waker>>,
}

impl Bell {
    /// A listener, from its first look on.
    pub(crate) fn ear(self: &Arc<Self>) -> Ear {
        Ear::new(self.clone())
    }

    /// Wakes all. What they listen for must be there before.
    pub(crate) fn ring(&self) {
        let mut first = 0;
        loop {
            let ears = self.lock();
            if first >= ears.capacity() {
                return;
            }
            let some = first..first + AT_ONCE;
            for waker in some.filter_map(|place| ears.get(place)) {
                waker.wake_by_ref();
            }
            first += AT_ONCE;
        }
    }

    /// Takes a listener in, and says which place it has.
    pub(crate) fn add(&self, waker: Waker) -> usize {
        self.lock().insert(waker)
    }

    /// Lets a listener go.
    pub(crate) fn remove(&self, place: usize) {
        let gone = self.lock().try_remove(place);
        // Not while others wait for the lock: it may be the last of what it wakes.
        drop(gone);
    }

    fn lock(&self) -> MutexGuard<'_, Slab<Waker>> {
        self.ears.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
