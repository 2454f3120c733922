//! What a hook says back.

use serde_json::{Value, json};

use super::hook_call::HookEvent;
use super::tool_request::{ToolRequest, unanswered};
use crate::decider::Decider;
use crate::lang::Lang;
use crate::outcome::Outcome;
use crate::state::State;

/// What a hook says back. Silence leaves everything to the program's own dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum HookOutput {
    /// Nothing.
    Silence,
    /// This.
    Says(Value),
}

impl HookOutput {
    /// The outcome of what was asked, as the event takes it.
    pub fn of(event: HookEvent, asked: &ToolRequest, outcome: &Outcome, lang: Lang) -> Self {
        let closing = &outcome.closing;
        let by_asker = closing.state == State::Cancelled && closing.decided_by == Decider::Asker;
        if by_asker || closing.decided_by == Decider::Hook {
            // The program's own dialog was faster, and has whatever was answered there.
            return Self::Silence;
        }
        match (event, asked) {
            (HookEvent::PreToolUse, ToolRequest::Question(call)) => {
                match call.answered(outcome, lang) {
                    Some(input) => Self::before(json!({
                        "permissionDecision": "allow",
                        "updatedInput": input,
                    })),
                    None => Self::refuses(event, &unanswered(outcome, lang)),
                }
            }
            (HookEvent::PermissionRequest, asked) => Self::decides(asked.decision(outcome, lang)),
            _ => Self::Silence,
        }
    }

    /// A no before the tool runs, with words for the model.
    pub fn refuses(event: HookEvent, why: &str) -> Self {
        match event {
            HookEvent::PermissionRequest => {
                Self::decides(json!({ "behavior": "deny", "message": why }))
            }
            _ => Self::before(json!({
                "permissionDecision": "deny",
                "permissionDecisionReason": why,
            })),
        }
    }

    /// Ends a headless run; it is resumed with the same call.
    pub fn defers() -> Self {
        Self::before(json!({ "permissionDecision": "defer" }))
    }

    fn before(mut decision: Value) -> Self {
        decision["hookEventName"] = json!("PreToolUse");
        Self::Says(json!({ "hookSpecificOutput": decision }))
    }

    fn decides(decision: Value) -> Self {
        Self::Says(json!({ "hookSpecificOutput": {
            "hookEventName": "PermissionRequest",
            "decision": decision,
        } }))
    }
}
