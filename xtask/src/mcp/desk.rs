//! The desk of the rows, and looking until something is so.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::build_folder;

/// How long something may take, and how often one looks.
const PATIENCE: Duration = Duration::from_secs(120);
const LOOK: Duration = Duration::from_millis(20);

/// Looks until it is so.
pub(super) fn soon(what: &str, mut is_so: impl FnMut() -> Result<bool>) -> Result<()> {
    for _ in 0..PATIENCE.as_millis() / LOOK.as_millis() {
        if is_so()? {
            return Ok(());
        }
        thread::sleep(LOOK);
    }
    bail!("it was waited in vain until {what}")
}

/// A desk for all rows.
pub(super) struct DeskAt {
    pub(super) program: PathBuf,
    pub(super) data: PathBuf,
    pub(super) url: String,
    pub(super) token: String,
    process: Child,
}

impl DeskAt {
    /// A new one, with these settings.
    pub(super) fn start(data: &Path, settings: &str) -> Result<Self> {
        let _ = fs::remove_dir_all(data);
        fs::create_dir_all(data)?;
        fs::write(data.join("config.toml"), settings)?;
        let program = build_folder().join("debug/sayso");
        let process = serve(&program, data, "127.0.0.1:0")?;
        let mut desk = Self {
            program,
            data: data.to_owned(),
            url: String::new(),
            token: String::new(),
            process,
        };
        desk.url = desk.said()?;
        desk.token = fs::read_to_string(data.join("agent.token"))?
            .trim()
            .to_owned();
        Ok(desk)
    }

    /// Kills it and starts another in its place.
    pub(super) fn kill(&mut self) -> Result<()> {
        self.process.kill()?;
        self.process.wait()?;
        let _ = fs::remove_file(self.data.join("desk.json"));
        let address = self.url.trim_start_matches("http://").to_owned();
        self.process = serve(&self.program, &self.data, &address)?;
        let url = self.said()?;
        ensure!(url == self.url, "the next desk listens at {url}");
        Ok(())
    }

    /// Where it listens, as soon as it says so.
    fn said(&mut self) -> Result<String> {
        let mut found = None;
        soon("the desk says where it listens", || {
            let said = fs::read_to_string(self.data.join("desk.json")).unwrap_or_default();
            let said: Value = serde_json::from_str(&said).unwrap_or_default();
            found = said["url"].as_str().map(str::to_owned);
            if let Some(status) = self.process.try_wait()? {
                bail!("the desk ended: {status}");
            }
            Ok(found.is_some())
        })?;
        found.context("the desk listens nowhere")
    }

    pub(super) fn sayso(&self, args: &[&str]) -> Result<String> {
        // Without the marks of an agent that runs this: below one nobody answers.
        let output = Command::new(&self.program)
            .args(args)
            .env_clear()
            .env("SAYSO_DATA", &self.data)
            .stdin(Stdio::null())
            .output()?;
        let wrong = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "sayso {args:?}: {wrong}");
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn pending(&self) -> Result<Vec<String>> {
        let listed: Value = serde_json::from_str(&self.sayso(&["pending", "--json"])?)?;
        let ids = listed.as_array().into_iter().flatten();
        Ok(ids
            .filter_map(|one| one["interaction_id"].as_str().map(str::to_owned))
            .collect())
    }

    /// The one open question, as soon as it is there.
    pub(super) fn open(&self) -> Result<String> {
        let mut open = None;
        soon("one question is open", || {
            if let [id] = &self.pending()?[..] {
                open = Some(id.clone());
            }
            Ok(open.is_some())
        })?;
        open.context("nothing is open")
    }

    /// What a case left open is called off.
    pub(super) fn clear(&self) -> Result<()> {
        for id in self.pending()? {
            self.sayso(&["cancel", &id])?;
        }
        Ok(())
    }
}

impl Drop for DeskAt {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn serve(program: &Path, data: &Path, listen: &str) -> Result<Child> {
    Command::new(program)
        .args(["serve", "--listen", listen])
        .env("SAYSO_DATA", data)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("cannot start the desk")
}
