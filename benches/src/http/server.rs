use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use rustix::process::{Pid, Signal, kill_process};

use super::serve::Served;
use crate::resident::resident;

/// No server takes longer to start.
const PATIENCE: Duration = Duration::from_secs(5);

/// A server in a process of its own, which ends when this is dropped.
pub(super) struct Server {
    child: Child,
    pub(super) address: SocketAddr,
}

impl Server {
    /// Starts this program as a server, and waits until it can be called.
    pub(super) fn start(served: Served, folder: &Path) -> Result<Self> {
        let name = served.to_possible_value().context("it has no name")?;
        let mut child = Command::new(std::env::current_exe()?)
            .args(["--serve", name.get_name(), "--serve-in"])
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let printed = child.stdout.take().context("it has no output")?;
        let mut line = String::new();
        BufReader::new(printed).read_line(&mut line)?;
        let address = line.trim().parse().context("the server did not start")?;
        Ok(Self { child, address })
    }

    /// A server that was started by other means, once it can be called.
    pub(super) fn once_reached(child: Child, address: SocketAddr) -> Result<Self> {
        let server = Self { child, address };
        let started = Instant::now();
        while TcpStream::connect(address).is_err() {
            ensure!(started.elapsed() < PATIENCE, "the server did not start");
            sleep(Duration::from_millis(10));
        }
        Ok(server)
    }

    /// Bytes that are resident of it and of what it started.
    pub(super) fn resident(&self) -> Result<f64> {
        let id = self.child.id();
        let started = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children"))?;
        let mut sum = resident(&id.to_string())?;
        for child in started.split_whitespace() {
            sum += resident(child)?;
        }
        Ok(sum)
    }

    /// Kills it at once, as `kill -9` does.
    pub(super) fn kill(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let id = i32::try_from(self.child.id()).ok();
        if let Some(id) = id.and_then(Pid::from_raw)
            && matches!(self.child.try_wait(), Ok(None))
        {
            let _ = kill_process(id, Signal::TERM);
            let _ = self.child.wait();
        }
    }
}
