//! The end of a test, told to the threads that go on until then.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether it is over.
#[derive(Default)]
pub(crate) struct Over(AtomicBool);

/// It is over when this goes, also when it goes because the test fails.
pub(crate) struct Until<'o>(&'o Over);

impl Over {
    pub(crate) fn until_dropped(&self) -> Until<'_> {
        Until(self)
    }

    pub(crate) fn is(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

impl Drop for Until<'_> {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::SeqCst);
    }
}
