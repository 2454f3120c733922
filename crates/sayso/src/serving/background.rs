//! Starting a desk in the background, for those who have no terminal to ask on.

use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::runtime_file::RuntimeFile;
use crate::config::Config;

/// How long a desk may take to start.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long another that was faster may take to say where it listens.
const OTHERS: Duration = Duration::from_secs(1);
/// How often one looks.
const LOOK: Duration = Duration::from_millis(20);

/// Where the desk of this directory listens; starts one when none runs.
pub(crate) fn desk_address(config: &Config) -> Option<String> {
    if let Some(url) = RuntimeFile::find(&config.data) {
        return Some(url);
    }
    let program = std::env::current_exe().ok()?;
    let mut child = Command::new(program)
        .args(["serve", "--in-background"])
        .env("SAYSO_DATA", &config.data)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut left = PATIENCE;
    while !left.is_zero() {
        if let Some(url) = RuntimeFile::find(&config.data) {
            return Some(url);
        }
        if !matches!(child.try_wait(), Ok(None)) {
            left = left.min(OTHERS);
        }
        thread::sleep(LOOK);
        left = left.saturating_sub(LOOK);
    }
    None
}
