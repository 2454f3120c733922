//! Where something was said.

use serde::{Deserialize, Serialize};

/// The side an answer, a cancel or a hold came in by: `via` on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Face {
    /// The panel or the line mode of a terminal.
    Terminal,
    /// The terminal's inbox.
    Inbox,
    /// The web page.
    Web,
    /// A form inside an MCP client.
    Mcp,
    /// A program over HTTP.
    Http,
    /// A file of scripted answers.
    File,
    /// Lines piped into the command.
    Pipe,
    /// A hook of the agent.
    Hook,
    /// The asker's own side.
    Host,
    /// The desk itself, when a deadline passed.
    Desk,
}

impl Face {
    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Terminal => "terminal",
            Self::Inbox => "inbox",
            Self::Web => "web",
            Self::Mcp => "mcp",
            Self::Http => "http",
            Self::File => "file",
            Self::Pipe => "pipe",
            Self::Hook => "hook",
            Self::Host => "host",
            Self::Desk => "desk",
        }
    }
}
