//! A server that is started, stopped and killed at will.

use std::fs::File;
use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::programs::{answers, make_cluster, server_program, url};

/// How long it may take to start.
const TRIES: u32 = 1_500;
const PAUSE: Duration = Duration::from_millis(20);

/// A server of one's own. It ends with this, and with the process.
#[derive(Debug)]
pub struct Server {
    folder: TempDir,
    port: u16,
    settings: Vec<String>,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    pid: Pid,
    /// Waits for the server. It also is the thread with which the server would die.
    watch: JoinHandle<()>,
}

/// How a server is stopped.
#[derive(Clone, Copy, Debug)]
pub enum Stop {
    /// It says good-bye to whoever is connected.
    Fast,
    /// As in a crash: what was not written to disk is replayed at the next start.
    AtOnce,
}

impl Server {
    /// A fresh cluster with these settings (`fsync=off`), on a socket and a loopback port.
    pub fn start(settings: &[&str]) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("own-pg-").tempdir()?;
        Self::start_in(folder, settings)
    }

    /// The same in this folder.
    pub fn start_in(folder: TempDir, settings: &[&str]) -> Result<Self> {
        make_cluster(folder.path())?;
        let mut server = Self {
            folder,
            port: free_port()?,
            settings: settings.iter().map(ToString::to_string).collect(),
            running: None,
        };
        server.go_on()?;
        Ok(server)
    }

    /// Starts again where it stopped.
    pub fn go_on(&mut self) -> Result<()> {
        let log = File::options().append(true).create(true).open(self.log())?;
        let mut command = server_program("postgres", true);
        command
            .arg("-D")
            .arg(self.folder.path().join("data"))
            .arg("-k")
            .arg(self.folder.path())
            .args(["-p", &self.port.to_string(), "-h", "127.0.0.1"]);
        for setting in &self.settings {
            command.args(["-c", setting]);
        }
        command
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log);
        let (tell, told) = channel();
        let watch = thread::spawn(move || match command.spawn() {
            Ok(mut child) => {
                let _ = tell.send(Ok(Pid::from_child(&child)));
                let _ = child.wait();
            }
            Err(error) => drop(tell.send(Err(error))),
        });
        let pid = told.recv()?.context("cannot start PostgreSQL")?;
        self.running = Some(Running { pid, watch });
        for _ in 0..TRIES {
            if answers(self.folder.path(), self.port) {
                return Ok(());
            }
            let ended = |running: &Running| running.watch.is_finished();
            if self.running.as_ref().is_none_or(ended) {
                break;
            }
            thread::sleep(PAUSE);
        }
        let log = std::fs::read_to_string(self.log()).unwrap_or_default();
        bail!("PostgreSQL does not start:\n{log}")
    }

    /// Stops, and returns when it has.
    pub fn stop(&mut self, how: Stop) {
        let Some(running) = self.running.take() else {
            return;
        };
        let signal = match how {
            Stop::Fast => Signal::INT,
            Stop::AtOnce => Signal::QUIT,
        };
        let _ = kill_process(running.pid, signal);
        let _ = running.watch.join();
    }

    /// Its address by socket.
    pub fn url(&self) -> String {
        url(self.folder.path(), self.port)
    }

    /// Its address by loopback.
    pub fn tcp_url(&self) -> String {
        format!("postgres://sayso@127.0.0.1:{}/postgres", self.port)
    }

    /// The port on loopback.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The folder of its socket and data.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What it says.
    pub fn log(&self) -> std::path::PathBuf {
        self.folder.path().join("log")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop(Stop::AtOnce);
    }
}

fn free_port() -> Result<u16> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    Ok(listener.local_addr()?.port())
}
