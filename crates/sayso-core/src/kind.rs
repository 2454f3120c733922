//! How a question is answered.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a question is answered (spec §2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// One of the choices.
    MultipleChoice,
    /// Any number of the choices.
    Checkbox,
    /// Own words.
    Text,
    /// Yes or no.
    Boolean,
}

impl Kind {
    /// Every kind, for tables and messages.
    pub const ALL: [Self; 4] = [
        Self::MultipleChoice,
        Self::Checkbox,
        Self::Text,
        Self::Boolean,
    ];

    /// Whether it offers choices.
    pub const fn offers(self) -> bool {
        matches!(self, Self::MultipleChoice | Self::Checkbox)
    }

    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::MultipleChoice => "multiple_choice",
            Self::Checkbox => "checkbox",
            Self::Text => "text",
            Self::Boolean => "boolean",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
