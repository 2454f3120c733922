//! Who an item is from.

use serde::Serialize;

/// Who an item is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    /// A person typed it.
    Person,
    /// The agent.
    Agent,
    /// The agent's host: tools, hooks, its own book-keeping.
    Host,
}
