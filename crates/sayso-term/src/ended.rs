//! How asking on a terminal ended.

use sayso_core::command::GivenAnswer;

/// How asking on a terminal ended: what the person did, never a guess at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Every question on the table was answered, or skipped where that is allowed.
    Answered {
        /// What was given; never empty.
        answers: Vec<GivenAnswer>,
        /// What was made of lines that did not fit; for standard error.
        notes: Vec<String>,
    },
    /// The person called it off, and said so twice.
    Cancelled {
        /// In the person's own words, for the asker.
        reason: Option<String>,
    },
    /// The person pressed Ctrl-C.
    Interrupted,
    /// The terminal went away, or the process was told to end. The question stays open.
    Gone,
    /// The question was closed somewhere else meanwhile.
    Elsewhere,
    /// A piped line is no answer. Nothing is submitted, and the question stays open.
    NoAnswer {
        /// Why; for standard error.
        notes: Vec<String>,
    },
    /// Piped input ended before an answer, or cannot be read. Nothing is submitted.
    NoInput {
        /// Why; for standard error.
        notes: Vec<String>,
    },
}
