//! `ask_user_question`.

use rmcp::model::{MetaObject, Tool};
use sayso_core::asker::{Asker, AskerKind};
use sayso_core::dialect::{self, Parsed};
use sayso_core::id::{CallKey, InteractionId, SessionId};
use sayso_core::on_the_table::whole_tree;
use sayso_core::opening::Opening;
use sayso_core::refusal::Refusal;
use sayso_core::source::Source;
use sayso_desk::NewAsk;
use serde_json::{Map, Value, json};

use crate::alive::Alive;
use crate::app;
use crate::attend::Found;
use crate::calls::{Asking, Before};
use crate::client::{Client, MARK};
use crate::door::Secrets;
use crate::place::Place;
use crate::shared::Shared;
use crate::trouble::Trouble;

pub(crate) const NAME: &str = "ask_user_question";

const ABOUT: &str = "\
Ask the person you work for a question, and wait for the answer. They answer in this client, in a terminal, on a web \
page or on a phone.

Ask when the answer changes what you do and cannot be found out by yourself: requirements that can be read in two \
ways, a choice between approaches with real trade-offs, a preference, something destructive or costly. Do not ask \
what the code, the files or the conversation already tell, nor for permission to go on with what was agreed.

How to ask well:
- Each question stands on its own: the person may read it on a phone, without your conversation before their eyes. \
Name files, numbers and consequences.
- One to four questions in one call, when they belong together.
- Two to four distinct options, each with a description of what picking it means. Put the one you recommend first and \
add \"(Recommended)\" to its label.
- Do not add an option like \"Other\": the person can always answer in their own words.
- multiSelect is for options that can hold together.

The result is what the person said, never a guess. Cancelled, timed out or still open is not an answer: do not choose \
for the person. If the result says the question is still open, call wait_for_answer with its interaction_id.";

/// What the model reads, from the start; and the panel, for clients that draw it.
pub(crate) fn tool(panel: bool) -> Tool {
    let mut meta = Map::from_iter([("anthropic/alwaysLoad".to_owned(), json!(true))]);
    if panel {
        meta.insert("ui".to_owned(), app::of_tool());
        meta.insert("ui/resourceUri".to_owned(), json!(app::URI));
    }
    super::tool(NAME, "Ask the user", ABOUT, schema()).with_meta(MetaObject::from(meta))
}

fn schema() -> Value {
    let option = json!({
        "type": "object",
        "properties": {
            "label": { "type": "string", "description": "What the person reads, 1 to 5 words" },
            "description": { "type": "string", "description": "What picking it means" },
            "id": { "type": "string", "description": "What the answer carries instead of the label" },
            "default": { "type": "boolean", "description": "The one that stands in where the asker declared so" },
            "preview": { "type": "string", "description": "Markdown that shows what picking it would bring" },
        },
        "required": ["label"],
    });
    let question = json!({
        "type": "object",
        "properties": {
            "question": { "type": "string", "description": "The whole question, ending in a question mark" },
            "header": { "type": "string", "description": "A chip of at most 12 characters, such as \"Database\"" },
            "options": { "type": "array", "items": option, "description": "What is offered; 2 to 4 are best" },
            "multiSelect": { "type": "boolean", "description": "Whether several may be picked" },
            "question_id": { "type": "string", "description": "A name of your own, to find the answer by" },
            "type": {
                "type": "string",
                "enum": ["multiple_choice", "checkbox", "text", "boolean"],
                "description": "How it is answered; options are for the first two only",
            },
            "description": { "type": "string", "description": "What the person may want to know before answering" },
            "required": { "type": "boolean", "description": "Whether it must be answered; usually yes" },
            "allow_other": { "type": "boolean", "description": "Whether own words are taken; usually yes" },
            "secret": { "type": "boolean", "description": "For a password or a key: masked and never logged" },
            "follow_up_questions": {
                "type": "object",
                "description": "Option id to the questions that are asked only when it is picked",
                "additionalProperties": { "type": "array", "items": { "type": "object" } },
            },
        },
        "required": ["question"],
    });
    json!({
        "type": "object",
        "properties": {
            "questions": {
                "type": "array",
                "items": question,
                "description": "One to four questions",
            },
        },
        "required": ["questions"],
    })
}

/// Reads what the model sent; everything that is wrong with it at once.
pub(crate) fn parse(input: &Value, client: &Client, shared: &Shared) -> Result<Parsed, Trouble> {
    let parsed = dialect::parse(input, &shared.options.limits);
    let mut parsed = parsed
        .map_err(|issues| Trouble::refused(&Refusal::InvalidQuestion(issues), shared.lang()))?;
    parsed.tool_use_id = client.call.clone().or(parsed.tool_use_id);
    Ok(parsed)
}

