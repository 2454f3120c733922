//! `wait_for_answer`.

use rmcp::model::Tool;
use sayso_core::id::InteractionId;
use sayso_core::refusal::Refusal;
use serde_json::{Map, Value, json};

use super::ask;
use super::list::is_mine;
use crate::attend::Found;
use crate::client::Client;
use crate::door::Secrets;
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
            "collect_token": { "type": "string", "description": "For a secret: as ask_user_question returned it" },
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
    let known = door.find(id, lang).await?;
    if !is_mine(&known, client, place, shared) {
        return Err(Trouble::refused(&Refusal::QuestionNotFound, lang));
    }
    let session = ask::session(client, place);
    let own = shared.calls.is_asked_by(id, &client.owner(), &session);
    let asked_here = own || known.asked.session == session;
    let secrets = match arguments.get("collect_token").and_then(Value::as_str) {
        _ if asked_here && client.is_known_again(place) => ask::ours(id, shared).await?,
        Some(token) if door.takes(id, token) => Secrets::Ours(Some(token.to_owned())),
        _ => Secrets::NotOurs,
    };
    let mut found = Found::own(door.wait(id, &secrets, lang).await?, secrets);
    found.own = own;
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
