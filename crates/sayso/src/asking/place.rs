//! Where a person can be asked from here.

use std::io::{self, IsTerminal};
use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{FileType, fstat};
use sayso_term::Terminal;

use super::answer_file::AnswerFile;

/// Where answers come from.
#[derive(Debug)]
pub(crate) enum Place {
    /// A person at a terminal.
    Terminal(Terminal),
    /// Lines piped into the command.
    Piped(OwnedFd),
    /// Written down beforehand.
    Given(AnswerFile),
}

impl Place {
    /// A pipe or file on standard input, else the terminal; an error when nobody can be asked.
    /// When standard input held the question it cannot hold the answers too.
    pub(crate) fn choose(stdin_is_free: bool) -> Result<Self, String> {
        if stdin_is_free && let Some(piped) = Self::piped() {
            return Ok(piped);
        }
        match Terminal::open() {
            Ok(terminal) if terminal.is_in_foreground() => Ok(Self::Terminal(terminal)),
            _ => Err(
                "Error: Nobody can be asked: there is no terminal and no input. \
                 Run it in a terminal, pipe the answers in, or give --answers FILE or --no-wait."
                    .into(),
            ),
        }
    }

    /// A pipe or file on standard input.
    pub(crate) fn piped() -> Option<Self> {
        if io::stdin().is_terminal() || !holds_lines(io::stdin().as_fd()) {
            return None;
        }
        let copy = io::stdin().as_fd().try_clone_to_owned();
        copy.ok().map(Self::Piped)
    }
}

/// Whether somebody can type here: there is a terminal, and this process may read from it.
pub(crate) fn has_terminal() -> bool {
    Terminal::open().is_ok_and(|terminal| terminal.is_in_foreground())
}

/// Whether somebody can have put lines there: `/dev/null` and other devices hold none.
fn holds_lines(stdin: impl AsFd) -> bool {
    fstat(stdin).is_ok_and(|stat| {
        matches!(
            FileType::from_raw_mode(stat.st_mode),
            FileType::Fifo | FileType::RegularFile | FileType::Socket
        )
    })
}
