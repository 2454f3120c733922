//! What a live stream says, in the push form of S0 §2.3.4.

use sayso_core::event::Event;
use sayso_core::id::SessionId;
use sayso_core::message::MessageKind;
use sayso_core::moment::Moment;
use serde_json::{Value, json};

/// One fact as a push. `None` for facts that are of no use to a face.
pub(crate) fn push(session: &SessionId, seq: u64, at: Moment, event: &Event) -> Value {
    let mut push = match event {
        Event::Opened(opening) => json!({
            "type": "session_opened",
            "agent": opening.agent,
            "project": opening.project,
            "branch": opening.branch,
        }),
        Event::Asked(asked) => json!({
            "type": "ask_user_question",
            "question": asked.questions.first(),
            "questions": asked.questions,
            "tool_use_id": asked.tool_use_id,
            "interaction_id": asked.interaction,
            "round": asked.round,
            "chain": asked.chain,
            "total_rounds": asked.total_rounds,
            "source": asked.source,
            "agent": asked.asker,
            "deadline": asked.deadline,
            "reopens": asked.reopens,
        }),
        Event::Answered {
            interaction,
            answers,
            actor,
            ..
        } => json!({
            "type": "partly_answered",
            "interaction_id": interaction,
            "questions": answers.keys().collect::<Vec<_>>(),
            "by": actor.by,
            "via": actor.via,
        }),
        Event::Held {
            interaction,
            left,
            actor,
        } => json!({
            "type": "held",
            "interaction_id": interaction,
            "left_ms": left,
            "by": actor.by,
            "via": actor.via,
        }),
        Event::Released {
            interaction,
            at,
            actor,
        } => json!({
            "type": "released",
            "interaction_id": interaction,
            "deadline": at,
            "by": actor.by,
            "via": actor.via,
        }),
        Event::Closed {
            interaction,
            closing,
        } => {
            let answers: serde_json::Map<String, Value> = closing
                .answers
                .iter()
                .map(|(question, answer)| (question.to_string(), answer.given.wire()))
                .collect();
            json!({
                "type": closing.state,
                "interaction_id": interaction,
                "state": closing.state,
                "answers": answers,
                "decided_by": closing.decided_by,
                "evidence": closing.actor.evidence,
                "by": closing.actor.by,
                "via": closing.actor.via,
                "at": closing.at,
                "took_ms": closing.took_ms,
                "reason": closing.reason,
                "interrupted": closing.interrupted,
            })
        }
        Event::Delivered {
            interaction,
            delivery,
        } => json!({
            "type": "delivered",
            "interaction_id": interaction,
            "delivery": delivery,
        }),
        Event::Said(message) => json!({
            "type": kind(message.kind),
            "uuid": message.uuid,
            "parentUuid": message.parent,
            "content": message.body,
        }),
        Event::Allowed { more, actor } => json!({
            "type": "chain_allowed",
            "more": more,
            "by": actor.by,
        }),
        Event::ChainEnded { actor } => json!({ "type": "chain_ended", "by": actor.by }),
    };
    push["session_id"] = json!(session);
    push["seq"] = json!(seq);
    push["timestamp"] = json!(at);
    push
}

fn kind(kind: MessageKind) -> Value {
    json!(kind)
}
