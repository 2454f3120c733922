//! What line mode has of the desk, and says of it.

use std::fmt;

use sayso_core::answer_check;
use sayso_core::form::{Draft, Edit};
use sayso_core::question::Question;
use sayso_core::safe_text::shown_on_one_line;

use super::fault::Fault;
use super::wording;
use crate::asked::Asked;
use crate::inline::Keeper;
use crate::panel::clock::{Told, countdown};

/// What line mode has of the desk: whoever sits there can leave a note, go back, and hold the
/// clock, and what they entered is kept.
pub struct AtDesk<'d> {
    /// Whoever holds the desk.
    pub keeper: &'d mut dyn Keeper,
    /// What was entered so far; left as it is when asking ends.
    pub draft: &'d mut Draft,
    /// Why the answers did not get to the desk, when they were given before.
    pub not_sent: Option<String>,
    /// Whether the words that steer are told above the first question.
    pub hints: bool,
}

impl AtDesk<'_> {
    /// How much time is left and what happens then, on a line of its own.
    pub(super) fn time_left(&mut self, asked: &Asked<'_>) -> String {
        let Some(clock) = self.keeper.clock() else {
            return String::new();
        };
        let told = Told {
            at: std::time::Duration::ZERO,
            clock,
        };
        wording::clock(&told, &countdown(told.seconds(told.at)), asked.lang)
    }

    pub(super) fn hold(&mut self, asked: &Asked<'_>) -> String {
        let Some(clock) = self.keeper.clock() else {
            return wording::no_clock(asked.lang).to_owned();
        };
        match self.keeper.hold(!clock.held) {
            Ok(_) => self.time_left(asked),
            Err(why) => format!("{}\n", shown_on_one_line(&why)),
        }
    }

    pub(super) fn history(&mut self, asked: &Asked<'_>) -> String {
        let earlier = self.keeper.earlier();
        if earlier.is_empty() {
            return wording::no_history(asked.lang).to_owned();
        }
        let rounds = earlier.iter().rev();
        rounds
            .map(|round| wording::earlier(round, asked.lang))
            .collect()
    }
}

/// The edit that a note is, if it can be one.
pub(super) fn note(question: &Question, words: &str) -> Result<Edit, Fault> {
    match answer_check::words(words) {
        Ok(words) => Ok(Edit::Note {
            question: question.id.clone(),
            words: words.unwrap_or_default(),
        }),
        Err(problem) => Err(Fault::Refused(problem)),
    }
}

impl fmt::Debug for AtDesk<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AtDesk")
            .field("not_sent", &self.not_sent)
            .finish_non_exhaustive()
    }
}
