//! How long something is waited for that may not come.

use std::time::Duration;

use crate::clock::running_nanos;

/// A little time to wait for something that may not come. It runs out by the machine's own clock:
/// on a busy one a single step aside can take longer than all of it.
pub(crate) struct Patience {
    until: i64,
}

impl Patience {
    /// So much, from now on.
    pub(crate) fn of(time: Duration) -> Self {
        let nanos = i64::try_from(time.as_nanos()).unwrap_or(i64::MAX);
        Self {
            until: running_nanos().saturating_add(nanos),
        }
    }

    /// Whether there is some left.
    pub(crate) fn is_left(&self) -> bool {
        running_nanos() < self.until
    }
}
