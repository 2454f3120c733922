//! The time that is left, as the desk told it.

use std::time::Duration;

use sayso_core::deadline::OnTimeout;
use sayso_core::question::Question;
use sayso_core::safe_text::shown_on_one_line;
use sayso_core::source::Source;
use sayso_core::stand_in::stand_ins;

/// What happens when the time is up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AtZero {
    /// The declared defaults stand in: these.
    Defaults(Vec<String>),
    /// Nothing stands in, and the asker is told.
    Nothing,
}

impl AtZero {
    /// What the desk will do, by its own rules.
    pub fn of(questions: &[Question], policy: Option<OnTimeout>, source: Source) -> Self {
        let mut labels = Vec::new();
        for question in questions {
            let defaults = stand_ins(question, policy, source);
            if defaults.is_empty() && question.required {
                return Self::Nothing;
            }
            let label =
                |choice: &sayso_core::choice::Choice| shown_on_one_line(&choice.label).into_owned();
            labels.extend(defaults.into_iter().map(label));
        }
        match labels.is_empty() {
            true => Self::Nothing,
            false => Self::Defaults(labels),
        }
    }
}

/// The time that is left, as the desk told it. The desk's clock decides; this only shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What was left when the desk told.
    pub left: Duration,
    /// Whether the person stopped it.
    pub held: bool,
    /// What happens at zero.
    pub at_zero: AtZero,
}

/// A clock, and when it was told.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) clock: Clock,
    pub(crate) at: Duration,
}

impl Told {
    /// Whole seconds left, counted up: at `0:00` it is over.
    pub(crate) fn seconds(&self, now: Duration) -> u64 {
        let gone = if self.clock.held {
            Duration::ZERO
        } else {
            now.saturating_sub(self.at)
        };
        let left = self.clock.left.saturating_sub(gone);
        left.as_secs() + u64::from(left.subsec_nanos() > 0)
    }
}

/// `0:45`, `12:03`, `3:04:05`, `2 d`.
pub(crate) fn countdown(seconds: u64) -> String {
    let (minutes, rest) = (seconds / 60, seconds % 60);
    match minutes {
        0..60 => format!("{minutes}:{rest:02}"),
        60..2_880 => format!("{}:{:02}:{rest:02}", minutes / 60, minutes % 60),
        _ => format!("{} d", minutes / 1_440),
    }
}
