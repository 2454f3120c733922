//! One item of a session's history that is neither question nor answer.

use serde::{Deserialize, Serialize};

use crate::id::MessageId;

/// What kind of thing a message is (S0 §1; questions and answers are facts of their own).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MessageKind {
    /// Words of the agent or the person.
    Text,
    /// What the agent thought.
    Thinking,
    /// A tool the agent called.
    ToolUse,
    /// What the tool gave back.
    ToolResult,
    /// Something failed.
    Error,
    /// The task is done.
    Complete,
    /// A hint of the host's.
    Info,
}

/// One item of a session's history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Its name.
    pub uuid: MessageId,
    /// The message before it.
    #[serde(rename = "parentUuid", default)]
    pub parent: Option<MessageId>,
    /// What it is.
    pub kind: MessageKind,
    /// What it holds, as the host gave it.
    pub body: serde_json::Value,
}
