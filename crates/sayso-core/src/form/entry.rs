//! What a person has entered for one question.

use serde::{Deserialize, Serialize};

use super::edit::Edit;
use crate::id::ChoiceId;
use crate::kind::Kind;
use crate::question::Question;
use crate::safe_text;

/// What a person has entered for one question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(default)]
pub struct Entry {
    /// The picked options.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub picked: Vec<ChoiceId>,
    /// Own words, kept when they are not picked.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub other: String,
    /// Whether own words are picked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub other_on: bool,
    /// The answer of a text question.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The answer of a boolean question.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub yes: Option<bool>,
    /// What the person wants to say beside the answer.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

impl Entry {
    /// Whether this puts the follow-ups of `trigger` on the table.
    pub(super) fn triggers(&self, kind: Kind, trigger: &ChoiceId) -> bool {
        match kind {
            Kind::Boolean => self
                .yes
                .is_some_and(|yes| trigger.as_str() == yes.to_string()),
            Kind::MultipleChoice => !self.other_on && self.picked.first() == Some(trigger),
            Kind::Checkbox => self.picked.contains(trigger),
            Kind::Text => false,
        }
    }

    /// Leaves out what does not fit the question: a draft can come from anywhere.
    pub(super) fn fit(&mut self, question: &Question) {
        let single = question.kind == Kind::MultipleChoice;
        for choice in std::mem::take(&mut self.picked) {
            let full = single && !self.picked.is_empty();
            if offered(question, &choice) && !full && !self.picked.contains(&choice) {
                self.picked.push(choice);
            }
        }
        let other_on = self.other_on && takes_other(question);
        self.set_other(other_on && !safe_text::is_blank(&self.other), single);
    }

    /// Takes an edit that is about this question; false when it does not fit it.
    pub(super) fn take(&mut self, question: &Question, edit: &Edit) -> bool {
        let single = question.kind == Kind::MultipleChoice;
        match edit {
            Edit::Pick { choice, .. } if offered(question, choice) => {
                if single {
                    self.picked.clear();
                    self.other_on = false;
                }
                if !self.picked.contains(choice) {
                    self.picked.push(choice.clone());
                }
            }
            Edit::Unpick { choice, .. } if offered(question, choice) => {
                self.picked.retain(|picked| picked != choice);
            }
            Edit::Toggle {
                question: id,
                choice,
            } if offered(question, choice) => {
                let (question_id, choice) = (id.clone(), choice.clone());
                let picked = self.picked.contains(&choice);
                let edit = if picked {
                    Edit::Unpick {
                        question: question_id,
                        choice,
                    }
                } else {
                    Edit::Pick {
                        question: question_id,
                        choice,
                    }
                };
                return self.take(question, &edit);
            }
            Edit::Other { words, .. } if takes_other(question) => {
                self.other.clone_from(words);
                self.set_other(!safe_text::is_blank(words), single);
            }
            Edit::OtherOn { on, .. } if takes_other(question) => {
                self.set_other(*on && !safe_text::is_blank(&self.other), single);
            }
            Edit::Text { words, .. } if question.kind == Kind::Text => self.text.clone_from(words),
            Edit::Yes { yes, .. } if question.kind == Kind::Boolean => self.yes = *yes,
            Edit::Note { words, .. } => self.note.clone_from(words),
            Edit::Clear { .. } => *self = Self::default(),
            _ => return false,
        }
        true
    }

    fn set_other(&mut self, on: bool, single: bool) {
        self.other_on = on;
        if on && single {
            self.picked.clear();
        }
    }
}

fn offered(question: &Question, choice: &ChoiceId) -> bool {
    question.kind.offers() && question.choice(choice).is_some()
}

fn takes_other(question: &Question) -> bool {
    question.kind.offers() && question.allow_other
}
