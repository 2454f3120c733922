//! Reading the transcripts that agents leave behind: JSONL, one item of a conversation a line.
//!
//! A transcript is somebody else's file and may hold anything: half a line, a line of a newer
//! version, a chain that bites its tail. Every line is shown as what it is, in the order of the
//! file, and none costs another. What is read is never guessed into an answer: a question without
//! a result, or with one that says the agent died, is unanswered.
//!
//! # Layout
//! - `scan`, `glance`, `lenient`: the few fields of a line that an index needs, borrowed
//! - `index`, `entry`, `line_kind`, `link`, `name`: all lines of a file, and how they hang together
//! - `standing`: whether a line is on the branch that the conversation went on
//! - `reading`, `item`, `content`, `speaker`, `words`: a line in full, for people
//! - `card`, `told`, `picked`: a question with what was answered to it
//! - `summary`, `page`, `shelf`: what is asked of whoever reads the files

mod card;
mod content;
mod entry;
mod glance;
mod index;
mod item;
mod lenient;
mod line_kind;
mod link;
mod name;
mod page;
mod picked;
mod reading;
mod scan;
mod shelf;
mod speaker;
mod standing;
mod summary;
#[cfg(test)]
mod tests;
mod told;
mod words;

pub use card::{Card, CardOption, CardQuestion, CardState};
pub use content::Content;
pub use entry::Entry;
pub use glance::Glance;
pub use index::{Index, QuestionPlace};
pub use item::Item;
pub use line_kind::LineKind;
pub use link::Link;
pub use page::{Page, Span};
pub use reading::Reading;
pub use shelf::{AskAgain, Listed, NotAgain, Shelf, Unread};
pub use speaker::Speaker;
pub use standing::Standing;
pub use summary::Summary;
pub use words::Words;

/// Bytes of a line that is read; a longer one is shown as its length.
pub const LINE_BYTES: usize = 32 * 1024 * 1024;
