//! How an interaction stands.

use serde::{Deserialize, Serialize};

/// How an interaction stands. It leaves `pending` once and never comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Waiting for a person.
    Pending,
    /// A person answered every required question.
    Answered,
    /// The person, the asker or an interrupt called it off.
    Cancelled,
    /// The deadline passed first, whether or not declared defaults stood in.
    Timeout,
}

impl State {
    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Answered => "answered",
            Self::Cancelled => "cancelled",
            Self::Timeout => "timeout",
        }
    }
}
