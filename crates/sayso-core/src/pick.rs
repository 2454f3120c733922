//! One thing picked.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::id::ChoiceId;

/// One thing picked for a choice question: an offered choice, or own words.
/// Own words are never a magic label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pick {
    /// An offered choice.
    Choice(ChoiceId),
    /// The person's own words.
    Other(String),
}

impl Pick {
    /// As in spec §3: `"id"`, or `{"other":"…"}`.
    pub fn wire(&self) -> Value {
        match self {
            Self::Choice(id) => json!(id),
            Self::Other(words) => json!({ "other": words }),
        }
    }
}
