//! Telling a play to stop.

use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

/// Tells a play to stop, from any thread, also while it pauses or waits for an answer.
/// What it has asked stays open: whoever wants it closed interrupts the session at the desk.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    stopped: Mutex<bool>,
    changed: Condvar,
}

impl Stop {
    /// Stops the play, for good.
    pub fn stop(&self) {
        *self.lock() = true;
        self.0.changed.notify_all();
    }

    /// Whether it was told to stop.
    pub fn is_stopped(&self) -> bool {
        *self.lock()
    }

    /// Waits that long, or until it is told to stop; tells whether it was.
    pub fn wait_for(&self, time: Duration) -> bool {
        let waited = self
            .0
            .changed
            .wait_timeout_while(self.lock(), time, |stopped| !*stopped);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Blocks this thread until the future is there; none when it is told to stop before.
    pub(super) fn outlast<F: Future>(&self, future: F) -> Option<F::Output> {
        let mut future = pin!(future);
        let bell = Arc::new(Bell {
            stop: self.clone(),
            rung: AtomicBool::new(false),
        });
        let waker = Waker::from(bell.clone());
        loop {
            if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                return Some(output);
            }
            let waiting = |stopped: &mut bool| !*stopped && !bell.rung.load(Ordering::SeqCst);
            let woken = self.0.changed.wait_while(self.lock(), waiting);
            if *woken.unwrap_or_else(PoisonError::into_inner) {
                return None;
            }
            bell.rung.store(false, Ordering::SeqCst);
        }
    }

    fn lock(&self) -> MutexGuard<'_, bool> {
        self.0
            .stopped
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes one thread that waits in `outlast`.
struct Bell {
    stop: Stop,
    rung: AtomicBool,
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        // Under the lock, so that it does not ring between a look and the sleep after it.
        let held = self.stop.lock();
        self.rung.store(true, Ordering::SeqCst);
        drop(held);
        self.stop.0.changed.notify_all();
    }
}
