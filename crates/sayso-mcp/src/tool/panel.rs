//! `panel_open` and `panel_answer`: what the panel inside a client calls, and no model.

use std::io;

use rmcp::model::{CallToolResult, MetaObject, Tool};
use sayso_core::command::GivenAnswer;
use sayso_core::on_the_table::whole_tree;
use serde_json::{Map, Value, json};

use super::ask;
use crate::app;
use crate::calls::Asking;
use crate::client::Client;
use crate::door::Known;
use crate::form::{Manner, Out, Sheet};
use crate::place::Place;
use crate::reply;
use crate::shared::Shared;
use crate::states::{Carried, NotTaken, States};
use crate::trouble::Trouble;
use crate::wording;

pub(crate) const OPEN: &str = "panel_open";
pub(crate) const ANSWER: &str = "panel_answer";

/// Where a result holds the word that an answer needs. Models are not shown it.
const NONCE: &str = "sayso/nonce";

/// What the panel calls.
pub(crate) fn tools() -> [Tool; 2] {
    let open = json!({
        "type": "object",
        "properties": { "arguments": { "type": "object" } },
        "required": ["arguments"],
    });
    let answer = json!({
        "type": "object",
        "properties": {
            "nonce": { "type": "string" },
            "answers": { "type": "array" },
            "cancel": { "type": "boolean" },
            "reason": { "type": "string" },
        },
        "required": ["nonce"],
    });
    let about = "For the panel that a person answers in, not for models.";
    [
        super::tool(OPEN, "Show the question", about, open),
        super::tool(ANSWER, "Hand in what the person said", about, answer),
    ]
    .map(|tool| tool.with_meta(app::of_panel_s_own_tool()))
}

/// Finds the question that was asked with these arguments, for the panel to show.
pub(crate) async fn open(
    arguments: &Map<String, Value>,
    client: &Client,
    place: &Place,
    shared: &Shared,
) -> Result<CallToolResult, Trouble> {
    let lang = shared.lang();
    let asked = arguments.get("arguments").cloned().unwrap_or_default();
    let parsed = ask::parse(&asked, client, shared)?;
    let asking = Asking {
        owner: client.owner(),
        session: ask::session(client, place),
        digest: parsed.digest,
        approval: false,
    };
    let Some(id) = shared.calls.shown(&asking) else {
        let trouble = Trouble::new("question_not_found", "this question is not open here yet");
        let mut result = reply::trouble(&trouble);
        if let Some(data) = &mut result.structured_content {
            data["later"] = json!(true);
        }
        return Ok(result);
    };
    let pending = shared.door().await?.pending(lang).await?;
    let open = pending.into_iter().find(|open| open.asked.id == id);
    let Some(open) = open else {
        return Err(Trouble::new("already_closed", "this question is closed"));
    };
    let secret = whole_tree(&open.asked.questions).any(|q| q.secret);
    if secret {
        let page = shared.page().borrow().clone();
        let url = page.map(|page| wording::question_page(&page, id));
        let data = json!({ "interaction_id": id, "state": "pending", "url": url });
        return Ok(reply::told(wording::secret(lang), data, false));
    }
    let data = json!({ "state": "pending", "interaction": shown(&open, client) });
    let result = reply::told("The question is shown to the person.", data, false);
    let states = shared.states().ok_or_else(no_place)?;
    let empty = Sheet::new(Vec::new().into(), true).state();
    with_nonce(result, states.seal(id, empty, &binding(client, place)))
}

/// Hands in what the person said.
pub(crate) async fn answer(
    arguments: &Map<String, Value>,
    client: &Client,
    place: &Place,
    shared: &Shared,
) -> Result<CallToolResult, Trouble> {
    let lang = shared.lang();
    let states = shared.states().ok_or_else(no_place)?;
    let (carried, out) = carried(arguments, client, place, states)?;
    let id = carried.interaction;
    let again = |trouble: &Trouble| {
        with_nonce(
            reply::trouble(trouble),
            states.seal_again(carried, &binding(client, place)),
        )
    };
    if out.time < client.reading && client.manner != Manner::Trust {
        return again(&Trouble::new("too_fast", wording::too_fast(lang)));
    }
    let door = shared.door().await?;
    let person = shared.person();
    let done = if arguments.get("cancel") == Some(&Value::Bool(true)) {
        let reason = arguments.get("reason").and_then(Value::as_str);
        door.cancel(id, reason.map(str::to_owned), person, lang)
            .await
    } else {
        match given(arguments) {
            Ok(answers) => door.answer(id, answers, person, lang).await,
            Err(trouble) => Err(trouble),
        }
    };
    match done {
        // Closed by someone else this very moment is closed too: the panel shows how.
        Err(trouble) if !trouble.is_closed() => again(&trouble),
        _ => Ok(reply::outcome(&*door.look_at(id, lang).await?, lang)),
    }
}

/// What the word was handed out for, and how long ago. It is used up.
fn carried(
    arguments: &Map<String, Value>,
    client: &Client,
    place: &Place,
    states: &States,
) -> Result<(Carried, Out), Trouble> {
    let nonce = arguments.get("nonce").and_then(Value::as_str);
    match states.open(nonce.unwrap_or_default(), &binding(client, place)) {
        Ok(opened) => Ok(opened),
        Err(NotTaken::Spent) => Err(Trouble::new(
            "request_state_used",
            "this was handed in before; nothing was changed",
        )),
        Err(NotTaken::Wrong) => Err(Trouble::new(
            "person_only",
            "only a person may answer, in the panel that shows the question",
        )),
        Err(NotTaken::Io(error)) => Err(Trouble::new("not_recorded", error.to_string())),
    }
}

/// The result, and beside it the word that the next answer needs.
fn with_nonce(
    mut result: CallToolResult,
    sealed: io::Result<String>,
) -> Result<CallToolResult, Trouble> {
    let sealed = sealed.map_err(|error| Trouble::new("not_recorded", error.to_string()))?;
    let meta = Map::from_iter([(NONCE.to_owned(), json!(sealed))]);
    result.meta = Some(MetaObject::from(meta));
    Ok(result)
}

/// What the word is good for: the panel of this client, at this process.
fn binding(client: &Client, place: &Place) -> Vec<u8> {
    let session = place.session.as_str().as_bytes();
    client.owner().seal(&[b"panel", session])
}

/// As the desk's API tells an interaction: the panel reads that.
fn shown(open: &Known, client: &Client) -> Value {
    json!({
        "interaction_id": open.asked.id,
        "session_id": open.asked.session,
        "round": open.round,
        "state": "pending",
        "source": "tool",
        "asked_at": open.asked_at,
        "agent": { "kind": "unknown", "name": client.name },
        "project": open.project,
        "questions": open.asked.questions,
    })
}

fn given(arguments: &Map<String, Value>) -> Result<Vec<GivenAnswer>, Trouble> {
    let wrong = || {
        Trouble::new(
            "invalid_answer",
            "answers: a list of {question_id, answer, note?} is needed",
        )
    };
    let answers = arguments.get("answers").and_then(Value::as_array);
    let read = |one: &Value| {
        let id = one.get("question_id").and_then(Value::as_str)?;
        let value = one.get("answer")?.clone();
        let mut given = GivenAnswer::new(id, value);
        given.note = one.get("note").and_then(Value::as_str).map(str::to_owned);
        Some(given)
    };
    let answers = answers.ok_or_else(wrong)?.iter().map(read);
    answers.collect::<Option<Vec<_>>>().ok_or_else(wrong)
}

fn no_place() -> Trouble {
    Trouble::new("not_recorded", "no place to keep states")
}
