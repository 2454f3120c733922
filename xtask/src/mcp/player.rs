//! A client under way: cases go in, what happened comes out.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::install::Tools;
use super::source;

/// How long one step of a case may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// A client under way. It is ended when dropped.
pub(super) struct Player {
    pub(super) client: String,
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<Value>,
    /// What was told of the case so far.
    told: Vec<Value>,
}

impl Player {
    pub(super) fn start(tools: &Tools, client: &str) -> Result<Self> {
        let mut command = if client == "python" {
            let mut command = Command::new(&tools.python);
            command.arg(source("client.py"));
            command
        } else {
            let mut command = Command::new("node");
            let generation = &client[client.len() - 1..];
            command.arg(source("client.mjs")).arg(generation);
            command.arg(&tools.modules);
            command
        };
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start the client")?;
        let stdin = child.stdin.take().context("no standard input")?;
        let stdout = child.stdout.take().context("no standard output")?;
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if let Ok(line) = serde_json::from_str(&line) {
                    let _ = sender.send(line);
                }
            }
        });
        Ok(Self {
            client: client.to_owned(),
            child,
            stdin,
            lines,
            told: Vec::new(),
        })
    }

    pub(super) fn send(&mut self, case: &Value) -> Result<()> {
        writeln!(self.stdin, "{case}").context("the client ended")
    }

    /// Until the client tells of something.
    pub(super) fn until(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Result<()> {
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.with_context(|| format!("it was waited in vain until {what}"))?;
            if line.get("over").is_some() {
                // It will not happen any more, and `told` must not wait for it.
                self.told.push(line);
                bail!("the case was over before {what}");
            }
            let found = is_it(&line);
            self.told.push(line);
            if found {
                return Ok(());
            }
        }
    }

    /// What the client tells until the case is over, or it takes too long.
    pub(super) fn told(&mut self) -> Vec<Value> {
        let mut told = std::mem::take(&mut self.told);
        let is_over = |line: &Value| line.get("over").is_some();
        while !told.last().is_some_and(is_over) {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => told.push(line),
                Err(_) => break,
            }
        }
        told.retain(|line| !is_over(line));
        told
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
