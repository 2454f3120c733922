use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Parser;
use clap::builder::PossibleValuesParser;
use tempfile::TempDir;

use crate::bench::BENCHES;
use crate::http::Served;

/// Measure Sayso beside bare floors, in one run on one disk.
#[derive(Parser)]
#[command(bin_name = "cargo xtask bench")]
pub(crate) struct Settings {
    /// What to measure; everything, when empty.
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(BENCHES.iter().map(|bench| bench.name)))]
    names: Vec<String>,

    /// How long each timed stretch lasts.
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,

    /// Only with so many callers at once.
    #[arg(long, value_name = "N")]
    at_once: Option<usize>,

    /// Only those whose name has this in it; what they are compared with is then missing.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,

    /// Measure memory in this process, with or without waiters, and print just that.
    #[arg(long, hide = true)]
    pub(crate) memory_with_waiters: Option<bool>,

    /// Be this server, in this folder, and measure nothing.
    #[arg(long, hide = true, value_enum)]
    pub(crate) serve: Option<Served>,

    /// Where the server keeps its data.
    #[arg(long, hide = true, default_value = ".")]
    pub(crate) serve_in: PathBuf,

    /// How many clients watch the streams.
    #[arg(long, value_name = "N")]
    pub(crate) watchers: Option<usize>,

    /// How often each program is started.
    #[arg(long, default_value_t = 50)]
    pub(crate) starts: usize,

    /// The sayso binary to start; by default the one built beside this program.
    #[arg(long, value_name = "PATH")]
    sayso: Option<PathBuf>,
}

impl Settings {
    pub(crate) fn wants(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|wanted| wanted == name)
    }

    pub(crate) fn wants_at_once(&self, at_once: usize) -> bool {
        self.at_once.is_none_or(|wanted| wanted == at_once)
    }

    pub(crate) fn wants_subject(&self, name: &str) -> bool {
        let only = self.only.as_deref();
        only.is_none_or(|text| name.contains(text))
    }

    pub(crate) fn stretch(&self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }

    /// The sayso binary, when there is one.
    pub(crate) fn sayso(&self) -> Option<PathBuf> {
        let path = self.sayso.clone().or_else(|| beside_us("sayso").ok())?;
        path.is_file().then_some(path)
    }
}

/// A program that was built into the same folder as this one.
pub(crate) fn beside_us(program: &str) -> Result<PathBuf> {
    Ok(build_folder()?.join(program))
}

/// Where `cargo xtask setup --bench` put the programs to compare with.
pub(crate) fn peers() -> Result<PathBuf> {
    let built = build_folder()?;
    Ok(built.parent().unwrap_or(&built).join("peers"))
}

/// An empty folder for data, gone when dropped. It lies beside this program and so, unlike the
/// system's temporary folder, on a disk.
pub(crate) fn scratch() -> Result<TempDir> {
    tempfile::Builder::new()
        .prefix("bench-")
        .tempdir_in(build_folder()?)
        .context("cannot create a folder for the data")
}

fn build_folder() -> Result<PathBuf> {
    let us = std::env::current_exe().context("cannot find this program")?;
    let folder = us.parent().map(Path::to_owned);
    folder.context("this program lies in no folder")
}
