//! `wait_for_answer`.

use rmcp::model::Tool;
use sayso_core::id::InteractionId;
use sayso_core::refusal::Refusal;
use serde_json::{Map, Value, json};

use super::ask;
use super::list::is_mine;
use crate::attend::Found;
use crate::client::Client;
use crate::place::Place;
use crate::shared::Shared;
use crate::trouble::Trouble;

pub(crate) const NAME: &str = "wait_for_answer";

const ABOUT: &str = "\
Wait for the answer to a question that you asked before and that is still open. Give the interaction_id that \
ask_user_question or list_my_questions returned. If nobody has answered when this client's time is up, it says so and \
can be called again; that is not an answer.";

/// What the model reads.
pub(crate) fn tool() -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {
            "interaction_id": { "type": "string", "description": "Which question" },
            "seconds": { "type": "integer", "minimum": 0, "description": "How long to wait at most" },
        },
        "required": ["interaction_id"],
    });
    super::tool(NAME, "Wait for an answer", ABOUT, schema)
}

/// Takes the waiting up again. What another asked does not exist for this client.
pub(crate) async fn wait(
    arguments: &Map<String, Value>,
    client: &Client,
    place: &Place,
    shared: &Shared,
) -> Result<Found, Trouble> {
    let id = interaction(arguments)?;
    let lang = shared.lang();
    let door = shared.door().await?;
    if !is_mine(&door.find(id, lang).await?, client, place, shared) {
        return Err(Trouble::refused(&Refusal::QuestionNotFound, lang));
    }
    let mut found = Found::from(door.wait(id, lang).await?);
    let ours = ask::session(client, place);
    found.own = shared.calls.is_asked_by(id, &client.owner(), &ours);
    Ok(found)
}

/// The interaction that the arguments name.
pub(super) fn interaction(arguments: &Map<String, Value>) -> Result<InteractionId, Trouble> {
    let id = arguments.get("interaction_id").and_then(Value::as_str);
    id.and_then(|id| id.trim().parse().ok()).ok_or_else(|| {
        Trouble::new(
            "invalid_arguments",
            "interaction_id: 32 hexadecimal digits are needed, as ask_user_question or list_my_questions return them",
        )
    })
}
