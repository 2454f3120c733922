//! What a line hangs on.

use serde::Serialize;

/// What a line hangs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Link {
    /// Nothing: it names no line before it.
    Nothing,
    /// This line, counted from 0.
    Line(u32),
    /// A line that is not in the file.
    Missing,
    /// Itself, or a line that comes after it: the chain bites its tail.
    Later,
}
