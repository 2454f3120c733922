//! `cancel_question`.

use rmcp::model::{CallToolResult, Tool};
use sayso_core::refusal::Refusal;
use serde_json::{Map, Value, json};

use super::list::is_mine;
use super::wait::interaction;
use crate::client::Client;
use crate::place::Place;
use crate::reply;
use crate::shared::Shared;
use crate::trouble::Trouble;

pub(crate) const NAME: &str = "cancel_question";

const ABOUT: &str = "\
Take back a question of yours that is still open, because its answer is not needed any more. The person sees that it \
was withdrawn. It is not an answer.";

/// What the model reads.
pub(crate) fn tool() -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {
            "interaction_id": { "type": "string", "description": "Which question" },
        },
        "required": ["interaction_id"],
    });
    super::tool(NAME, "Take a question back", ABOUT, schema)
}

/// Takes it back.
pub(crate) async fn cancel(
    arguments: &Map<String, Value>,
    client: &Client,
    place: &Place,
    shared: &Shared,
) -> Result<CallToolResult, Trouble> {
    let id = interaction(arguments)?;
    let lang = shared.lang();
    let door = shared.door().await?;
    if !is_mine(&door.find(id, lang).await?, client, place, shared) {
        return Err(Trouble::refused(&Refusal::QuestionNotFound, lang));
    }
    door.withdraw(id, shared.asker(&client.name), lang).await?;
    shared.calls.collected(id);
    let text = lang.pick(
        "The question was taken back; nobody answered it.",
        "问题已撤回；没有人回答。",
    );
    let data = json!({ "interaction_id": id, "state": "cancelled", "message": text });
    Ok(reply::told(text, data, false))
}
