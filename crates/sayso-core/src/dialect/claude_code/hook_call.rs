//! What a hook is called with.

use serde_json::Value;

use super::tool_request::ToolRequest;
use super::{NAME, QUESTION_TOOL};
use crate::approval::Action;
use crate::asker::{Asker, AskerKind};
use crate::dialect::is_our_tool;
use crate::issue::Issue;
use crate::problem::Problem;

/// Words that stand before the program that a shell runs.
const BEFORE_PROGRAMS: &[&str] = &["command", "env", "exec", "nohup", "time"];

/// What a hook is called with.
#[derive(Clone, Debug, PartialEq)]
pub struct HookCall {
    /// What happened.
    pub event: HookEvent,
    /// The program's own session.
    pub session: String,
    /// Where it works.
    pub project: Option<String>,
    /// The tool.
    pub tool: Option<String>,
    /// Its input.
    pub input: Value,
    /// The call; permission requests do not say it.
    pub tool_use_id: Option<String>,
    /// The sub-agent that calls, if it is one.
    pub agent: Option<String>,
    /// What kind of sub-agent that is.
    pub agent_type: Option<String>,
    /// What the tool gave back.
    pub response: Value,
    /// The rules that it offers to remember.
    pub rules: Vec<Value>,
    /// What makes two calls the same call, where one is handed on twice.
    pub repeat: Option<String>,
    /// What a notification says.
    pub message: Option<String>,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookEvent {
    /// A tool is about to run.
    PreToolUse,
    /// A permission is asked for, in a dialog too.
    PermissionRequest,
    /// A tool ran.
    PostToolUse,
    /// A tool ran, or was about to, and failed.
    PostToolUseFailure,
    /// Something wants the person's attention.
    Notification,
    /// The turn is over: nothing of it can be open.
    TurnOver,
    /// The next turn begins: nothing of the one before can be open, unless it was put off.
    Prompted,
    /// The session is over.
    SessionEnd,
    /// Anything else.
    Other,
}

impl HookCall {
    /// Reads it.
    pub fn read(value: &Value) -> Result<Self, Issue> {
        let text = |name: &str| value[name].as_str().map(str::to_owned);
        let session = text("session_id").filter(|id| !id.is_empty());
        let session = session.ok_or_else(|| Issue::new("session_id", Problem::Missing))?;
        let event = match value["hook_event_name"].as_str() {
            Some("PreToolUse") => HookEvent::PreToolUse,
            Some("PermissionRequest") => HookEvent::PermissionRequest,
            Some("PostToolUse") => HookEvent::PostToolUse,
            Some("PostToolUseFailure") => HookEvent::PostToolUseFailure,
            Some("Notification") => HookEvent::Notification,
            Some("Stop") => HookEvent::TurnOver,
            Some("UserPromptSubmit") => HookEvent::Prompted,
            Some("SessionEnd") => HookEvent::SessionEnd,
            Some(_) => HookEvent::Other,
            None => return Err(Issue::new("hook_event_name", Problem::Missing)),
        };
        let rules = value["permission_suggestions"].as_array();
        Ok(Self {
            event,
            session,
            project: text("cwd"),
            tool: text("tool_name"),
            input: value["tool_input"].clone(),
            tool_use_id: text("tool_use_id").filter(|id| !id.is_empty()),
            agent: text("agent_id"),
            agent_type: text("agent_type"),
            response: value["tool_response"].clone(),
            rules: rules.cloned().unwrap_or_default(),
            repeat: text("sayso_request").filter(|id| !id.is_empty()),
            message: text("message"),
        })
    }

    /// Who calls: only hooks are told of sub-agents.
    pub fn asker(&self) -> Asker {
        let is_sub = self.agent.is_some();
        Asker {
            kind: if is_sub {
                AskerKind::Sub
            } else {
                AskerKind::Main
            },
            name: Some(NAME.to_owned()),
            sub_agent: self.agent_type.clone().filter(|_| is_sub),
            credential: None,
        }
    }

    /// Whether a sub-agent is about to ask the person through an MCP server or through its shell,
    /// where nothing would tell it from the main agent.
    pub fn asks_as_another(&self) -> bool {
        let tool = self.tool.as_deref().unwrap_or_default();
        let asks = match tool {
            "Bash" => self.input["command"].as_str().is_some_and(asks_in_shell),
            tool => tool != QUESTION_TOOL && is_our_tool(tool),
        };
        self.event == HookEvent::PreToolUse && self.agent.is_some() && asks
    }

    /// Whether it is about the question tool.
    pub fn is_question(&self) -> bool {
        self.tool.as_deref() == Some(QUESTION_TOOL)
    }

    /// What a person is asked about it. A call of the question tool that is not in the tool's own
    /// format is refused.
    pub fn request(&self) -> Result<ToolRequest, Vec<Issue>> {
        ToolRequest::read(self.action())
    }

    /// What the agent wants to do.
    pub fn action(&self) -> Action {
        Action {
            tool: self.tool.clone().unwrap_or_default(),
            input: self.input.clone(),
            reason: None,
            rules: self.rules.clone(),
        }
    }
}

/// Whether a shell command runs one of ours that asks a person.
fn asks_in_shell(command: &str) -> bool {
    let ends = |c: char| matches!(c, ';' | '|' | '&' | '(' | ')' | '{' | '}' | '`' | '\n');
    command.split(ends).any(|part| {
        let before = |word: &&str| word.contains('=') || BEFORE_PROGRAMS.contains(word);
        let mut words = part.split_whitespace().skip_while(before);
        let program = words.next().and_then(|word| word.rsplit('/').next());
        match program {
            Some("sayso") => words.next() == Some("ask"),
            program => program == Some(QUESTION_TOOL),
        }
    })
}
