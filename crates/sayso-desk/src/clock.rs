//! The desk's clock: the only place that reads the time.

use std::sync::atomic::{AtomicI64, Ordering};

use rustix::time::{ClockId, clock_gettime};
use sayso_core::moment::Moment;

/// Tells the desk what time it is.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> Moment;
}

/// How far the wall clock may drift from the running one and still be believed.
const DRIFT_MILLIS: i64 = 1_000;

/// The machine's time. It follows the wall clock's small corrections but not its jumps: a jump
/// while the desk runs neither fires a deadline early nor puts it off. Time spent in suspend
/// counts.
#[derive(Debug)]
pub struct SystemClock {
    /// Wall time minus running time, in milliseconds.
    offset: AtomicI64,
}

impl SystemClock {
    /// Takes the wall clock's word once.
    pub fn new() -> Self {
        Self {
            offset: AtomicI64::new(wall_millis() - running_millis()),
        }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Moment {
        let (wall, running) = (wall_millis(), running_millis());
        let offset = self.offset.load(Ordering::Relaxed);
        let now = running + offset;
        if wall != now && (wall - now).abs() <= DRIFT_MILLIS {
            self.offset.store(wall - running, Ordering::Relaxed);
            return Moment::from_millis(wall);
        }
        Moment::from_millis(now)
    }
}

/// What the wall's clock says, even if somebody has just set it: what times of files are compared with.
pub fn wall_time() -> Moment {
    Moment::from_millis(wall_millis())
}

fn wall_millis() -> i64 {
    millis(ClockId::Realtime)
}

fn running_millis() -> i64 {
    #[cfg(target_os = "linux")]
    let id = ClockId::Boottime;
    #[cfg(not(target_os = "linux"))]
    let id = ClockId::Monotonic;
    millis(id)
}

fn millis(id: ClockId) -> i64 {
    let time = clock_gettime(id);
    time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
}

/// The machine's own time, for what takes so little of it that no deadline is touched.
pub(crate) fn running_nanos() -> i64 {
    let time = clock_gettime(ClockId::Monotonic);
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// A clock that stands still until it is moved: for tests.
#[derive(Debug)]
pub struct ManualClock {
    millis: AtomicI64,
}

impl ManualClock {
    /// Stands at this moment.
    pub fn new(at: Moment) -> Self {
        Self {
            millis: AtomicI64::new(at.millis()),
        }
    }

    /// Moves on. A desk that sleeps has to be told by `Handle::clock_moved`.
    pub fn advance(&self, millis: i64) {
        self.millis.fetch_add(millis, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Moment {
        Moment::from_millis(self.millis.load(Ordering::SeqCst))
    }
}
