//! What the agent should do, in a person's words.

use sayso_core::digest::Digest;
use sayso_core::message::{Message, MessageKind};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::said;

/// What the agent should do, in a person's words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt {
    /// Names it, in the log and to the agent. What is handed over twice under one name is heard
    /// once.
    pub uuid: String,
    /// What.
    pub text: String,
    /// Tells whether another one under the same name is the same, where that may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<Digest>,
}

impl Prompt {
    /// One of its own.
    pub fn new(text: String) -> Self {
        Self {
            uuid: uuid::Uuid::new_v4().to_string(),
            text,
            content: None,
        }
    }

    /// As the log has it.
    pub(super) fn message(&self) -> Message {
        let mut body = json!({ "type": "text", "text": self.text, "role": "user" });
        if let Some(content) = self.content {
            body["content_digest"] = json!(content);
        }
        said::message(self.uuid.as_str(), MessageKind::Text, body)
    }

    /// From the log; none when the message is something else.
    pub(super) fn of(message: &Message) -> Option<Self> {
        let text = message.body["text"].as_str()?;
        let is_prompt = message.body["role"] == "user" && message.kind == MessageKind::Text;
        is_prompt.then(|| Self {
            uuid: message.uuid.to_string(),
            text: text.to_owned(),
            content: None,
        })
    }
}
