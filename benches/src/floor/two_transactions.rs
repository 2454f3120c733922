//! Floor: one thread, one connection, each write a transaction of its own.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::bare_rows;
use crate::cycles::{Cycles, Subject};
use crate::latency::Latency;

pub(crate) const SUBJECT: Subject = Subject {
    name: "floor: two bare transactions",
    at_once: &[1],
    run,
};

fn run(folder: &Path, _one: usize, stretch: Duration) -> Result<Cycles> {
    let connection = bare_rows::open(folder)?;
    let mut wake = Latency::new()?;
    let mut count = 0_u32;
    let started = Instant::now();
    while started.elapsed() < stretch {
        count += 1;
        bare_rows::insert(&connection, i64::from(count))?;
        let answered = Instant::now();
        bare_rows::update(&connection, i64::from(count))?;
        wake.record(answered.elapsed());
    }
    let per_second = f64::from(count) / started.elapsed().as_secs_f64();
    Ok(Cycles { per_second, wake })
}
