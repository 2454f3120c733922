//! How soon a desk is of use after it starts on a store with a past.
//!
//! From opening the file, warm, until the first answer to an open interaction is acknowledged, and
//! until all that are open are listed.

use std::path::Path;
use std::time::Instant;

use anyhow::{Result, ensure};
use sayso_core::id::InteractionId;

use super::history::{LONG, OPEN, SHORT};
use super::{filled_store, fixture};
use crate::median::median;
use crate::settings::scratch;
use crate::table::Table;

/// How often each store is started on; the median counts.
const STARTS: usize = 5;

/// One store, and how many milliseconds each start took.
#[derive(Default)]
struct Measured {
    answered: Vec<f64>,
    listed: Vec<f64>,
}

pub(super) fn run(long: &Path, open: &[InteractionId]) -> Result<()> {
    let short = scratch()?;
    let open_short = filled_store::fill(short.path(), SHORT, OPEN)?;
    let (mut at_short, mut at_long) = (Measured::default(), Measured::default());
    for n in 0..STARTS {
        at_short.start(short.path(), open_short[n])?;
        at_long.start(long, open[n])?;
    }
    let mut table = Table::new([
        "past",
        "open",
        "first answer",
        "ratio",
        "all listed",
        "ratio",
    ]);
    for (past, one) in [(SHORT, &at_short), (LONG, &at_long)] {
        let answered = middle(&one.answered);
        let listed = middle(&one.listed);
        table.row([
            past.to_string(),
            OPEN.to_string(),
            format!("{answered:.1} ms"),
            format!("{:.2}", answered / middle(&at_short.answered)),
            format!("{listed:.1} ms"),
            format!("{:.2}", listed / middle(&at_short.listed)),
        ]);
    }
    println!("{table}");
    Ok(())
}

impl Measured {
    fn start(&mut self, folder: &Path, open: InteractionId) -> Result<()> {
        let started = Instant::now();
        let desk = fixture::desk(folder)?;
        let handle = desk.handle();
        handle.answer(fixture::answer(open, "r1.q1")).wait()?;
        self.answered.push(started.elapsed().as_secs_f64() * 1e3);
        let pending = handle.reader().pending(OPEN as usize)?;
        self.listed.push(started.elapsed().as_secs_f64() * 1e3);
        ensure!(!pending.is_empty(), "nothing is open");
        Ok(())
    }
}

fn middle(values: &[f64]) -> f64 {
    median(values).unwrap_or_default()
}
