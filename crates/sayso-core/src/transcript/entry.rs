//! One line of a file, as the index keeps it.

use super::line_kind::LineKind;
use super::link::Link;

/// One line of a file, as the index keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where it begins.
    pub offset: u64,
    /// Its bytes, without the line break.
    pub bytes: u64,
    /// What it is.
    pub kind: LineKind,
    /// What it hangs on.
    pub link: Link,
    /// The round it stands in, counted from 1; 0 before the first prompt.
    pub round: u32,
    /// The prompt that it came of, by the chain: the number of that prompt among all prompts.
    pub(super) prompt: Option<u32>,
    /// Whether a sub-agent said it.
    pub sidechain: bool,
    /// Whether a line of this name stood here before.
    pub repeated: bool,
}
