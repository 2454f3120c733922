//! What Claude Code says of itself beside tools.

use sayso_core::actor::Actor;
use sayso_core::dialect::claude_code::{HookCall, HookEvent, NAME};
use sayso_core::face::Face;
use sayso_core::id::{MessageId, SessionId};
use sayso_core::message::{Message, MessageKind};
use sayso_core::source::Source;
use sayso_desk::{DeskError, Handle};
use serde_json::json;

use super::begin::{open_of, silence};
use super::step::Step;

/// The turn or the session is over: whatever was asked in it and is still open was dismissed in
/// the program's own dialog, of which no hook is told. It is taken back.
pub(super) fn withdraw_all(handle: &Handle, call: &HookCall) -> Result<Step, DeskError> {
    for open in open_of(handle, call)? {
        let by_hook = open.asked.asker.name.as_deref() == Some(NAME);
        let of_turn = open.asked.tool_use_id.is_some() || open.asked.source == Source::Approval;
        // What a sub-agent in the background wants to do may outlast the turn.
        let outlasts = open.asked.source == Source::Approval && call.event != HookEvent::SessionEnd;
        if by_hook && of_turn && !outlasts {
            let actor = Actor::asker(NAME, Face::Hook);
            match handle.withdraw(open.asked.interaction, actor).wait() {
                Ok(_) | Err(DeskError::Refused(_)) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(silence())
}

/// The program wants attention. If the desk has a question of this session, whoever is at the desk
/// knows; else it is told to those who look at the session.
pub(super) fn nudge(handle: &Handle, call: &HookCall) -> Result<Step, DeskError> {
    let session = SessionId::from(call.session.as_str());
    let known = handle.reader().last_seq(&session)? > 0;
    let Some(text) = call.message.as_deref().filter(|_| known) else {
        return Ok(silence());
    };
    if open_of(handle, call)?.is_empty() {
        let message = Message {
            uuid: MessageId::new(uuid::Uuid::now_v7().to_string()),
            parent: None,
            kind: MessageKind::Info,
            body: json!({ "text": text }),
        };
        handle.say(session, message).wait()?;
    }
    Ok(silence())
}
