//! The official suite, for both eras.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::install::Tools;
use super::{build_folder, source};
use crate::run;

/// The revisions that the suite knows a set of requirements for.
const REVISIONS: &[&str] = &["2025-11-25", "2026-07-28"];

pub(crate) fn conformance(tools: &Tools) -> Result<()> {
    run::run(
        "cargo",
        &[
            "build",
            "--quiet",
            "--package=sayso",
            "--example=conformance",
        ],
    )?;
    let server = build_folder().join("debug/examples/conformance");
    let (_server, line) = told(Command::new(server))?;
    let (url, token) = line.split_once(' ').context("the server told no address")?;
    let mut proxy = Command::new(&tools.node);
    proxy.arg(source("with_token.mjs")).args([url, token]);
    let (_proxy, address) = told(proxy)?;
    for revision in REVISIONS {
        println!("conformance with {revision}");
        let out = tools.folder.join(format!("results-{revision}"));
        let expected = source(&format!("expected-{revision}.yaml"));
        run_suite(tools, &address, revision, &expected, &out)?;
    }
    Ok(())
}

fn run_suite(
    tools: &Tools,
    address: &str,
    revision: &str,
    expected: &Path,
    out: &Path,
) -> Result<()> {
    let ran = Command::new(&tools.node)
        .arg(&tools.suite)
        .args(["server", "--url", &format!("{address}/mcp")])
        .args(["--requirements", revision, "--timeout", "120000"])
        .arg("--expected-failures")
        .arg(expected)
        .arg("-o")
        .arg(out)
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start the suite")?;
    let said = String::from_utf8_lossy(&ran.stdout);
    let summary = said.split("=== SUMMARY ===").last().unwrap_or_default();
    println!("{}", summary.trim());
    ensure!(
        ran.status.success(),
        "the suite fails for {revision}; see {}",
        out.display()
    );
    Ok(())
}

/// A process that is ended when dropped.
pub(super) struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a program and waits for the first line that it tells.
pub(super) fn told(mut command: Command) -> Result<(Running, String)> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {command:?}"))?;
    let stdout = child.stdout.take().context("no standard output")?;
    let mut line = String::new();
    let running = Running(child);
    BufReader::new(stdout).read_line(&mut line)?;
    ensure!(!line.is_empty(), "{command:?} ended at once");
    Ok((running, line.trim().to_owned()))
}
