//! What a step does.

use std::time::Duration;

use serde_json::Value;

use super::ask_step::AskStep;
use super::step::Step;

/// What a step does.
#[derive(Clone, Debug, PartialEq)]
pub enum Verb {
    /// Says something.
    Text(String),
    /// Thinks aloud.
    Thinking(String),
    /// Gives a hint of the host's.
    Info(String),
    /// Calls a tool; nothing is run.
    ToolUse {
        /// The tool.
        name: String,
        /// What it is called with.
        input: Value,
    },
    /// Gets back what the tool called last gave.
    ToolResult {
        /// What it gave.
        content: String,
        /// Whether it failed.
        is_error: bool,
    },
    /// Asks the person, and waits.
    Ask(Box<AskStep>),
    /// Waits a while.
    Pause(Duration),
    /// Goes on elsewhere.
    Goto {
        /// At the step of this label.
        label: String,
        /// So many times in a play; after that it is passed over.
        most: u32,
    },
    /// Takes these steps: a branch, when it has a `when`.
    Steps(Vec<Step>),
    /// Ends the play: it failed.
    Fail(String),
    /// Ends the play: it is done.
    Complete(String),
}

impl Verb {
    /// The words in a file, in the order of the variants.
    pub(super) const WORDS: &[&str] = &[
        "text",
        "thinking",
        "info",
        "tool_use",
        "tool_result",
        "ask",
        "pause",
        "goto",
        "steps",
        "fail",
        "complete",
    ];
}
