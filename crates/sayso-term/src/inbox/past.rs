//! What was decided before.

/// A closed interaction, as the search shows it. Everything in it is made harmless when drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    /// What was asked, first of all.
    pub title: String,
    /// Who answered, where and when; or how else it ended.
    pub ending: String,
    /// Who asked, and in which session.
    pub about: String,
    /// All of it: every question with what was offered and what was given.
    pub lines: Vec<String>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The words that were looked for.
    pub words: String,
    /// The newest first.
    pub past: Vec<Past>,
    /// Whether there is more than could be shown.
    pub more: bool,
}
