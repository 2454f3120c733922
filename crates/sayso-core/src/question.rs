//! One thing asked.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::choice::Choice;
use crate::context_file::ContextFile;
use crate::id::{ChoiceId, QuestionId};
use crate::kind::Kind;

/// One thing asked of a person. On the wire it is the id dialect (spec §2.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Question {
    /// Unique in the session.
    #[serde(rename = "question_id")]
    pub id: QuestionId,
    /// A short label, shown as a chip and used as a key by the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub header: Option<String>,
    /// What is asked, in full.
    #[serde(rename = "question_text")]
    pub text: String,
    /// What the person may want to know before answering.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub description: Option<String>,
    /// The digest of the action that an approval is bound to, where Sayso wrote the question
    /// itself. Then lines of `description` that do not begin with `│ ` are Sayso's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub action_digest: Option<String>,
    /// How it is answered.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// What is offered, in the asker's order; empty for text and boolean.
    // Shared: naming a question copies the rest of it.
    #[serde(
        rename = "options",
        default,
        skip_serializing_if = "<[Choice]>::is_empty"
    )]
    pub choices: Arc<[Choice]>,
    /// Whether own words are taken beside the choices.
    #[serde(default = "yes")]
    pub allow_other: bool,
    /// Whether the interaction stays open until this has an answer.
    #[serde(default = "yes")]
    pub required: bool,
    /// Whether the answer is masked, kept out of the log and never shown again.
    #[serde(default, skip_serializing_if = "is_no")]
    pub secret: bool,
    /// Files of the project that the question is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub context: Vec<ContextFile>,
    /// Questions that are on the table only while the named option is picked
    /// (`true` and `false` for a boolean).
    #[serde(
        rename = "follow_up_questions",
        default,
        skip_serializing_if = "BTreeMap::is_empty"
    )]
    pub follow_ups: BTreeMap<ChoiceId, Vec<Self>>,
}

/// What one interaction asks; shared by all who hold it, since it never changes.
pub type Questions = Arc<[Question]>;

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_no(flag: &bool) -> bool {
    !flag
}

impl Question {
    /// A required question of this kind with nothing else set: the start of every reader and test.
    pub fn new(id: impl Into<QuestionId>, kind: Kind, text: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            header: None,
            text: text.into(),
            description: None,
            action_digest: None,
            kind,
            choices: Arc::default(),
            allow_other: true,
            required: true,
            secret: false,
            context: Vec::new(),
            follow_ups: BTreeMap::new(),
        }
    }

    /// The choice of this id.
    pub fn choice(&self, id: &ChoiceId) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.id == *id)
    }

    /// The choices that the asker declared as default.
    pub fn defaults(&self) -> impl Iterator<Item = &Choice> {
        self.choices.iter().filter(|choice| choice.default)
    }

    /// The ids under which follow-ups can hang, in the order they are shown.
    pub fn triggers(&self) -> Vec<ChoiceId> {
        match self.kind {
            Kind::Boolean => vec![ChoiceId::from("true"), ChoiceId::from("false")],
            Kind::Text => Vec::new(),
            Kind::MultipleChoice | Kind::Checkbox => self
                .choices
                .iter()
                .map(|choice| choice.id.clone())
                .collect(),
        }
    }

    /// Whether it asks the same as the other, to the letter. Ids of questions are nobody's reading:
    /// the desk gives them to questions that come without.
    fn asks_the_same(&self, other: &Self) -> bool {
        let nameless = |question: &Self| Self {
            id: QuestionId::unnamed(),
            follow_ups: BTreeMap::new(),
            ..question.clone()
        };
        let (ours, theirs) = (&self.follow_ups, &other.follow_ups);
        nameless(self) == nameless(other)
            && ours.len() == theirs.len()
            && ours
                .iter()
                .zip(theirs)
                .all(|((ours, below), (theirs, other))| {
                    ours == theirs && ask_the_same(below, other)
                })
    }
}

/// Whether two lists of questions ask the same, to the letter and in the same order.
pub fn ask_the_same(some: &[Question], others: &[Question]) -> bool {
    some.len() == others.len()
        && some
            .iter()
            .zip(others)
            .all(|(one, other)| one.asks_the_same(other))
}
