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
        if stdin_is_free
            && !io::stdin().is_terminal()
            && holds_lines(io::stdin().as_fd())
            && let Ok(copy) = io::stdin().as_fd().try_clone_to_owned()
        {
            return Ok(Self::Piped(copy));
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
