//! What a long past costs, on one store that is filled once.

use anyhow::Result;

use super::{filled_store, history_growth, recovery};
use crate::settings::{Settings, scratch};

/// Past interactions of the two stores that are set side by side.
pub(super) const SHORT: u64 = 1_000;
pub(super) const LONG: u64 = 1_000_000;

/// Interactions that are open, in both.
pub(super) const OPEN: u64 = 10_000;

pub(crate) fn run(settings: &Settings) -> Result<()> {
    let long = scratch()?;
    let open = filled_store::fill(long.path(), LONG, OPEN)?;
    recovery::run(long.path(), &open)?;
    history_growth::run(settings, long.path())
}
