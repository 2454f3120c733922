//! Where a test plays: a store of its own, and an environment with nothing else in it.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use pty_process::Size;
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

use crate::at_terminal::AtTerminal;
use crate::running::{Done, LOOK, PATIENCE, Running, until};

/// Where a test plays.
pub(crate) struct Stage {
    folder: TempDir,
}

/// A command that is being set up.
pub(crate) struct Call {
    command: Command,
    input: Input,
    size: (u16, u16),
    /// What lies in the terminal before the process starts.
    typed_ahead: &'static str,
}

/// What a command without a terminal finds on its standard input.
enum Input {
    /// `/dev/null`.
    Nothing,
    /// A pipe with these bytes.
    Piped(Vec<u8>),
}

/// One process is started at a time, so that none inherits a terminal just being opened.
static STARTING: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    STARTING.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Stage {
    pub(crate) fn new() -> Self {
        let folder = TempDir::with_prefix("sayso-").unwrap();
        let programs = folder.path().join("bin");
        std::fs::create_dir(&programs).unwrap();
        for name in ["sayso", "AskUserQuestion"] {
            symlink(env!("CARGO_BIN_EXE_sayso"), programs.join(name)).unwrap();
        }
        Self { folder }
    }

    /// A place in the folder of this test.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The directory of its store.
    pub(crate) fn data(&self) -> PathBuf {
        self.path("data")
    }

    /// The file of its store.
    pub(crate) fn store(&self) -> PathBuf {
        self.path("data/sayso.db")
    }

    /// Writes a file and says where.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, content).unwrap();
        path.into_os_string().into_string().unwrap()
    }

    /// The processes of this stage that do this command of ours.
    pub(crate) fn processes(&self, command: &str) -> Vec<Pid> {
        let wanted = format!("SAYSO_DATA={}", self.data().display());
        let mut found = Vec::new();
        for entry in std::fs::read_dir("/proc").unwrap().flatten() {
            let Ok(pid) = entry.file_name().to_string_lossy().parse::<i32>() else {
                continue;
            };
            let read = |name: &str| std::fs::read(entry.path().join(name)).unwrap_or_default();
            let (line, around) = (read("cmdline"), read("environ"));
            let mut words = line.split(|byte| *byte == 0);
            let ours = around
                .split(|byte| *byte == 0)
                .any(|one| one == wanted.as_bytes());
            if ours && words.nth(1) == Some(command.as_bytes()) {
                found.extend(Pid::from_raw(pid));
            }
        }
        found
    }

    /// `sayso` with these arguments.
    pub(crate) fn sayso<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Call {
        self.call(&self.path("bin/sayso"), args)
    }

    /// `AskUserQuestion` with these arguments.
    pub(crate) fn tool<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Call {
        self.call(&self.path("bin/AskUserQuestion"), args)
    }

    /// Another program with these arguments.
    pub(crate) fn program<A: AsRef<OsStr>>(
        &self,
        program: &str,
        args: impl IntoIterator<Item = A>,
    ) -> Call {
        self.call(Path::new(program), args)
    }

    /// A line of shell. `sayso` and `AskUserQuestion` are on its path; further words are `$1` …
    pub(crate) fn shell<A: AsRef<OsStr>>(
        &self,
        line: &str,
        words: impl IntoIterator<Item = A>,
    ) -> Call {
        let mut call = self.program("sh", ["-c", line, "sh"]);
        call.command.args(words);
        call
    }

    fn call<A: AsRef<OsStr>>(&self, program: &Path, args: impl IntoIterator<Item = A>) -> Call {
        let mut command = Command::new(program);
        command
            .args(args)
            .current_dir(self.folder.path())
            .env_clear()
            .env("PATH", self.search_path())
            .env("SAYSO_DATA", self.data())
            .env("USER", "ada")
            .env("LANG", "C.UTF-8")
            // Plain lines, unless a test is about the panel.
            .env("TERM", "dumb");
        Call {
            command,
            input: Input::Nothing,
            size: (24, 80),
            typed_ahead: "",
        }
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "the shell is where this machine has it"
    )]
    fn search_path(&self) -> OsString {
        let ours = self.path("bin");
        let theirs = std::env::var_os("PATH").unwrap_or_default();
        let all = std::iter::once(ours).chain(std::env::split_paths(&theirs));
        std::env::join_paths(all).unwrap()
    }

    /// A person types this at a terminal, in answer to the question of this id. A script's yes to an
    /// approval is refused.
    #[track_caller]
    pub(crate) fn types(&self, id: &str, line: &str) {
        let mut terminal = self.sayso(["answer", id]).at_terminal();
        terminal.sees("Enter number").types(&format!("{line}\n"));
        terminal.done().exits(0);
    }

    /// The open questions.
    #[track_caller]
    pub(crate) fn pending(&self) -> Vec<Value> {
        let listed = self.sayso(["pending", "--json"]).done().exits(0).json();
        listed.as_array().unwrap().clone()
    }

    /// The id of the one open question, as soon as there is one.
    #[track_caller]
    pub(crate) fn open_id_soon(&self) -> String {
        let open = &self.pending_soon(1)[0];
        open["interaction_id"].as_str().unwrap().to_owned()
    }

    /// Comes back once somebody waits for an answer, in whichever process.
    #[track_caller]
    pub(crate) fn waited_for_soon(&self) {
        let roll = self.path("data/sayso.db-waiting");
        until("somebody waits for an answer", || {
            let mut files = fs::read_dir(&roll).into_iter().flatten().flatten();
            files.any(|file| {
                let list = file.path().extension().is_some_and(|kind| kind == "list");
                list && file.metadata().is_ok_and(|list| list.len() > 0)
            })
        });
    }

    /// The open questions, as soon as there are so many.
    #[track_caller]
    pub(crate) fn pending_soon(&self, count: usize) -> Vec<Value> {
        let tries = PATIENCE.as_millis() / LOOK.as_millis();
        for _ in 0..tries {
            let pending = self.pending();
            if pending.len() == count {
                return pending;
            }
            thread::sleep(LOOK);
        }
        panic!("never {count} open: {:?}", self.pending());
    }

    /// The id of the only open question.
    #[track_caller]
    pub(crate) fn open_id(&self) -> String {
        let pending = self.pending();
        assert_eq!(pending.len(), 1, "{pending:?}");
        pending[0]["interaction_id"].as_str().unwrap().to_owned()
    }

    /// The outcomes, newest first.
    #[track_caller]
    pub(crate) fn history(&self) -> Vec<Value> {
        let listed = self.sayso(["history", "--json"]).done().exits(0);
        let lines = listed.stdout.lines();
        lines.map(|l| serde_json::from_str(l).unwrap()).collect()
    }

    /// The states of the outcomes, newest first.
    #[track_caller]
    pub(crate) fn states(&self) -> Vec<String> {
        let history = self.history();
        let states = history.iter().map(|o| o["state"].as_str().unwrap().into());
        states.collect()
    }
}

