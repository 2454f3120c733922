//! Running other programs from the root of the workspace.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// Runs a program, its output shown as it comes; anything but success is an error.
pub(crate) fn run(program: impl AsRef<OsStr>, args: &[&str]) -> Result<()> {
    let program = program.as_ref();
    let shown = program.display();
    let status = Command::new(program)
        .args(args)
        .current_dir(crate::root())
        .status()
        .with_context(|| format!("cannot start {shown}"))?;
    ensure!(status.success(), "{shown} ended with {status}");
    Ok(())
}

/// Runs a program and returns what it wrote to standard output.
pub(crate) fn output(program: &str, args: &[&str]) -> Result<Vec<u8>> {
    let output = Command::new(program)
        .args(args)
        .current_dir(crate::root())
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start {program}"))?;
    ensure!(
        output.status.success(),
        "{program} ended with {}",
        output.status
    );
    Ok(output.stdout)
}

/// Whether a program can be started and says so when called with `args`.
pub(crate) fn answers(program: &str, args: &[&str]) -> bool {
    Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
