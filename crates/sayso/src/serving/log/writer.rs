//! Writes lines on a thread of its own: nobody waits for the log, not even when a pipe is full.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::mem;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Bytes that may wait to be written; more lines are left out, and that is said.
const WAITING: usize = 1024 * 1024;
/// Room for lines that is kept for the next ones.
const KEPT: usize = 256 * 1024;
/// Bytes of a file, before it makes room for the next; one older one is kept.
const LARGEST: u64 = 8 * 1024 * 1024;
/// How long a line waits for others to be written with: to wake the writer for each would cost a busy
/// desk more than to write them.
const GATHER: Duration = Duration::from_millis(20);
/// How long the end of the process waits for the last lines.
const GOODBYE: Duration = Duration::from_secs(2);

/// Takes lines; cheap to clone.
#[derive(Clone)]
pub(super) struct Writer(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    lines: Vec<u8>,
    left_out: u64,
    urgent: bool,
    writing: bool,
    over: bool,
}

impl Writer {
    /// To a file that never grows beyond its bound.
    pub(super) fn to_file(path: &Path) -> io::Result<Self> {
        Self::to_file_of(path, LARGEST)
    }

    pub(super) fn to_file_of(path: &Path, largest: u64) -> io::Result<Self> {
        let mut file = BoundedFile::open(path, largest)?;
        Self::start(move |lines| file.write(lines))
    }

    pub(super) fn to_stderr() -> io::Result<Self> {
        Self::start(|lines| io::stderr().write_all(lines))
    }

    fn start(mut out: impl FnMut(&[u8]) -> io::Result<()> + Send + 'static) -> io::Result<Self> {
        let writer = Self(Arc::new(Shared {
            state: Mutex::default(),
            changed: Condvar::new(),
        }));
        let taking = writer.clone();
        thread::Builder::new()
            .name("sayso-log".into())
            .spawn(move || {
                let mut lines = Vec::new();
                while taking.take(&mut lines) {
                    // There is nowhere to say that the log cannot be written.
                    let _ = out(&lines);
                }
            })?;
        Ok(writer)
    }

    /// Writes a line soon; an urgent one at once, with all before it.
    pub(super) fn write(&self, line: &str, urgent: bool) {
        let mut state = self.lock();
        if state.lines.len() + line.len() > WAITING {
            state.left_out += 1;
            return;
        }
        let waited_for = state.lines.is_empty() || (urgent && !state.urgent);
        if state.left_out > 0 {
            let left_out = mem::take(&mut state.left_out);
            let told = format!(
                "({left_out} lines left out: they came faster than they could be written)\n"
            );
            state.lines.extend(told.as_bytes());
        }
        state.lines.extend(line.as_bytes());
        state.urgent |= urgent;
        drop(state);
        if waited_for {
            self.0.changed.notify_all();
        }
    }

    /// Returns when all is written, or when it takes too long.
    pub(super) fn finish(&self) {
        let mut state = self.lock();
        state.over = true;
        self.0.changed.notify_all();
        let busy = |state: &mut State| state.writing || !state.lines.is_empty();
        let _ = self.0.changed.wait_timeout_while(state, GOODBYE, busy);
    }

    /// Puts what is to be written next there, in the place of what was; not when it is over.
    fn take(&self, lines: &mut Vec<u8>) -> bool {
        lines.clear();
        lines.shrink_to(KEPT);
        let mut state = self.lock();
        state.writing = false;
        if state.over {
            self.0.changed.notify_all();
        }
        let idle = |state: &mut State| state.lines.is_empty() && !state.over;
        let waited = self.0.changed.wait_while(state, idle);
        let state = waited.unwrap_or_else(PoisonError::into_inner);
        let early = |state: &mut State| !state.urgent && !state.over;
        let gathered = self.0.changed.wait_timeout_while(state, GATHER, early);
        let (mut state, _) = gathered.unwrap_or_else(PoisonError::into_inner);
        if state.lines.is_empty() {
            return false;
        }
        state.urgent = false;
        state.writing = true;
        mem::swap(&mut state.lines, lines);
        true
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A file of its owner's that never grows beyond its bound: the one before it is kept beside it.
struct BoundedFile {
    path: PathBuf,
    file: File,
    size: u64,
    largest: u64,
}

impl BoundedFile {
    fn open(path: &Path, largest: u64) -> io::Result<Self> {
        let named = |error| {
            io::Error::new(
                io::Error::kind(&error),
                format!("{}: {error}", path.display()),
            )
        };
        let file = OpenOptions::new()
            .append(true)
            .create(true)
            .mode(0o600)
            .open(path)
            .map_err(named)?;
        Ok(Self {
            size: file.metadata().map_err(named)?.len(),
            path: path.to_owned(),
            file,
            largest,
        })
    }

    fn write(&mut self, lines: &[u8]) -> io::Result<()> {
        if self.size > 0 && self.size + lines.len() as u64 > self.largest {
            let mut before = self.path.clone().into_os_string();
            before.push(".1");
            fs::rename(&self.path, before)?;
            *self = Self::open(&self.path, self.largest)?;
        }
        self.size += lines.len() as u64;
        self.file.write_all(lines)
    }
}
