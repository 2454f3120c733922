//! What decided an outcome.

use serde::{Deserialize, Serialize};

/// What decided an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Decider {
    /// A person.
    Person,
    /// The form of an MCP client; whether a person filled it in is not known.
    Client,
    /// The deadline; whatever stands as an answer is a declared default.
    Timeout,
    /// A script: a file, piped lines, a JSON argument or a bare token.
    File,
    /// The agent's own dialog, as its hook reports it.
    Hook,
    /// The asker withdrew.
    Asker,
}