impl Drop for Stage {
    /// Ends the desk that a command may have started in the background. A desk that was killed
    /// left its file unlocked; its number may be another process's by now.
    fn drop(&mut self) {
        let Ok(mut file) = File::open(self.path("data/desk.json")) else {
            return;
        };
        let mut text = String::new();
        if flock(&file, FlockOperation::NonBlockingLockShared) == Err(Errno::WOULDBLOCK)
            && file.read_to_string(&mut text).is_ok()
            && let Ok(desk) = serde_json::from_str::<Value>(&text)
            && let Some(pid) = desk["pid"].as_i64()
            && let Some(pid) = pid.try_into().ok().and_then(Pid::from_raw)
        {
            let _ = kill_process(pid, Signal::TERM);
        }
    }
}

impl Call {
    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// With a terminal that the panel can be drawn on.
    pub(crate) fn in_panel(self) -> Self {
        self.env("TERM", "xterm-256color")
    }

    /// With these arguments as well.
    pub(crate) fn args<A: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.command.args(args);
        self
    }

    /// In this directory.
    pub(crate) fn inside(mut self, directory: &Path) -> Self {
        self.command.current_dir(directory);
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    /// With these bytes piped in.
    pub(crate) fn piped(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.input = Input::Piped(bytes.into());
        self
    }

    /// At a terminal of this size.
    pub(crate) fn sized(mut self, rows: u16, columns: u16) -> Self {
        self.size = (rows, columns);
        self
    }

    /// At a terminal where these keys were pressed before it starts.
    pub(crate) fn typed_ahead(mut self, keys: &'static str) -> Self {
        self.typed_ahead = keys;
        self
    }

    /// Runs it without a terminal.
    #[track_caller]
    pub(crate) fn done(self) -> Done {
        self.begin().done()
    }

    /// Starts it without a terminal: in a process group of its own, so that it may not take the
    /// terminal that the tests may have been started from.
    pub(crate) fn begin(mut self) -> Running {
        let (stdout, stderr) = (file(), file());
        self.command
            .stdout(stdout.try_clone().unwrap())
            .stderr(stderr.try_clone().unwrap())
            .process_group(0);
        self.command.stdin(match &self.input {
            Input::Nothing => Stdio::null(),
            Input::Piped(_) => Stdio::piped(),
        });
        let what = format!("{:?}", self.command);
        let mut child = {
            let _alone = alone();
            self.command.spawn().unwrap()
        };
        if let (Input::Piped(bytes), Some(mut pipe)) = (self.input, child.stdin.take()) {
            // Who has read enough closes the pipe.
            thread::spawn(move || pipe.write_all(&bytes));
        }
        Running::watch(what, child, stdout, stderr)
    }

    /// Starts it with both of its pipes in the caller's hands.
    pub(crate) fn with_pipes(mut self) -> Child {
        self.command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .process_group(0);
        let _alone = alone();
        self.command.spawn().unwrap()
    }

    /// Starts it at a terminal. Standard output is the asker's; the rest is the person's.
    pub(crate) fn at_terminal(self) -> AtTerminal {
        let stdout = file();
        let copy = stdout.try_clone().unwrap();
        self.at_terminal_with(stdout, |command| command.stdout(copy))
    }

    /// Starts it at a terminal with everything tied to it.
    pub(crate) fn all_at_terminal(self) -> AtTerminal {
        self.at_terminal_with(file(), |command| command)
    }

    /// Starts it at a terminal, with an empty pipe on standard input that stays open.
    pub(crate) fn piped_at_terminal(self) -> AtTerminal {
        let stdout = file();
        let copy = stdout.try_clone().unwrap();
        self.at_terminal_with(stdout, |command| command.stdin(Stdio::piped()).stdout(copy))
    }

    fn at_terminal_with(
        self,
        stdout: File,
        tie: impl FnOnce(pty_process::blocking::Command) -> pty_process::blocking::Command,
    ) -> AtTerminal {
        let what = format!("{:?}", self.command);
        let _alone = alone();
        let (mut keyboard, tty) = pty_process::blocking::open().unwrap();
        let (rows, columns) = self.size;
        keyboard.resize(Size::new(rows, columns)).unwrap();
        keyboard.write_all(self.typed_ahead.as_bytes()).unwrap();
        let child = tie(self.command.into()).spawn(tty).unwrap();
        let running = Running::watch(what, child, stdout, file());
        AtTerminal::new(running, keyboard, self.size)
    }
}

fn file() -> File {
    tempfile::tempfile().unwrap()
}
