use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use crate::latency::Latency;

/// Something that can do cycles on a disk.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    /// The numbers of callers with which it makes sense.
    pub(crate) at_once: &'static [usize],
    /// Runs cycles in an empty folder, with so many callers, for so long.
    pub(crate) run: fn(&Path, usize, Duration) -> Result<Cycles>,
}

/// What came out of one stretch.
pub(crate) struct Cycles {
    pub(crate) per_second: f64,
    /// From handing in the second write, the answer, to the caller that goes on.
    pub(crate) wake: Latency,
}
