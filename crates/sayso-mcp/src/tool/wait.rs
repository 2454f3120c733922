//! `wait_for_answer`.

use rmcp::model::Tool;
use sayso_core::id::InteractionId;
use sayso_core::refusal::Refusal;
use serde_json::{Map, Value, json};

use crate::client::Client;
use crate::door::{Asked, Waiting};
use crate::shared::Shared;
use crate::trouble::Trouble;

pub(crate) const NAME: &str = "wait_for_answer";

const ABOUT: &str = "\
Wait for the answer to a question that was asked before and is still open. Give the interaction_id that \
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

/// Takes the waiting up again.
pub(crate) async fn wait(
    arguments: &Map<String, Value>,
    client: &Client,
    shared: &Shared,
) -> Result<(Asked, Waiting), Trouble> {
    let id = interaction(arguments)?;
    let (asked, waiting) = shared.door().await?.wait(id, shared.lang()).await?;
    if !may_see(client, &asked) {
        return Err(Trouble::refused(&Refusal::QuestionNotFound, shared.lang()));
    }
    Ok((asked, waiting))
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

/// Whether the client's token lets it see this.
pub(super) fn may_see(client: &Client, asked: &Asked) -> bool {
    let only = client.only.as_ref();
    only.is_none_or(|only| *only == asked.session)
}
