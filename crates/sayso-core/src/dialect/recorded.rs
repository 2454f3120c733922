//! What a message on record has to do with asking.

use serde_json::Value;

use super::envelope::is_our_tool;
use crate::message::{Message, MessageKind};

/// What a message on record has to do with asking. Hosts record the calls of their agents, refused
/// ones too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recorded<'m> {
    /// A call of our tool, by its id.
    Call(&'m str),
    /// What a call of some tool came to, by the call's id.
    Result(&'m str),
    /// Anything else.
    Other,
}

impl<'m> Recorded<'m> {
    /// Reads a message.
    pub(crate) fn of(message: &'m Message) -> Self {
        let text = |name: &str| message.body.get(name).and_then(Value::as_str);
        match message.kind {
            MessageKind::ToolUse if text("name").is_some_and(is_our_tool) => {
                Self::Call(text("id").unwrap_or_default())
            }
            MessageKind::ToolResult => Self::Result(text("tool_use_id").unwrap_or_default()),
            _ => Self::Other,
        }
    }
}
