//! Where a hosted agent has its pipes.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rustix::fs::{FileType, FlockOperation, Mode, flock, mknodat};
use rustix::process::Pid;
use serde_json::{Value, json};

/// How often a lock is tried, a millisecond apart.
const LOCK_TRIES: usize = 20;

/// Where a hosted agent has its pipes: a folder of its session, for its owner alone.
#[derive(Clone, Debug)]
pub struct HostFolder {
    path: PathBuf,
    session: String,
}

impl HostFolder {
    /// Of this session, in this data directory. A session is a UUID, and so a name for a folder.
    pub fn of(data: &Path, session: &str) -> Option<Self> {
        uuid::Uuid::try_parse(session).ok()?;
        Some(Self {
            path: data.join("hosts").join(session),
            session: session.to_owned(),
        })
    }

    /// All that there are.
    pub fn all(data: &Path) -> Vec<Self> {
        let Ok(entries) = fs::read_dir(data.join("hosts")) else {
            return Vec::new();
        };
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        names.filter_map(|name| Self::of(data, &name)).collect()
    }

    /// The session.
    pub fn session(&self) -> &str {
        &self.session
    }

    /// Makes it anew, for a new run: with an empty output and a new input.
    pub(super) fn make(&self) -> io::Result<()> {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.path)?;
        for name in ["in", "out", "agent.json"] {
            match fs::remove_file(self.path.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        let mode = Mode::RUSR | Mode::WUSR;
        mknodat(
            rustix::fs::CWD,
            self.path.join("in"),
            FileType::Fifo,
            mode,
            0,
        )?;
        Ok(())
    }

    /// The agent's standard input. Whoever opens it holds both ends: it never comes to its end.
    pub(super) fn input(&self) -> io::Result<File> {
        let path = self.path.join("in");
        OpenOptions::new().read(true).write(true).open(path)
    }

    /// The agent's standard output, to write to.
    pub(super) fn output(&self) -> io::Result<File> {
        open(&self.path.join("out"))
    }

    /// The agent's standard output, to read.
    pub(super) fn said(&self) -> io::Result<File> {
        File::open(self.path.join("out"))
    }

    /// The agent's standard error, locked. The lock is the agent's for as long as it lives.
    pub(super) fn complaints(&self) -> io::Result<File> {
        let file = open(&self.path.join("err"))?;
        lock(&file)?;
        Ok(file)
    }

    /// Takes the place of the holder; none when there is one.
    pub fn hold(&self) -> io::Result<Option<File>> {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.path)?;
        let file = open(&self.path.join("holder"))?;
        match lock(&file) {
            Ok(()) => Ok(Some(file)),
            Err(rustix::io::Errno::WOULDBLOCK) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether the agent lives.
    pub fn is_alive(&self) -> bool {
        is_locked(&self.path.join("err"))
    }

    /// Whether somebody holds it.
    pub fn is_held(&self) -> bool {
        is_locked(&self.path.join("holder"))
    }

    /// Whether agent and holder are both gone, and nobody has told the desk.
    pub fn is_left(&self) -> bool {
        self.noted().is_some() && !self.is_alive() && !self.is_held()
    }

    /// Where its holder takes wishes.
    pub(super) fn socket(&self) -> PathBuf {
        self.path.join("wishes")
    }

    /// The last words on the agent's standard error.
    pub(super) fn last_complaint(&self) -> String {
        let bytes = fs::read(self.path.join("err")).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let last = text.lines().rev().find(|line| !line.trim().is_empty());
        last.unwrap_or_default().chars().take(500).collect()
    }

    /// Remembers the agent, and the last fact from before it was started.
    pub(super) fn note(&self, pid: u32, last: u64) -> io::Result<()> {
        let text = json!({ "pid": pid, "started_after": last }).to_string();
        fs::write(self.path.join("agent.json"), text)
    }

    /// The agent, if it lives: then the number is still its own.
    pub fn agent(&self) -> Option<Pid> {
        if !self.is_alive() {
            return None;
        }
        Pid::from_raw(self.noted()?["pid"].as_i64()?.try_into().ok()?)
    }

    /// The last fact from before the agent was started.
    pub(super) fn started_after(&self) -> Option<u64> {
        self.noted()?["started_after"].as_u64()
    }

    fn noted(&self) -> Option<Value> {
        let bytes = fs::read(self.path.join("agent.json")).ok()?;
        serde_json::from_slice(&bytes).ok()
    }

    /// Leaves nothing behind. First goes what makes others look after it.
    pub(super) fn remove(&self) {
        let _ = fs::remove_file(self.path.join("agent.json"));
        let _ = fs::remove_dir_all(&self.path);
    }
}

fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .append(true)
        .create(true)
        .mode(0o600)
        .open(path)
}

/// Whoever asks whether a file is locked has it for a moment himself: it is tried again.
fn lock(file: &File) -> rustix::io::Result<()> {
    for _ in 0..LOCK_TRIES {
        match flock(file, FlockOperation::NonBlockingLockExclusive) {
            Err(rustix::io::Errno::WOULDBLOCK) => thread::sleep(Duration::from_millis(1)),
            done => return done,
        }
    }
    flock(file, FlockOperation::NonBlockingLockExclusive)
}

fn is_locked(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| {
        flock(&file, FlockOperation::NonBlockingLockShared) == Err(rustix::io::Errno::WOULDBLOCK)
    })
}
