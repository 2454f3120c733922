//! Whoever holds the desk, as the inbox sees them.

use sayso_core::command::GivenAnswer;
use sayso_core::form::Draft;
use sayso_core::id::InteractionId;
use sayso_core::moment::Moment;

use super::entry::Entry;
use super::past::Found;
use crate::panel::{Context, Earlier};

/// What the desk has to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// The open interactions in the desk's own order, and how those closed that are gone.
    List {
        /// What is open.
        entries: Vec<Entry>,
        /// Who closed what, in words.
        closed: Vec<(InteractionId, String)>,
    },
    /// What was looked for.
    Found(Found),
    /// The desk cannot be reached, for this reason; what is shown may be old.
    Away(String),
}

/// What is needed to show one interaction whole.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// What was entered before, here or elsewhere.
    pub draft: Option<Draft>,
    /// The files it refers to.
    pub contexts: Vec<Context>,
    /// Whether earlier rounds can be shown.
    pub has_history: bool,
}

/// Why something was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotTaken {
    /// It does not fit; it can be given again.
    Invalid(String),
    /// Somebody was first: this is who.
    Closed(String),
    /// Anything else, for this reason. Whether it was recorded is not known: the word of it may be
    /// what was lost. Given once more it is known for the same.
    Failed(String),
}

/// Whoever holds the desk. None of it may block for long, but for what must be on disk first.
pub trait Clerk {
    /// The desk's time.
    fn time(&self) -> Moment;

    /// What is new since this was last asked.
    fn news(&mut self) -> Vec<News>;

    /// What is needed to show this one.
    fn open(&mut self, entry: &Entry) -> Opening;

    /// Keeps what was entered so far.
    fn keep(&mut self, id: InteractionId, draft: &Draft);

    /// Answers.
    fn answer(&mut self, id: InteractionId, answers: Vec<GivenAnswer>) -> Result<(), NotTaken>;

    /// Calls it off, with a reason in the person's own words.
    fn cancel(&mut self, id: InteractionId, reason: Option<String>) -> Result<(), NotTaken>;

    /// Stops the clock or lets it go on.
    fn hold(&mut self, id: InteractionId, hold: bool) -> Result<(), String>;

    /// The earlier rounds of its session, the last one first.
    fn earlier(&mut self, entry: &Entry) -> Vec<Earlier>;

    /// Somebody else has the terminal for a while: what others wait for is let go.
    fn step_aside(&mut self) {}

    /// The terminal is ours again.
    fn come_back(&mut self) {}

    /// Looks for words in what was decided; what it finds comes as news.
    fn search(&mut self, words: &str);
}
