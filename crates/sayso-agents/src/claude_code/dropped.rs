//! Questions that Claude Code asked and goes on without.

use sayso_core::actor::Actor;
use sayso_core::dialect::claude_code::NAME;
use sayso_core::face::Face;
use sayso_core::id::{MessageId, SessionId};
use sayso_core::lang::Lang;
use sayso_core::message::{Message, MessageKind};
use sayso_core::source::Source;
use sayso_desk::store::Pending;
use sayso_desk::{DeskError, Handle};
use serde_json::json;

/// Open interactions that are looked through, at most.
const OPEN: usize = 4_096;

/// Takes back what Claude Code asked in this session by a call that it does not know any more, and
/// tells those who look at the session why. Of two questions of one message whose run was put off,
/// it keeps one and drops the other without a word.
pub(super) fn take_back_dropped(
    handle: &Handle,
    session: &SessionId,
    face: Face,
    lang: Lang,
    is_dropped: impl Fn(&Pending) -> bool,
) -> Result<(), DeskError> {
    let mut open = handle.reader().pending(OPEN)?;
    open.retain(|open| open.session == *session && is_call(open) && is_dropped(open));
    for open in open {
        let actor = Actor::asker(NAME, face);
        match handle.withdraw(open.asked.interaction, actor).wait() {
            Ok(_) => say_so(handle, session, &open, lang)?,
            // Somebody was faster.
            Err(DeskError::Refused(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Whether it was asked by a call of the question tool, and not by the agent's shell or a server.
fn is_call(open: &Pending) -> bool {
    let asked = &open.asked;
    let by_call = asked.asker.name.as_deref() == Some(NAME) && asked.tool_use_id.is_some();
    by_call && asked.source == Source::Tool
}

fn say_so(
    handle: &Handle,
    session: &SessionId,
    open: &Pending,
    lang: Lang,
) -> Result<(), DeskError> {
    let question = open.asked.questions.first();
    let text = question.map_or("", |question| question.text.as_str());
    let text = lang.pick(
        format!("Claude Code went on without this question and waits for no answer, so it was withdrawn: {text}"),
        format!("Claude Code 已继续运行，不再等待此问题的回答，故已撤回：{text}"),
    );
    let message = Message {
        uuid: MessageId::new(uuid::Uuid::now_v7().to_string()),
        parent: None,
        kind: MessageKind::Info,
        body: json!({ "text": text }),
    };
    handle.say(session.clone(), message).wait().map(drop)
}
