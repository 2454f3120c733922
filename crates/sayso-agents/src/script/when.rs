//! What must hold for a step to be taken.

use std::collections::HashSet;

use sayso_core::id::{ChoiceId, QuestionId};

use super::saved::Answers;
use super::step::Step;
use super::verb::Verb;

/// What must hold for a step to be taken: all of it. Nothing always holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct When(pub Vec<Condition>);

/// One thing that must hold about a saved ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The name it was saved under.
    pub name: String,
    /// Which of its questions; without it, any.
    pub question: Option<QuestionId>,
    /// What must have come of it: any of these.
    pub any: Vec<Wanted>,
}

/// What can have come of an ask. Only `Answered` and `Picked` are answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// A person answered.
    Answered,
    /// It was called off.
    Cancelled,
    /// Nobody answered in time.
    Timeout,
    /// It was not allowed to be asked.
    Refused,
    /// A person picked this option; `true` and `false` for a yes or no.
    Picked(ChoiceId),
}

impl Wanted {
    /// What a word in a file stands for. No option that is saved may be called like an ending.
    pub(super) fn of(word: &str) -> Self {
        match word {
            "answered" => Self::Answered,
            "cancelled" => Self::Cancelled,
            "timeout" => Self::Timeout,
            "refused" => Self::Refused,
            option => Self::Picked(ChoiceId::from(option)),
        }
    }
}

impl When {
    /// Whether all of it holds.
    pub(super) fn holds(&self, answers: &Answers) -> bool {
        self.0.iter().all(|condition| {
            let saved = answers.get(&condition.name);
            saved.is_some_and(|saved| {
                let holds = |wanted| saved.is(wanted, condition.question.as_ref());
                condition.any.iter().any(holds)
            })
        })
    }
}

/// Every ending that some step of these waits for.
pub(super) fn handled(steps: &[Step]) -> HashSet<(String, Wanted)> {
    let mut all = HashSet::new();
    for step in steps {
        for condition in &step.when.0 {
            let pair = |wanted: &Wanted| (condition.name.clone(), wanted.clone());
            all.extend(condition.any.iter().map(pair));
        }
        if let Verb::Steps(inner) = &step.verb {
            all.extend(handled(inner));
        }
    }
    all
}
