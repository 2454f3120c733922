//! Why something is asked.

use serde::{Deserialize, Serialize};

/// Why something is asked: a question of the agent's, or leave to act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A question. No auto-approve rule ever answers it.
    #[default]
    Tool,
    /// An approval: opens on no, has no default.
    Approval,
}
