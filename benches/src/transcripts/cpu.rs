//! The processor's time.

use rustix::time::{ClockId, clock_gettime};

/// Seconds that this thread has had the processor.
pub(super) fn seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
