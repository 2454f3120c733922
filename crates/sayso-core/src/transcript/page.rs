//! A page of a transcript.

use serde::Serialize;

use super::item::Item;
use super::summary::Summary;
use super::words::Words;

/// A page of a transcript.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Page {
    /// What the whole file is about.
    pub summary: Summary,
    /// In the order of the file.
    pub items: Vec<Item>,
    /// Ask for `after` this line to go on; none when the file ends here.
    pub next: Option<u32>,
    /// Ask for `before` this line to go back; none when the file begins here.
    pub previous: Option<u32>,
    /// What stands behind the last whole line: it is still being written, or was cut off. Only
    /// on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<Words>,
}

/// Which items of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Those after this line, counted from 1.
    pub after: u32,
    /// Or the last ones before this line.
    pub before: Option<u32>,
    /// How many; a line is never cut in two.
    pub limit: usize,
    /// With those that people pass over.
    pub quiet: bool,
    /// Bytes of words that an item shows, at most.
    pub words: usize,
}

impl Default for Span {
    fn default() -> Self {
        Self {
            after: 0,
            before: None,
            limit: 100,
            quiet: false,
            words: 20_000,
        }
    }
}
