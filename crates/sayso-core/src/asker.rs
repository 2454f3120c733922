//! Who asks.

use serde::{Deserialize, Serialize};

/// Whether the asker is the main agent or one of its sub-agents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum AskerKind {
    /// The agent that the person talks to.
    #[default]
    Main,
    /// An agent that another agent started; it may not ask (spec §2.6).
    Sub,
}

/// Who asks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Asker {
    /// Main agent or sub-agent.
    #[serde(default)]
    pub kind: AskerKind,
    /// What it calls itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub name: Option<String>,
}
