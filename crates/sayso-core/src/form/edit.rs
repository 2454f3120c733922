//! One thing a person does to a form.

use serde::{Deserialize, Serialize};

use crate::id::{ChoiceId, QuestionId};

/// One thing a person does to a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "edit", rename_all = "snake_case")]
pub enum Edit {
    /// Picks an option; of a single choice, instead of what was picked.
    Pick {
        question: QuestionId,
        choice: ChoiceId,
    },
    /// Takes a pick back.
    Unpick {
        question: QuestionId,
        choice: ChoiceId,
    },
    /// Picks it, or takes it back if it is picked.
    Toggle {
        question: QuestionId,
        choice: ChoiceId,
    },
    /// Writes own words and picks them; empty words take them back.
    Other { question: QuestionId, words: String },
    /// Takes own words back, or picks them again as they were left.
    OtherOn { question: QuestionId, on: bool },
    /// Writes the answer of a text question.
    Text { question: QuestionId, words: String },
    /// Answers yes or no; none takes it back.
    Yes {
        question: QuestionId,
        yes: Option<bool>,
    },
    /// Writes the note beside the answer.
    Note { question: QuestionId, words: String },
    /// Takes everything back.
    Clear { question: QuestionId },
}

impl Edit {
    /// The question it is about.
    pub fn question(&self) -> &QuestionId {
        match self {
            Self::Pick { question, .. }
            | Self::Unpick { question, .. }
            | Self::Toggle { question, .. }
            | Self::Other { question, .. }
            | Self::OtherOn { question, .. }
            | Self::Text { question, .. }
            | Self::Yes { question, .. }
            | Self::Note { question, .. }
            | Self::Clear { question } => question,
        }
    }
}
