//! A process under way, and what came of it. Every wait has an end.

use std::fs::File;
use std::io::{Read, Seek};
use std::os::unix::fs::FileExt;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdin, ExitStatus};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// How long anything is waited for; on a busy machine much takes long, but nothing this long.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// How often one looks at something that cannot be waited for.
pub(crate) const LOOK: Duration = Duration::from_millis(10);

/// Waits until this is so.
#[track_caller]
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let tries = PATIENCE.as_millis() / LOOK.as_millis();
    for _ in 0..tries {
        if is_so() {
            return;
        }
        thread::sleep(LOOK);
    }
    panic!("not within {PATIENCE:?}: {what}");
}

/// A process under way. It is killed when this is dropped before its end.
pub(crate) struct Running {
    what: String,
    pid: Pid,
    ended: Receiver<ExitStatus>,
    over: bool,
    /// A pipe that nobody writes to; it is open as long as this is.
    _stdin: Option<ChildStdin>,
    stdout: File,
    stderr: File,
}

/// What came of a process.
#[derive(Debug)]
pub(crate) struct Done {
    /// Its exit code; 128 and the signal when one ended it.
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// What the terminal had shown at the end, if there was one.
    pub(crate) screen: String,
}

impl Running {
    /// Watches a process whose output goes to these files.
    pub(crate) fn watch(what: String, mut child: Child, stdout: File, stderr: File) -> Self {
        let (tell, ended) = channel();
        let pid = Pid::from_child(&child);
        let stdin = child.stdin.take();
        thread::spawn(move || tell.send(child.wait().unwrap()));
        Self {
            what,
            pid,
            ended,
            over: false,
            _stdin: stdin,
            stdout,
            stderr,
        }
    }

    pub(crate) fn pid(&self) -> Pid {
        self.pid
    }

    /// What it wrote to standard error so far.
    pub(crate) fn complained(&self) -> String {
        // It writes at the same place of the same file: that must not be moved.
        let mut bytes = vec![0; 64 * 1024];
        let read = self.stderr.read_at(&mut bytes, 0).unwrap();
        String::from_utf8_lossy(&bytes[..read]).into_owned()
    }

    /// Waits until this stands in its standard error.
    #[track_caller]
    pub(crate) fn complains_of(&self, text: &str) -> String {
        let tries = PATIENCE.as_millis() / LOOK.as_millis();
        for _ in 0..tries {
            let complained = self.complained();
            if complained.contains(text) {
                return complained;
            }
            thread::sleep(LOOK);
        }
        panic!("`{}` never said {text:?}: {}", self.what, self.complained());
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid, signal).unwrap();
    }

    /// Waits for its end.
    #[track_caller]
    pub(crate) fn done(mut self) -> Done {
        let Ok(status) = self.ended.recv_timeout(PATIENCE) else {
            panic!(
                "`{}` hangs; it wrote {:?} and {:?}",
                self.what,
                written(&mut self.stdout),
                written(&mut self.stderr)
            );
        };
        self.over = true;
        let signal = || 128 + status.signal().unwrap();
        Done {
            code: status.code().unwrap_or_else(signal),
            stdout: written(&mut self.stdout),
            stderr: written(&mut self.stderr),
            screen: String::new(),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.over && matches!(self.ended.try_recv(), Err(TryRecvError::Empty)) {
            let _ = kill_process(self.pid, Signal::KILL);
        }
    }
}

impl Done {
    /// It ended with this code.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:?}");
        self
    }

    /// Its standard output is this line and nothing else.
    #[track_caller]
    pub(crate) fn prints(self, line: &str) -> Self {
        assert_eq!(self.stdout, format!("{line}\n"), "{self:?}");
        self
    }

    /// Its standard output is empty.
    #[track_caller]
    pub(crate) fn prints_nothing(self) -> Self {
        assert_eq!(self.stdout, "", "{self:?}");
        self
    }

    /// Its standard error is these lines.
    #[track_caller]
    pub(crate) fn complains(self, lines: &[&str]) -> Self {
        let complained: Vec<&str> = self.stderr.lines().collect();
        assert_eq!(complained, lines, "{self:?}");
        self
    }

    /// Its standard output as one JSON text.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

fn written(file: &mut File) -> String {
    let mut bytes = Vec::new();
    file.rewind().unwrap();
    file.read_to_end(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}
