//! Whether a cycle costs more after a long past than after a short one.

use std::path::Path;

use anyhow::Result;

use super::history::{LONG, OPEN, SHORT};
use super::{cycles, filled_store, fixture};
use crate::median::median;
use crate::settings::{Settings, scratch};
use crate::table::Table;

/// How many callers there are at once.
const AT_ONCE: [usize; 2] = [16, 128];

/// How many stretches are run on each store, in turns; the median counts.
const STRETCHES: usize = 3;

pub(super) fn run(settings: &Settings, long: &Path) -> Result<()> {
    let mut table = Table::new(["past", "at once", "cycles/s", "of the short past"]);
    for at_once in AT_ONCE {
        let (mut after_short, mut after_long) = (Vec::new(), Vec::new());
        for _ in 0..STRETCHES {
            // Filled anew each time, since cycles make a past.
            let short = scratch()?;
            filled_store::fill(short.path(), SHORT, OPEN)?;
            after_short.push(per_second(settings, short.path(), at_once)?);
            after_long.push(per_second(settings, long, at_once)?);
        }
        let floor = median(&after_short).unwrap_or_default();
        for (past, per_second) in [(SHORT, &after_short), (LONG, &after_long)] {
            let per_second = median(per_second).unwrap_or_default();
            table.row([
                past.to_string(),
                at_once.to_string(),
                format!("{per_second:.0}"),
                format!("{:.2}", per_second / floor),
            ]);
        }
    }
    println!("{table}");
    Ok(())
}

fn per_second(settings: &Settings, folder: &Path, at_once: usize) -> Result<f64> {
    let desk = fixture::desk(folder)?;
    Ok(cycles::drive_on(&desk, at_once, settings.stretch())?.per_second)
}
