//! What was given for one question.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::id::ChoiceId;
use crate::pick::Pick;

/// What was given for one question, in the shape of its kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Given {
    /// For `multiple_choice`.
    One(Pick),
    /// For `checkbox`; never empty, no choice twice, own words at most once.
    Many(Vec<Pick>),
    /// For `text`.
    Text(String),
    /// For `boolean`.
    Yes(bool),
    /// The words of a secret question: they lie in the store's vault, not in the log.
    Hidden,
}

impl Given {
    /// As in spec §3; a hidden answer is `null`.
    pub fn wire(&self) -> Value {
        match self {
            Self::One(pick) => pick.wire(),
            Self::Many(picks) => picks.iter().map(Pick::wire).collect(),
            Self::Text(words) => json!(words),
            Self::Yes(yes) => json!(yes),
            Self::Hidden => Value::Null,
        }
    }

    /// Everything picked, in order; empty for text and boolean.
    pub fn picks(&self) -> &[Pick] {
        match self {
            Self::One(pick) => std::slice::from_ref(pick),
            Self::Many(picks) => picks,
            Self::Text(_) | Self::Yes(_) | Self::Hidden => &[],
        }
    }

    /// Whether this puts the follow-ups of `trigger` on the table.
    pub fn triggers(&self, trigger: &ChoiceId) -> bool {
        match self {
            Self::Yes(yes) => trigger.as_str() == if *yes { "true" } else { "false" },
            _ => self
                .picks()
                .iter()
                .any(|pick| matches!(pick, Pick::Choice(id) if id == trigger)),
        }
    }
}
