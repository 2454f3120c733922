//! `approve`: leave to act, in the form that agents use for permission prompts.

use rmcp::model::{CallToolResult, ContentBlock, Tool};
use sayso_core::approval::Action;
use sayso_core::dialect::Parsed;
use sayso_core::dialect::claude_code::ToolRequest;
use sayso_core::id::{CallKey, InteractionId};
use sayso_core::lang::Lang;
use sayso_core::outcome::Outcome;
use sayso_core::refusal::Refusal;
use sayso_core::safe_text;
use sayso_core::source::Source;
use serde_json::{Map, Value, json};

use super::ask;
use crate::attend::Found;
use crate::client::Client;
use crate::door::{Known, Secrets};
use crate::place::Place;
use crate::shared::Shared;
use crate::trouble::Trouble;

/// What Claude Code calls itself.
const CLAUDE_CODE: &str = "claude-code";

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
    /// What it is about. A call of the question tool is taken in exactly the tool's own format.
    pub(crate) fn of(action: Action, lang: Lang) -> Result<Self, Trouble> {
        ToolRequest::read(action)
            .map(Self)
            .map_err(|issues| Trouble::refused(&Refusal::InvalidQuestion(issues), lang))
    }

    /// Asks, or joins the approval of the same action that a hook of the same agent asked for: the
    /// person has one entry for one action, and both get what they decide.
    pub(crate) async fn open(
        &self,
        client: &Client,
        place: &Place,
        shared: &Shared,
    ) -> Result<Found, Trouble> {
        let lang = shared.lang();
        let (parsed, input) = self.questions(client.call.clone(), lang);
        let session = shared.options.claude_session.as_deref();
        // Another client can run inside that session's shell.
        let session = session.filter(|_| client.name.starts_with(CLAUDE_CODE));
        let of_call = client.call.as_deref().map(CallKey::from);
        let (Some(session), Some(call)) = (session, &client.call) else {
            return ask::ask(parsed, input, self.source(), of_call, client, place, shared).await;
        };
        let by_hook = |open: &Known| match &self.0 {
            ToolRequest::Question(_) => {
                open.asked.session.as_str() == session && open.key == of_call
            }
            ToolRequest::Approval(action) => {
                !open.by_call && action.has_key(session, open.key.as_ref())
            }
        };
        if let Some(found) = of_hook(by_hook, None, shared).await? {
            return Ok(found);
        }
        let key = match &self.0 {
            ToolRequest::Question(_) => of_call.clone(),
            ToolRequest::Approval(action) => Some(action.key(session, call)),
        };
        let found = ask::ask(parsed, input, self.source(), key, client, place, shared).await?;
        // Hook and prompt ask at the same time: whichever was first stays.
        let ours = found.asked.id;
        let Some(earlier) = of_hook(by_hook, Some(ours), shared).await? else {
            return Ok(found);
        };
        let door = shared.door().await?;
        match door.withdraw(ours, shared.asker(&client.name), lang).await {
            Ok(()) => {
                shared.calls.collected(ours);
                Ok(earlier)
            }
            // It was answered this very moment.
            Err(trouble) if trouble.is_closed() => Ok(found),
            Err(trouble) => Err(trouble),
        }
    }

    /// What the person is asked, and the same as a desk elsewhere reads it.
    fn questions(&self, call: Option<String>, lang: Lang) -> (Parsed, Value) {
        let parsed = self.0.ask(call, lang);
        let input = match &self.0 {
            ToolRequest::Question(call) => Value::Object(call.input()),
            ToolRequest::Approval(_) => json!({ "questions": parsed.questions }),
        };
        (parsed, input)
    }

    /// Whether it is a question or an approval.
    fn source(&self) -> Source {
        self.0.source()
    }

    /// What the agent gets: only a person's answer or yes allows.
    pub(crate) fn decision(&self, outcome: &Outcome, lang: Lang) -> Value {
        self.0.decision(outcome, lang)
    }
}

/// Reads the arguments.
pub(crate) fn action(arguments: &Map<String, Value>) -> Result<Action, Trouble> {
    let tool = arguments.get("tool_name").and_then(Value::as_str);
    let tool = tool.filter(|tool| !safe_text::is_blank(tool));
    let tool = tool.ok_or_else(|| Trouble::new("invalid_arguments", "tool_name: required"))?;
    Ok(Action {
        tool: tool.to_owned(),
        input: arguments.get("input").cloned().unwrap_or_default(),
        reason: None,
        rules: Vec::new(),
    })
}

/// What a hook of the same agent asked for this, before ours if we have one. It is joined by one call
/// alone.
async fn of_hook(
    by_hook: impl Fn(&Known) -> bool,
    ours: Option<InteractionId>,
    shared: &Shared,
) -> Result<Option<Found>, Trouble> {
    let lang = shared.lang();
    let door = shared.door().await?;
    // The oldest come first.
    let mut open = door.pending(lang).await?;
    if let Some(ours) = ours {
        let place = open.iter().position(|one| one.asked.id == ours);
        open.truncate(place.unwrap_or_default());
    }
    for one in open.iter().filter(|one| by_hook(one)) {
        if let Some(place) = shared.calls.attend_alone(one.asked.id) {
            // Whose agent asks is the same; which process of it did is not.
            let secrets = Secrets::NotOurs;
            let (asked, waiting) = door.wait(one.asked.id, &secrets, lang).await?;
            return Ok(Some(Found {
                asked,
                waiting,
                place: Some(place),
                own: false,
                secrets,
            }));
        }
    }
    Ok(None)
}

/// As agents read it: JSON in the one text of the result.
pub(crate) fn result(decision: &Value) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(decision.to_string())])
}

/// No.
pub(crate) fn denied(why: &str) -> Value {
    json!({ "behavior": "deny", "message": why })
}
