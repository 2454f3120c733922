//! `approve`: leave to act, in the form that agents use for permission prompts.

use rmcp::model::{CallToolResult, ContentBlock, Tool};
use sayso_core::approval::{Action, Verdict};
use sayso_core::dialect::Parsed;
use sayso_core::dialect::claude_code::{answered_input, permission_result};
use sayso_core::lang::Lang;
use sayso_core::outcome::Outcome;
use sayso_core::render::sentence;
use sayso_core::safe_text;
use serde_json::{Map, Value, json};

use crate::client::Client;
use crate::shared::Shared;
use crate::trouble::Trouble;

pub(crate) const NAME: &str = "approve";

const ABOUT: &str = "\
For agents, not for models: the tool to name as permission prompt tool. A person allows or denies one tool call. \
Silence, a timeout or a lost connection never allows anything.";

/// The agent's own question tool, which comes through the permission prompt too.
const QUESTION_TOOLS: &[&str] = &["AskUserQuestion", "ask_user_question"];

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

/// What a permission prompt is about.
pub(crate) struct Prompt {
    action: Action,
    /// Whether it is the agent's own question to the person.
    pub(crate) is_question: bool,
}

impl Prompt {
    /// Reads the arguments.
    pub(crate) fn read(arguments: &Map<String, Value>) -> Result<Self, Trouble> {
        let tool = arguments.get("tool_name").and_then(Value::as_str);
        let tool = tool.filter(|tool| !safe_text::is_blank(tool));
        let tool = tool.ok_or_else(|| Trouble::new("invalid_arguments", "tool_name: required"))?;
        Ok(Self {
            action: Action {
                tool: tool.to_owned(),
                input: arguments.get("input").cloned().unwrap_or_default(),
                reason: None,
                rules: Vec::new(),
            },
            is_question: QUESTION_TOOLS.contains(&tool),
        })
    }

    /// What the person is asked, and the same as a desk elsewhere reads it.
    pub(crate) fn questions(
        &self,
        client: &Client,
        shared: &Shared,
    ) -> Result<(Parsed, Value), Trouble> {
        if self.is_question {
            let mut input = self.action.input.clone();
            if let Some(input) = input.as_object_mut() {
                // The agent's own format has the field; what is in it is no person's word.
                input.remove("answers");
            }
            return Ok((super::ask::parse(&input, client, shared)?, input));
        }
        let parsed = self.action.ask(client.call.clone(), shared.lang());
        let input = json!({ "questions": parsed.questions });
        Ok((parsed, input))
    }

    /// What the agent gets: only a person's yes allows.
    pub(crate) fn decision(&self, outcome: &Outcome, lang: Lang) -> Value {
        if !self.is_question {
            return permission_result(&self.action, Verdict::of(outcome, lang));
        }
        match answered_input(&self.action.input, outcome, lang) {
            Some(input) => json!({ "behavior": "allow", "updatedInput": input }),
            None => denied(&sentence(outcome, lang)),
        }
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