/// Asks, or finds the same question that was asked before and whose answer was not collected.
pub(crate) async fn ask(
    parsed: Parsed,
    input: Value,
    source: Source,
    key: Option<CallKey>,
    client: &Client,
    place: &Place,
    shared: &Shared,
) -> Result<Found, Trouble> {
    let lang = shared.lang();
    let door = shared.door().await?;
    let session = session(client, place);
    let asks = Asking {
        owner: client.owner(),
        session: session.clone(),
        digest: parsed.digest,
        approval: source == Source::Approval,
    };
    let secret = whole_tree(&parsed.questions).any(|question| question.secret);
    let before = match shared.calls.same(&asks, shared.options.grace).await {
        None if !secret => orphan(&parsed, client, shared).await?,
        // Its words are for the one that asked it: another is asked anew.
        Some(before) if secret && before.place.is_some() => None,
        before => before,
    };
    let found = match before {
        Some(before) => match door.find(before.interaction, lang).await {
            // It was forgotten since: it is asked anew.
            Err(trouble) if trouble.code == "question_not_found" => {
                shared.calls.collected(before.interaction);
                None
            }
            Ok(known) if known.asked.closed && before.only_open => None,
            // A yes that was given before is never used for another call.
            Ok(known) if known.asked.closed && source == Source::Approval => None,
            known => {
                known?;
                let id = before.interaction;
                let secrets = match client.is_known_again(place) {
                    true => ours(id, shared).await?,
                    false => Secrets::NotOurs,
                };
                let mut found = Found::own(door.wait(id, &secrets, lang).await?, secrets);
                found.place = before.place;
                Some(found)
            }
        },
        None => None,
    };
    let found = match found {
        Some(found) => found,
        None => {
            // No client says which of its agents calls.
            let asker = Asker {
                kind: AskerKind::Unknown,
                name: Some(client.name.clone()),
                sub_agent: None,
                credential: client.credential.clone(),
            };
            let mut ask = NewAsk::new(parsed);
            ask.session = Some(session);
            ask.key = key;
            ask.source = source;
            ask.opening = Opening {
                agent: asker.name.clone(),
                project: shared.options.project.clone(),
                ..Opening::default()
            };
            ask.asker = asker;
            ask.is_local = place.lasts;
            let asked = door.ask(ask, input, lang).await?;
            let secrets = Secrets::Ours(asked.0.collect_token.clone());
            Found::own(asked, secrets)
        }
    };
    let collect_token = found.asked.collect_token.clone();
    shared.calls.asked(found.asked.id, asks, collect_token);
    // So that there is a place to answer by the time the person looks for one.
    let _ = shared.page();
    Ok(found)
}

/// The secret words of what this client asked, with what they can be collected with.
pub(crate) async fn ours(id: InteractionId, shared: &Shared) -> Result<Secrets, Trouble> {
    let here = shared.door().await?.collect_token(id);
    let token = here.or_else(|| shared.calls.collect_token(id));
    Ok(Secrets::Ours(token))
}

/// The conversation of a call: the one that its token or its client names, else its connection's.
pub(super) fn session(client: &Client, place: &Place) -> SessionId {
    let named = client.only.clone().or_else(|| client.session.clone());
    named.unwrap_or_else(|| {
        let (session, mark) = (place.session.as_str(), client.mark());
        SessionId::new(format!("{session}{mark}"))
    })
}

/// Whether nobody waits in this session any more who had the same token as this client.
pub(super) fn is_orphan(session: &SessionId, client: &Client, shared: &Shared) -> bool {
    is_of_client(session, client) && shared.alive().is_orphan(session)
}

/// Whether it is the session of an MCP client that named none and had the same token as this one.
pub(super) fn is_of_client(session: &SessionId, client: &Client) -> bool {
    let mark = session
        .as_str()
        .split_once(MARK)
        .map_or("", |(_, mark)| mark);
    client.mark().trim_start_matches(MARK) == mark && Alive::made(session)
}

/// The same question of the same client in the same project, whose asker has died. One alone takes
/// it up: of two that ask the same, the other asks anew.
async fn orphan(
    parsed: &Parsed,
    client: &Client,
    shared: &Shared,
) -> Result<Option<Before>, Trouble> {
    let pending = shared.door().await?.pending(shared.lang()).await?;
    let orphan = pending.into_iter().rev().find(|open| {
        open.digest == Some(parsed.digest)
            && open.agent.as_deref() == Some(&client.name)
            && open.project == shared.options.project
            && client
                .only
                .as_ref()
                .is_none_or(|only| *only == open.asked.session)
            && is_orphan(&open.asked.session, client, shared)
            && shared.alive().takes_up(open.asked.id)
    });
    Ok(orphan.map(|open| Before {
        interaction: open.asked.id,
        only_open: true,
        place: None,
    }))
}
