//! What a list shows of a transcript.

use serde::Serialize;

use super::words::Words;
use crate::moment::Moment;

/// Bytes of a title.
const TITLE: usize = 200;

/// What a list shows of a transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// The conversation, as the agent calls it.
    pub session_id: Option<String>,
    /// The directory the agent worked in.
    pub project: Option<String>,
    /// The branch it worked on.
    pub branch: Option<String>,
    /// What it is about: the agent's own title, else how the person began.
    pub title: Option<String>,
    /// When it began.
    pub started_at: Option<Moment>,
    /// When it last said something.
    pub updated_at: Option<Moment>,
    /// What a person typed, counted.
    pub rounds: u32,
    /// Lines, all kinds of them.
    pub lines: u32,
    /// Lines that are no JSON, or too long to be read.
    pub broken: u32,
    /// Questions that the main agent asked.
    pub questions: u32,
    /// Those of them that nobody ever answered.
    pub unanswered: u32,
}

/// A title on one line, of bounded length.
pub(super) fn title(text: &str) -> Option<String> {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let words = Words::of(line, TITLE);
    let more = if words.left_out > 0 { "…" } else { "" };
    Some(words.text + more)
}
