//! `list_my_questions`.

use rmcp::model::{CallToolResult, Tool};
use serde_json::{Value, json};

use super::ask;
use super::wait::may_see;
use crate::client::Client;
use crate::door::Open;
use crate::place::Place;
use crate::reply;
use crate::shared::Shared;
use crate::trouble::Trouble;

pub(crate) const NAME: &str = "list_my_questions";

const ABOUT: &str = "\
List the questions you asked in this project that are still open, and those that were answered while nobody waited. \
Collect an answer with wait_for_answer.";

/// What the model reads.
pub(crate) fn tool() -> Tool {
    let schema = json!({ "type": "object", "properties": {} });
    super::tool(NAME, "List my questions", ABOUT, schema)
}

/// Lists.
pub(crate) async fn list(
    client: &Client,
    place: &Place,
    shared: &Shared,
) -> Result<CallToolResult, Trouble> {
    let door = shared.door().await?;
    let open = door.pending(shared.lang()).await?;
    let mut list: Vec<Value> = open
        .iter()
        .filter(|open| is_mine(open, client, place, shared))
        .map(entry)
        .collect();
    let session = client
        .has_session(place)
        .then(|| ask::session(client, place));
    for asked in shared.calls.uncollected(&client.owner(), session.as_ref()) {
        if open.iter().any(|open| open.asked.id == asked) {
            continue;
        }
        let (found, _) = door.wait(asked, shared.lang()).await?;
        if may_see(client, &found) {
            let texts: Vec<&str> = found.questions.iter().map(|q| q.text.as_str()).collect();
            list.push(json!({
                "interaction_id": found.id,
                "state": "closed",
                "questions": texts,
            }));
        }
    }
    let text = if list.is_empty() {
        "No question of yours is open.".to_owned()
    } else {
        let lines = list.iter().map(|one| {
            let texts = one["questions"].as_array().into_iter().flatten();
            let texts: Vec<&str> = texts.filter_map(Value::as_str).collect();
            let (id, state) = (&one["interaction_id"], &one["state"]);
            format!(
                "- {} ({}): {}",
                id.as_str().unwrap_or_default(),
                state.as_str().unwrap_or_default(),
                texts.join(" / ")
            )
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    Ok(reply::told(text, json!({ "questions": list }), false))
}

/// Whether this client asked it, in this project: in this session, or in one whose asker died.
/// Clients without a session are told apart by their names alone.
pub(super) fn is_mine(open: &Open, client: &Client, place: &Place, shared: &Shared) -> bool {
    let session = &open.asked.session;
    open.agent.as_deref() == Some(&client.name)
        && open.project == shared.options.project
        && may_see(client, &open.asked)
        && (!client.has_session(place)
            || *session == ask::session(client, place)
            || ask::is_orphan(session, client, shared))
}

fn entry(open: &Open) -> Value {
    let texts: Vec<&str> = open
        .asked
        .questions
        .iter()
        .map(|q| q.text.as_str())
        .collect();
    json!({
        "interaction_id": open.asked.id,
        "session_id": open.asked.session,
        "round": open.round,
        "state": "pending",
        "asked_at": open.asked_at,
        "questions": texts,
    })
}
