//! `approve`: leave to act, in the form that agents use for permission prompts.

use rmcp::model::{CallToolResult, ContentBlock, Tool};
use sayso_core::approval::Action;
use sayso_core::dialect::Parsed;
use sayso_core::dialect::claude_code::ToolRequest;
use sayso_core::lang::Lang;
use sayso_core::outcome::Outcome;
use sayso_core::refusal::Refusal;
use sayso_core::safe_text;
use sayso_core::source::Source;
use serde_json::{Map, Value, json};

use crate::trouble::Trouble;

pub(crate) const NAME: &str = "approve";

const ABOUT: &str = "\
For agents, not for models: the tool to name as permission prompt tool. A person allows or denies one tool call. \
Silence, a timeout or a lost connection never allows anything.";

/// What the agent reads.
pub(crate) fn tool() -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {
            "tool_name": { "type": "string", "description": "The tool that wants to run" },
            "input": { "type": "object", "description": "What it would run with" },
            "tool_use_id": { "type": "string", "description": "The call that waits" },
        },
        "required": ["tool_name", "input"],
    });
    super::tool(NAME, "Ask for permission", ABOUT, schema)
}

/// What a permission prompt is about: leave to act, or the agent's own question to the person, which
/// comes through the permission prompt too.
pub(crate) struct Prompt(ToolRequest);

impl Prompt {
    /// Reads the arguments. A call of the question tool is taken in exactly the tool's own format.
    pub(crate) fn read(arguments: &Map<String, Value>, lang: Lang) -> Result<Self, Trouble> {
        let tool = arguments.get("tool_name").and_then(Value::as_str);
        let tool = tool.filter(|tool| !safe_text::is_blank(tool));
        let tool = tool.ok_or_else(|| Trouble::new("invalid_arguments", "tool_name: required"))?;
        let action = Action {
            tool: tool.to_owned(),
            input: arguments.get("input").cloned().unwrap_or_default(),
            reason: None,
            rules: Vec::new(),
        };
        ToolRequest::read(action)
            .map(Self)
            .map_err(|issues| Trouble::refused(&Refusal::InvalidQuestion(issues), lang))
    }

    /// What the person is asked, and the same as a desk elsewhere reads it.
    pub(crate) fn questions(&self, call: Option<String>, lang: Lang) -> (Parsed, Value) {
        let parsed = self.0.ask(call, lang);
        let input = match &self.0 {
            ToolRequest::Question(call) => Value::Object(call.input()),
            ToolRequest::Approval(_) => json!({ "questions": parsed.questions }),
        };
        (parsed, input)
    }

    /// Whether it is a question or an approval.
    pub(crate) fn source(&self) -> Source {
        self.0.source()
    }

    /// What the agent gets: only a person's answer or yes allows.
    pub(crate) fn decision(&self, outcome: &Outcome, lang: Lang) -> Value {
        self.0.decision(outcome, lang)
    }
}

/// As agents read it: JSON in the one text of the result.
pub(crate) fn result(decision: &Value) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(decision.to_string())])
}

/// No.
pub(crate) fn denied(why: &str) -> Value {
    json!({ "behavior": "deny", "message": why })
}
