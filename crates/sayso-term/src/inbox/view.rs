//! What the inbox shows.

use sayso_core::command::GivenAnswer;

use super::entry::Entry;
use super::past::Found;
use crate::panel::Panel;
use crate::panel::words::Words;

/// What the inbox shows.
#[derive(Clone, Debug)]
pub(super) enum View {
    /// The open questions.
    List,
    /// One of them, or several alike ones, in the panel.
    Question(Box<Question>),
    /// Which of several alike ones are meant.
    Ticking,
    /// Once more, for whom the answer is, before it goes.
    Sending(Sending),
    /// What came of it.
    Told { scroll: usize },
    /// Somebody else was first while something was entered.
    Lost(Lost),
    /// What was decided before.
    Search(Search),
    /// All keys.
    Help { scroll: usize },
}

/// A question in the panel.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) entry: Entry,
    pub(super) panel: Panel,
}

/// For whom an answer is, before it goes.
#[derive(Clone, Debug)]
pub(super) struct Sending {
    /// What was answered; to go back to.
    pub(super) question: Box<Question>,
    pub(super) answers: Vec<GivenAnswer>,
    pub(super) scroll: usize,
    /// On sending it, or on going back.
    pub(super) on_send: bool,
}

/// What was entered when somebody else was first.
#[derive(Clone, Debug)]
pub(super) struct Lost {
    /// Who, where and when.
    pub(super) ending: String,
    /// What was asked.
    pub(super) title: String,
    /// What was entered, line by line.
    pub(super) entered: Vec<String>,
    pub(super) scroll: usize,
}

/// Looking for what was decided.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    pub(super) words: Words,
    pub(super) found: Option<Found>,
    pub(super) row: usize,
    /// How far the one that is open is scrolled.
    pub(super) open: Option<usize>,
}
