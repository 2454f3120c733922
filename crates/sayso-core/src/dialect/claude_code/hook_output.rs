//! What a hook says back.

use serde_json::{Value, json};

use super::answered_input::answered_input;
use super::hook_call::{HookCall, HookEvent};
use super::permission::permission_result;
use crate::approval::Verdict;
use crate::decider::Decider;
use crate::lang::Lang;
use crate::outcome::Outcome;
use crate::render::sentence;
use crate::source::Source;
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
    /// The outcome of what the call asked, as its event takes it.
    pub fn of(call: &HookCall, outcome: &Outcome, lang: Lang) -> Self {
        let closing = &outcome.closing;
        if closing.state == State::Cancelled && closing.decided_by == Decider::Asker {
            // Taken back: somebody was faster in the program's own dialog.
            return Self::Silence;
        }
        match (call.event, outcome.source) {
            (HookEvent::PreToolUse, Source::Tool) => {
                match answered_input(&call.input, outcome, lang) {
                    Some(input) => Self::before(json!({
                        "permissionDecision": "allow",
                        "updatedInput": input,
                    })),
                    None => Self::refuses(call.event, &sentence(outcome, lang)),
                }
            }
            (HookEvent::PermissionRequest, Source::Tool) => {
                match answered_input(&call.input, outcome, lang) {
                    Some(input) => Self::decides(json!({
                        "behavior": "allow",
                        "updatedInput": input,
                    })),
                    None => Self::decides(json!({
                        "behavior": "deny",
                        "message": sentence(outcome, lang),
                        "interrupt": closing.interrupted,
                    })),
                }
            }
            (HookEvent::PermissionRequest, Source::Approval) => {
                let verdict = Verdict::of(outcome, lang);
                Self::decides(permission_result(&call.action(), verdict))
            }
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
