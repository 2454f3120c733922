//! Where a line stands in the conversation.

use serde::Serialize;

/// Where a line stands in the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// On the branch that the conversation went on.
    Current,
    /// On a branch that was left: somebody went back and asked otherwise.
    Left,
    /// Said by a sub-agent.
    Sidechain,
    /// Written again, as after a summary.
    Repeated,
    /// What it hangs on is not in the file.
    Orphan,
    /// It hangs on itself or on what comes later.
    Cyclic,
    /// In no chain at all.
    Loose,
}
