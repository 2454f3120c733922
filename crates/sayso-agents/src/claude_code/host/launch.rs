//! Starting the agent.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use super::folder::HostFolder;

/// How the agent's session begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Anew, under the desk's own name for the session.
    Anew,
    /// Where it was left.
    Resumed,
    /// As a branch of another, which is kept.
    Forked {
        /// The other.
        from: String,
        /// The last of its lines that both share; all of them without it.
        at: Option<String>,
    },
}

/// What is started.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// Where.
    pub directory: Option<PathBuf>,
    /// How its session begins.
    pub start: Start,
    /// What else it is told.
    pub args: Vec<OsString>,
}

impl Launch {
    /// Starts it, `last` being the session's last fact so far. It holds its own input open, and the
    /// lock that says that it lives.
    pub(super) fn spawn(&self, folder: &HostFolder, last: u64) -> io::Result<Child> {
        folder.make()?;
        let mut command = Command::new(&self.program);
        command
            .args(["-p", "--verbose"])
            .args(["--output-format", "stream-json"])
            .args(["--input-format", "stream-json"])
            .args(["--permission-prompt-tool", "stdio"])
            .args(&self.args)
            .env("SAYSO_HOSTED", "1")
            .env("CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS", "1")
            .stdin(Stdio::from(folder.input()?))
            .stdout(Stdio::from(folder.output()?))
            .stderr(Stdio::from(folder.complaints()?))
            .process_group(0);
        let session = folder.session();
        match &self.start {
            Start::Anew => command.args(["--session-id", session]),
            Start::Resumed => {
                // A turn that was cut off is taken up again, and asks again.
                command.env("CLAUDE_CODE_RESUME_INTERRUPTED_TURN", "1");
                command.args(["--resume", session])
            }
            Start::Forked { from, at } => {
                let fork = ["--resume", from, "--fork-session", "--session-id", session];
                let at = at.iter().flat_map(|at| ["--resume-session-at", at]);
                command.args(fork).args(at)
            }
        };
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        let child = command.spawn().map_err(|error| {
            let program = self.program.display();
            let todo = "install Claude Code, or name the program with SAYSO_CLAUDE";
            io::Error::new(
                error.kind(),
                format!("{program} cannot be started: {error}; {todo}"),
            )
        })?;
        folder.note(child.id(), last)?;
        Ok(child)
    }
}
