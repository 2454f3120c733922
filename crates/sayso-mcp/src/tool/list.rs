//! `list_my_questions`.

use rmcp::model::{CallToolResult, Tool};
use serde_json::{Value, json};

use super::ask;
use crate::client::Client;
use crate::door::Known;
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
        let found = door.find(asked, shared.lang()).await?;
        if is_mine(&found, client, place, shared) {
            list.push(json!({
                "interaction_id": asked,
                "state": "closed",
                "questions": texts(&found),
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

/// Whether this client asked it: in its session, or, in the same project, in that of one of its
/// name that has died. Stateless clients without a session are told apart by their names alone.
pub(super) fn is_mine(known: &Known, client: &Client, place: &Place, shared: &Shared) -> bool {
    let session = &known.asked.session;
    let ours = ask::session(client, place);
    if known
        .agent
        .as_ref()
        .is_some_and(|name| *name != client.name)
    {
        return false;
    }
    if *session == ours || client.only.is_some() {
        return *session == ours;
    }
    if shared
        .calls
        .is_asked_by(known.asked.id, &client.owner(), &ours)
    {
        return true;
    }
    let left_behind = match client.has_session(place) {
        true => ask::is_orphan(session, client, shared),
        false => ask::is_of_client(session, client),
    };
    left_behind && (known.agent.is_none() || known.project == shared.options.project)
}

fn texts(known: &Known) -> Vec<&str> {
    let questions = known.asked.questions.iter();
    questions.map(|q| q.text.as_str()).collect()
}

fn entry(open: &Known) -> Value {
    json!({
        "interaction_id": open.asked.id,
        "session_id": open.asked.session,
        "round": open.round,
        "state": "pending",
        "asked_at": open.asked_at,
        "questions": texts(open),
    })
}
