//! How a command ends (spec §11).

use std::process::ExitCode;

/// How a command ends. Scripts branch on these; they never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Answered; for other commands, done.
    Done,
    /// Bad input, or for other commands, not found or found wanting.
    BadInput,
    /// Wrong usage.
    Usage,
    /// Nobody can be asked: no terminal, no desk, no input.
    NobodyToAsk,
    /// The person cancelled, or the question was withdrawn.
    Cancelled,
    /// The deadline passed.
    Timeout,
    /// The rules do not allow it: depth, sub-agent, serial session.
    Refused,
    /// Still open.
    StillOpen,
    /// It could not be recorded.
    StoreFailed,
    /// Ctrl-C; the question was withdrawn.
    Interrupted,
    /// Told to end by a signal, with nothing open.
    Ended,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::BadInput => 1,
            Exit::Usage => 2,
            Exit::NobodyToAsk => 3,
            Exit::Cancelled => 4,
            Exit::Timeout => 5,
            Exit::Refused => 6,
            Exit::StillOpen => 7,
            Exit::StoreFailed => 8,
            Exit::Interrupted => 130,
            Exit::Ended => 143,
        })
    }
}
