//! What came when a line was waited for.

/// What came when a line was waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A line, without its end.
    Line(String),
    /// A line longer than may be.
    TooLong,
    /// A line that is not valid UTF-8.
    NotText,
    /// The end of piped input, or Ctrl-D on an empty line. Never an answer.
    EndOfInput,
    /// Ctrl-C.
    Interrupted,
    /// The terminal is gone, or the process shall end.
    Gone,
    /// The question was closed elsewhere.
    Elsewhere,
    /// The process was stopped and goes on: what it asks may have left the screen.
    Resumed,
}
