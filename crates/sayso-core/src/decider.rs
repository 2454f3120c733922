//! What decided an outcome.

use serde::{Deserialize, Serialize};

/// What decided an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Decider {
    /// A person at a face.
    Person,
    /// The deadline; whatever stands as an answer is a declared default.
    Timeout,
    /// Scripted answers from a file or a pipe.
    File,
    /// A hook of the agent.
    Hook,
    /// The asker withdrew.
    Asker,
}
