//! What came of an ask, as branches and texts know it.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use sayso_core::answer::Answer;
use sayso_core::given::Given;
use sayso_core::id::{ChoiceId, QuestionId};
use sayso_core::lang::Lang;
use sayso_core::on_the_table::whole_tree;
use sayso_core::outcome::Outcome;
use sayso_core::question::Question;
use sayso_core::render::spoken;
use sayso_core::state::State;

use super::when::Wanted;

/// What came of every ask that was saved, by its name.
pub(super) type Answers = HashMap<String, Saved>;

/// What came of an ask. Only a person's answer has words and picks: whatever stands in after a
/// deadline is no answer.
#[derive(Clone, Debug)]
pub(super) struct Saved {
    how: Wanted,
    words: Option<String>,
    given: BTreeMap<QuestionId, GivenWords>,
}

#[derive(Clone, Debug)]
struct GivenWords {
    words: String,
    picked: Vec<ChoiceId>,
}

impl Saved {
    /// It was not allowed to be asked.
    pub(super) fn refused() -> Self {
        Self::without_answer(Wanted::Refused)
    }

    pub(super) fn of(outcome: &Outcome, lang: Lang) -> Self {
        match outcome.closing.state {
            State::Answered => {}
            State::Timeout => return Self::without_answer(Wanted::Timeout),
            State::Cancelled | State::Pending => return Self::without_answer(Wanted::Cancelled),
        }
        let answer = |question: &Question| outcome.closing.answers.get(&question.id);
        let given = whole_tree(&outcome.questions)
            .filter_map(|q| Some((q.id.clone(), GivenWords::of(q, answer(q)?))))
            .collect();
        let words: Vec<String> = outcome
            .questions
            .iter()
            .filter_map(|q| Some(spoken(q, answer(q)?, str::to_owned)))
            .collect();
        Self {
            how: Wanted::Answered,
            words: (!words.is_empty()).then(|| words.join(lang.pick("; ", "；"))),
            given,
        }
    }

    fn without_answer(how: Wanted) -> Self {
        Self {
            how,
            words: None,
            given: BTreeMap::new(),
        }
    }

    /// How it ended.
    pub(super) fn how(&self) -> &Wanted {
        &self.how
    }

    /// Whether this came of it, or of one of its questions.
    pub(super) fn is(&self, wanted: &Wanted, question: Option<&QuestionId>) -> bool {
        match (wanted, question) {
            (Wanted::Picked(option), _) => self
                .given
                .iter()
                .filter(|(id, _)| question.is_none_or(|question| question == *id))
                .any(|(_, given)| given.picked.contains(option)),
            (Wanted::Answered, Some(question)) => self.given.contains_key(question),
            _ => self.how == *wanted,
        }
    }

    /// The answer in words; of the whole ask, without its follow-ups, or of one question.
    pub(super) fn words(&self, question: Option<&str>) -> Option<&str> {
        match question {
            None => self.words.as_deref(),
            Some(question) => {
                let given = self.given.get(&QuestionId::from(question))?;
                Some(&given.words)
            }
        }
    }
}

impl GivenWords {
    fn of(question: &Question, answer: &Answer) -> Self {
        let picked = question.triggers().into_iter();
        Self {
            words: spoken(question, answer, str::to_owned),
            picked: picked.filter(|id| answer.given.triggers(id)).collect(),
        }
    }
}

/// The outcome without the words of secret questions: a scenario has no use for them, and what
/// it says is logged and shown.
pub(super) fn without_secrets(outcome: &Outcome) -> Outcome {
    let mut outcome = outcome.clone();
    for question in whole_tree(&outcome.questions) {
        if question.secret
            && let Some(answer) = Arc::make_mut(&mut outcome.closing)
                .answers
                .get_mut(&question.id)
        {
            answer.given = Given::Hidden;
        }
    }
    outcome
}
