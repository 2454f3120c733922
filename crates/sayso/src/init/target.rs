//! The clients that are known, and where each keeps its entry.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde_json::{Value, json};

/// A client that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Client {
    /// Claude Code: hooks, skill and entry, in .claude/ and .mcp.json of the project
    Claude,
    /// Codex: ~/.codex/config.toml
    Codex,
    /// opencode: opencode.json of the project
    Opencode,
    /// Gemini CLI: .gemini/settings.json of the project
    Gemini,
    /// VS Code: .vscode/mcp.json of the project
    Vscode,
    /// Cursor: .cursor/mcp.json of the project
    Cursor,
}

/// Where a client keeps its entry, and what that is.
pub(crate) struct Target {
    pub(crate) file: PathBuf,
    pub(crate) entry: Entry,
}

/// What is written.
pub(crate) enum Entry {
    /// A member of an object in JSON with comments.
    Json {
        path: [&'static str; 2],
        value: Value,
    },
    /// A table at the end of a TOML file.
    Toml {
        path: [&'static str; 2],
        text: String,
    },
}

impl Client {
    /// Where its entry goes, if an entry is all it needs. `program` is how Sayso is started.
    pub(crate) fn target(self, project: &Path, home: &Path, program: &str) -> Option<Target> {
        let plain = json!({ "command": program, "args": ["mcp"] });
        let typed = json!({ "type": "stdio", "command": program, "args": ["mcp"] });
        let servers = |value| Entry::Json {
            path: ["mcpServers", "sayso"],
            value,
        };
        let (file, entry) = match self {
            Self::Claude => return None,
            Self::Cursor => (project.join(".cursor/mcp.json"), servers(plain)),
            Self::Gemini => (project.join(".gemini/settings.json"), servers(plain)),
            Self::Vscode => {
                let path = ["servers", "sayso"];
                let entry = Entry::Json { path, value: typed };
                (project.join(".vscode/mcp.json"), entry)
            }
            Self::Opencode => {
                let commented = project.join("opencode.jsonc");
                let file = if commented.exists() {
                    commented
                } else {
                    project.join("opencode.json")
                };
                let path = ["mcp", "sayso"];
                let value =
                    json!({ "type": "local", "command": [program, "mcp"], "enabled": true });
                (file, Entry::Json { path, value })
            }
            Self::Codex => {
                let text = format!(
                    "[mcp_servers.sayso]\ncommand = {}\nargs = [\"mcp\"]\ntool_timeout_sec = 600\n",
                    json!(program)
                );
                let path = ["mcp_servers", "sayso"];
                (home.join(".codex/config.toml"), Entry::Toml { path, text })
            }
        };
        Some(Target { file, entry })
    }

    /// Whether it left a trace in the project or at home.
    pub(crate) fn is_used(self, project: &Path, home: &Path) -> bool {
        let (here, there): (&[&str], &[&str]) = match self {
            Self::Claude => (&[".mcp.json", ".claude", "CLAUDE.md"], &[".claude"]),
            Self::Codex => (&[".codex"], &[".codex"]),
            Self::Opencode => (
                &["opencode.json", "opencode.jsonc", ".opencode"],
                &[".config/opencode"],
            ),
            Self::Gemini => (&[".gemini", "GEMINI.md"], &[".gemini"]),
            Self::Vscode => (&[".vscode"], &[]),
            Self::Cursor => (&[".cursor"], &[".cursor"]),
        };
        here.iter().any(|name| project.join(name).exists())
            || there.iter().any(|name| home.join(name).exists())
    }
}
