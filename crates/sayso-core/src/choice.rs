//! One offered choice.

use serde::{Deserialize, Serialize};

use crate::id::ChoiceId;

/// One offered choice: an option of a question (`Option` is taken in Rust).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Choice {
    /// What the answer carries.
    pub id: ChoiceId,
    /// What the person reads.
    pub label: String,
    /// What picking it means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub description: Option<String>,
    /// Whether the asker declared it as the default.
    #[serde(default)]
    pub default: bool,
    /// Markdown that shows what picking it would bring.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub preview: Option<String>,
}

impl Choice {
    /// A choice with a label and nothing else.
    pub fn new(id: impl Into<ChoiceId>, label: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            label: label.into(),
            description: None,
            default: false,
            preview: None,
        }
    }
}
