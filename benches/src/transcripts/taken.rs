//! How long a pass took.

use std::time::Instant;

use anyhow::Result;
use rustix::time::{ClockId, clock_gettime};

use crate::median::median;

/// How long a pass took, in seconds: of the processor, all threads of its process together, and on
/// the wall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub(super) cpu: f64,
    pub(super) wall: f64,
}

impl Taken {
    /// By this pass, which is alone in this process.
    pub(super) fn by<T>(pass: impl FnOnce() -> Result<T>) -> Result<(T, Self)> {
        let (cpu, wall) = (cpu_seconds(), Instant::now());
        let done = pass()?;
        let taken = Self {
            cpu: cpu_seconds() - cpu,
            wall: wall.elapsed().as_secs_f64(),
        };
        Ok((done, taken))
    }

    /// The middle of each; nothing when there are none.
    pub(super) fn median(all: &[Self]) -> Option<Self> {
        let of = |pick: fn(&Self) -> f64| median(&all.iter().map(pick).collect::<Vec<_>>());
        Some(Self {
            cpu: of(|taken| taken.cpu)?,
            wall: of(|taken| taken.wall)?,
        })
    }
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
