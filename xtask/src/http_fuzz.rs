//! A property-based tester drives the real desk by its OpenAPI document: no answer may be a
//! server's fault, and none may be undocumented.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::run;

/// The tester, pinned.
const TESTER: &str = "schemathesis==4.32.5";
/// Streams never end, so no response of theirs can be looked at whole.
const STREAMS: &[&str] = &[
    "task_stream",
    "session_events",
    "events",
    "transcript_events",
];

pub(crate) fn http_fuzz() -> Result<()> {
    let folder = build_folder().join("http-fuzz");
    let tester = install(&folder)?;
    // The same features as the tests were built with, so that nothing is built twice.
    run::run("cargo", &["build", "--quiet", "--workspace", "--bins"])?;
    let desk = Desk::start(&folder)?;
    // An agent is let in to less, and what it is told instead is documented too.
    for whose in ["person", "agent"] {
        drive(&tester, &desk, whose)?;
    }
    Ok(())
}

/// Drives the desk with this token.
fn drive(tester: &str, desk: &Desk, whose: &str) -> Result<()> {
    let (address, bearer) = (
        format!("{}/api/openapi.json", desk.url),
        format!("Authorization: Bearer {}", desk.token(whose)?),
    );
    let mut arguments = vec!["run", &address, "--header", &bearer];
    for stream in STREAMS {
        arguments.extend(["--exclude-operation-id", stream]);
    }
    arguments.extend([
        "--checks",
        "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
        "--phases",
        "examples,coverage,fuzzing",
        "--max-examples",
        "20",
        "--seed",
        "1",
        "--request-timeout",
        "20",
        "--no-color",
    ]);
    run::run(tester, &arguments)
}

fn build_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| crate::root().join("target"), PathBuf::from)
}

/// The tester in an environment of its own below the build folder.
fn install(folder: &Path) -> Result<String> {
    let python = folder.join("python");
    let tester = python.join("bin/schemathesis");
    if !tester.exists() {
        fs::create_dir_all(folder).context("cannot create a folder for the tester")?;
        run::run("python3", &["-m", "venv", &python.to_string_lossy()])?;
        let pip = python.join("bin/pip");
        run::run(&pip, &["install", "--quiet", TESTER])?;
    }
    Ok(tester.to_string_lossy().into_owned())
}

/// A desk on a free port, stopped when dropped.
struct Desk {
    process: Child,
    url: String,
    data: PathBuf,
}

impl Desk {
    fn start(folder: &Path) -> Result<Self> {
        let data = folder.join("data");
        let _ = fs::remove_dir_all(&data);
        let process = Command::new(build_folder().join("debug/sayso"))
            .args(["serve", "--listen", "127.0.0.1:0", "--longest-wait", "1s"])
            .env("SAYSO_DATA", &data)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start the desk")?;
        let mut desk = Self {
            process,
            url: String::new(),
            data,
        };
        for _ in 0..500 {
            let said = fs::read_to_string(desk.data.join("desk.json")).unwrap_or_default();
            let said: serde_json::Value = serde_json::from_str(&said).unwrap_or_default();
            if let Some(url) = said["url"].as_str() {
                desk.url = url.to_owned();
                return Ok(desk);
            }
            ensure!(desk.process.try_wait()?.is_none(), "the desk ended at once");
            thread::sleep(Duration::from_millis(20));
        }
        anyhow::bail!("the desk did not say where it listens")
    }

    fn token(&self, whose: &str) -> Result<String> {
        let token = fs::read_to_string(self.data.join(format!("{whose}.token")))?;
        Ok(token.trim().to_owned())
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
