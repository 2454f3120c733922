//! The time that all nodes share: the database's.

use std::sync::atomic::{AtomicI64, Ordering};

use sayso_core::moment::Moment;

use crate::clock::{Clock, SystemClock};

/// The database's time. It runs with this machine's clock and is compared with the database's
/// now and then, so that a deadline is the same moment on every node.
#[derive(Debug, Default)]
pub struct DatabaseClock {
    machine: SystemClock,
    /// Milliseconds by which the database is ahead.
    ahead: AtomicI64,
}

impl DatabaseClock {
    /// This machine's own time.
    pub(super) fn local(&self) -> i64 {
        self.machine.now().millis()
    }

    /// The database said `there` at some moment between `asked` and `heard`. What is known is
    /// only corrected as far as it cannot be right.
    pub(super) fn compare(&self, asked: i64, there: i64, heard: i64) {
        let (least, most) = (there - heard, there - asked);
        let ahead = self.ahead.load(Ordering::Relaxed);
        if least <= most {
            self.ahead
                .store(ahead.clamp(least, most), Ordering::Relaxed);
        }
    }
}

impl Clock for DatabaseClock {
    fn now(&self) -> Moment {
        Moment::from_millis(self.local() + self.ahead.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests;
