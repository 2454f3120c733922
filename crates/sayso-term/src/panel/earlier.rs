//! What there is to read beside the questions.

use sayso_core::id::QuestionId;

/// A round that was closed before this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earlier {
    /// The n-th of its session.
    pub round: u32,
    /// How it ended, in words.
    pub ending: String,
    /// Each question with what was answered; none when nothing was.
    pub answers: Vec<(String, Option<String>)>,
}

/// A file that a question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// The question.
    pub question: QuestionId,
    /// `path:first-last`.
    pub place: String,
    /// The number of its first line.
    pub first: u32,
    /// What is written there, or why it cannot be shown.
    pub text: Result<String, String>,
}
