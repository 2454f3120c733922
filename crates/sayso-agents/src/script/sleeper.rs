//! Who waits while a scenario pauses.

use std::time::Duration;

use super::stop::Stop;

/// Waits while a scenario pauses: the clock on the wall, or a test that only counts.
/// Any closure will do.
pub trait Sleeper: Send + Sync {
    /// Waits that long, or until it is told to stop.
    fn sleep(&self, pause: Duration, stop: &Stop);
}

impl<F: Fn(Duration, &Stop) + Send + Sync> Sleeper for F {
    fn sleep(&self, pause: Duration, stop: &Stop) {
        self(pause, stop);
    }
}

/// Waits for as long as it says.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealSleeper;

impl Sleeper for RealSleeper {
    fn sleep(&self, pause: Duration, stop: &Stop) {
        stop.wait_for(pause);
    }
}
