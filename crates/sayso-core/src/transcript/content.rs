//! What an item holds.

use serde::Serialize;
use serde_json::Value;

use super::card::Card;
use super::words::Words;

/// What an item holds. The kinds are those of a session's history, and three for what is not
/// of the conversation: unknown, broken, too long.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Content {
    /// Words.
    Text(Words),
    /// What the agent thought.
    Thinking(Words),
    /// A tool that was called.
    ToolUse {
        /// The call.
        tool_use_id: Option<String>,
        /// The tool.
        name: String,
        /// What it was given; a text with its beginning, when it is long.
        input: Value,
    },
    /// What a tool gave back.
    ToolResult {
        /// The call.
        tool_use_id: Option<String>,
        /// The tool, if the call was found.
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Whether it failed.
        is_error: bool,
        /// The sub-agent that worked, if one did.
        #[serde(skip_serializing_if = "Option::is_none")]
        agent: Option<String>,
        /// What it gave.
        #[serde(flatten)]
        words: Words,
    },
    /// A question to the person, with what was answered.
    AskUserQuestion(Card),
    /// Something failed.
    Error(Words),
    /// The task is done.
    Complete(Words),
    /// What the host put in.
    Info {
        /// What it is, in the host's word.
        what: String,
        /// What it says.
        #[serde(flatten)]
        words: Words,
    },
    /// JSON of a kind that nobody here knows.
    Unknown {
        /// What it calls itself.
        what: String,
        /// The line itself.
        #[serde(flatten)]
        words: Words,
    },
    /// No JSON.
    Broken {
        /// What is wrong with it.
        why: String,
        /// The line itself.
        #[serde(flatten)]
        words: Words,
    },
    /// A line too long to be read.
    TooLong {
        /// Its bytes.
        bytes: u64,
    },
}

impl Content {
    /// What the host tells itself or the model: people pass it over.
    pub(super) fn is_aside(&self) -> bool {
        const ASIDE: &[&str] = &["meta", "turn_duration", "stop_hook_summary"];
        matches!(self, Self::Info { what, .. } if ASIDE.contains(&what.as_str()))
    }
}
