//! The OpenAPI document, generated from the table of operations and the types.

use http::StatusCode;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::api;
use crate::failure::FailureWire;
use crate::operation::{Operation, operations};
use crate::principal::Who;
use crate::view::InteractionView;

/// The document, as it is written to `schema/openapi.json`.
pub fn document() -> String {
    let mut generators = Generators::new();
    let mut paths: Map<String, Value> = Map::new();
    for operation in operations() {
        let path = paths
            .entry(operation.path.to_owned())
            .or_insert_with(|| json!({}));
        path[operation.method.as_str().to_lowercase()] = describe(&operation, &mut generators);
    }
    let failure = generators.written.subschema_for::<FailureWire>();
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Sayso",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The place where AI agents ask people. Agents ask and wait; only a person answers.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": {
            "responses": {
                "Failure": {
                    "description": "It did not work; the error says why and what to do",
                    "content": { "application/json": { "schema": failure, "example": example_error() } },
                },
            },
            "schemas": generators.definitions(),
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer" },
                "page": { "type": "apiKey", "in": "cookie", "name": "sayso" },
            },
        },
    });
    format!("{document:#}\n")
}

/// One generator for what is read, one for what is written: defaults make fields optional in the
/// one, and always there in the other.
struct Generators {
    read: SchemaGenerator,
    written: SchemaGenerator,
}

impl Generators {
    fn new() -> Self {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = "/components/schemas".into();
            })
        };
        Self {
            read: settings().into_generator(),
            written: settings().for_serialize().into_generator(),
        }
    }

    fn definitions(mut self) -> Map<String, Value> {
        let mut all = self.read.take_definitions(true);
        all.extend(self.written.take_definitions(true));
        all
    }
}

/// What of a transcript is wanted.
const TRANSCRIPT: &[(&str, &str)] = &[
    ("after", "Go on after this line"),
    ("before", "The last ones before this line"),
    ("limit", "How many"),
    ("quiet", "1: also what people pass over"),
    ("agent", "What this sub-agent did"),
];

/// What goes in and comes out of an operation.
struct Shape {
    body: Option<Value>,
    ok: (StatusCode, &'static str, Value),
    query: &'static [(&'static str, &'static str)],
    errors: &'static [u16],
}

fn describe(operation: &Operation, generators: &mut Generators) -> Value {
    let shape = shape(operation.name, generators);
    let mut responses = Map::new();
    let (status, content_type, schema) = shape.ok;
    let mut content = Map::new();
    content.insert(content_type.into(), json!({ "schema": schema }));
    responses.insert(
        status.as_str().into(),
        json!({ "description": operation.about, "content": content }),
    );
    let before = match operation.name {
        "ask" | "ask_template" | "ask_again" => Some("The same ask was made before"),
        "start_task" => Some("The same task was started before"),
        _ => None,
    };
    if let Some(before) = before {
        responses.insert(
            "200".into(),
            json!({ "description": before, "content": content }),
        );
    }
    let guard: &[u16] = match operation.who {
        Who::Anyone => &[403],
        Who::Everyone | Who::Person => &[401, 403],
    };
    let common: &[u16] = if shape.body.is_some() {
        &[400, 408, 413, 415, 503, 507]
    } else {
        &[400, 408, 413, 415, 503]
    };
    // Secret words without their key.
    let secrets: &[u16] = match operation.name {
        "ask" | "ask_template" | "ask_again" | "get_interaction" | "answer" | "task_answer" => {
            &[500]
        }
        _ => &[],
    };
    let failures = guard
        .iter()
        .chain(common)
        .chain(secrets)
        .chain(shape.errors);
    for status in failures {
        responses
            .entry(status.to_string())
            .or_insert_with(|| json!({ "$ref": "#/components/responses/Failure" }));
    }
    let mut described = json!({
        "operationId": operation.name,
        "summary": operation.about,
        "parameters": parameters(operation, shape.query),
        "responses": responses,
    });
    if let Some(schema) = shape.body {
        let example = example(operation.name);
        let mut content = json!({ "schema": schema });
        if !example.is_null() {
            content["example"] = example;
        }
        described["requestBody"] = json!({
            "required": true,
            "content": { "application/json": content },
        });
    }
    if operation.who != Who::Anyone {
        described["security"] = json!([{ "token": [] }, { "page": [] }]);
    }
    described
}

fn parameters(operation: &Operation, query: &[(&str, &str)]) -> Vec<Value> {
    let mut parameters = Vec::new();
    if operation.path.contains("{id}") {
        let text = json!({ "type": "string", "minLength": 1, "maxLength": 256 });
        parameters.push(json!({ "name": "id", "in": "path", "required": true, "schema": text }));
    }
    for (name, about) in query {
        let schema = match *name {
            "session_id" | "state" | "matching" | "project" | "agent" | "q" | "manner" => {
                json!({ "type": "string" })
            }
            _ => json!({ "type": "integer", "minimum": 0 }),
        };
        let parameter =
            json!({ "name": name, "in": "query", "description": about, "schema": schema });
        parameters.push(parameter);
    }
    parameters
}

fn shape(name: &str, generators: &mut Generators) -> Shape {
    fn read<T: JsonSchema>(generators: &mut Generators) -> Option<Value> {
        Some(generators.read.subschema_for::<T>().into())
    }
    fn written<T: JsonSchema>(generators: &mut Generators) -> Value {
        generators.written.subschema_for::<T>().into()
    }
    const JSON: &str = "application/json";
    const EVENTS: &str = "text/event-stream";
    let g = generators;
    let ok = StatusCode::OK;
    let created = StatusCode::CREATED;
    let text = json!({ "type": "string" });
    let page: &[(&str, &str)] = &[("limit", "How many"), ("after", "Go on after this")];
    let (body, ok, query, errors): (_, _, &'static [(&str, &str)], &'static [u16]) = match name {
        "ask" => (
            read::<api::ask::AskBody>(g),
            (created, JSON, written::<InteractionView>(g)),
            &[],
            &[404, 409, 429],
        ),
        "list_interactions" => (
            None,
            (ok, JSON, written::<api::interactions::Interactions>(g)),
            &[
                (
                    "state",
                    "`pending` (the usual), `closed`, or one of `answered`, `cancelled`, `timeout`",
                ),
                (
                    "matching",
                    "Open or closed, whose id starts or ends with these digits",
                ),
                ("session_id", "Only of this session"),
                ("project", "Only of this project"),
                ("agent", "Only of the agent of this name"),
                ("q", "Only those with these words in them"),
                ("before", "Go on before this"),
                ("limit", "How many"),
            ],
            &[404],
        ),
        "get_interaction" => (
            None,
            (ok, JSON, written::<InteractionView>(g)),
            &[("wait", "Seconds to wait for the outcome")],
            &[404, 429],
        ),
        "answer" => (
            read::<api::answer::AnswerBody>(g),
            (ok, JSON, written::<api::answer::ReceiptView>(g)),
            &[],
            &[404, 409],
        ),
        "answer_batch" => (
            read::<api::batch::BatchBody>(g),
            (ok, JSON, written::<api::batch::BatchView>(g)),
            &[],
            &[],
        ),
        "task_answer" => (
            read::<api::answer::TaskAnswerBody>(g),
            (ok, JSON, written::<api::Done>(g)),
            &[],
            &[404],
        ),
        "cancel" => (
            read::<api::close::CancelBody>(g),
            (ok, JSON, written::<api::answer::ReceiptView>(g)),
            &[],
            &[404, 409],
        ),
        "hold" => (
            read::<api::close::HoldBody>(g),
            (ok, JSON, written::<api::answer::ReceiptView>(g)),
            &[],
            &[404, 409],
        ),
        "reopen" => (
            read::<api::close::ReopenBody>(g),
            (created, JSON, written::<InteractionView>(g)),
            &[],
            &[404, 409],
        ),
        "get_draft" => (
            None,
            (ok, JSON, written::<api::draft::DraftBody>(g)),
            &[],
            &[404],
        ),
        "put_draft" => (
            read::<api::draft::DraftBody>(g),
            (ok, JSON, written::<api::Done>(g)),
            &[],
            &[404, 409],
        ),
        "get_context" => (
            None,
            (ok, JSON, written::<sayso_core::project_files::FileText>(g)),
            &[("path", "One of the paths that the interaction names")],
            &[404],
        ),
        "hook" => (
            read::<api::hooks::HookBody>(g),
            (ok, JSON, json!({ "type": "object" })),
            &[("manner", "`desk`, `race` or `defer`")],
            &[404],
        ),
        "list_agents" => (None, (ok, JSON, written::<api::task::Agents>(g)), &[], &[]),
        "start_task" => (
            read::<api::task::TaskBody>(g),
            (created, JSON, written::<api::task::TaskView>(g)),
            &[],
            &[404, 409],
        ),
        "interrupt" => (
            read::<api::task::InterruptBody>(g),
            (ok, JSON, written::<api::answer::ReceiptView>(g)),
            &[],
            &[404],
        ),
        "task_stream" => (
            None,
            (ok, EVENTS, text),
            &[
                ("session_id", "The session"),
                ("last_event_id", "Go on after this event"),
            ],
            &[404],
        ),
        "session_events" => (
            None,
            (ok, EVENTS, text),
            &[("last_event_id", "Go on after this event")],
            &[404],
        ),
        "events" => (
            None,
            (ok, EVENTS, text),
            &[("last_event_id", "Go on after this event")],
            &[],
        ),
        "list_sessions" => (
            None,
            (ok, JSON, written::<api::sessions::Sessions>(g)),
            &[
                ("limit", "How many"),
                ("before", "Go on before this"),
                ("q", "Words of name, agent or project"),
            ],
            &[],
        ),
        "get_session" => (
            None,
            (ok, JSON, written::<api::sessions::DialogState>(g)),
            &[],
            &[404],
        ),
        "list_messages" => (
            None,
            (ok, JSON, written::<api::sessions::Messages>(g)),
            &[
                ("limit", "How many"),
                ("after", "Go on after this"),
                (
                    "before",
                    "The ones before this; of a number past the end, the last ones",
                ),
                ("q", "Only those with these words in them"),
            ],
            &[404],
        ),
        "say" => (
            read::<api::sessions::SayBody>(g),
            (created, JSON, written::<api::answer::ReceiptView>(g)),
            &[],
            &[404],
        ),
        "branch" => (
            read::<api::sessions::BranchBody>(g),
            (created, JSON, written::<api::answer::ReceiptView>(g)),
            &[],
            &[404],
        ),
        "chain" => (
            read::<api::sessions::ChainBody>(g),
            (ok, JSON, written::<api::answer::ReceiptView>(g)),
            &[],
            &[404],
        ),
        "audit" => (
            None,
            (ok, JSON, written::<api::sessions::Log>(g)),
            page,
            &[],
        ),
        "login" => (
            read::<api::meta::LoginBody>(g),
            (ok, JSON, written::<api::Done>(g)),
            &[],
            &[401],
        ),
        "push_key" => (
            None,
            (ok, JSON, written::<api::push::PushKey>(g)),
            &[],
            &[404],
        ),
        "subscribe" => (
            read::<api::push::SubscribeBody>(g),
            (ok, JSON, written::<api::Done>(g)),
            &[],
            &[404],
        ),
        "unsubscribe" => (
            read::<api::push::UnsubscribeBody>(g),
            (ok, JSON, written::<api::Done>(g)),
            &[],
            &[404],
        ),
        "login_code" => (
            None,
            (ok, JSON, written::<api::meta::LoginCode>(g)),
            &[],
            &[],
        ),
        "templates" => (
            None,
            (ok, JSON, written::<api::templates::TemplateList>(g)),
            &[],
            &[],
        ),
        "ask_template" => (
            read::<api::templates::TemplateAskBody>(g),
            (created, JSON, written::<InteractionView>(g)),
            &[],
            &[404, 409, 429],
        ),
        "list_transcripts" => (
            None,
            (ok, JSON, written::<api::transcripts::TranscriptList>(g)),
            &[
                ("project", "Only of this directory"),
                ("limit", "How many"),
                ("before", "Go on before this"),
                ("q", "Words of title, project or session"),
            ],
            &[],
        ),
        "get_transcript" => (
            None,
            (ok, JSON, written::<sayso_core::transcript::Page>(g)),
            TRANSCRIPT,
            &[404],
        ),
        "transcript_events" => (None, (ok, EVENTS, text), TRANSCRIPT, &[404]),
        "ask_again" => (
            read::<api::transcripts::AskAgainBody>(g),
            (created, JSON, written::<InteractionView>(g)),
            &[],
            &[404, 409, 429],
        ),
        "health" => (None, (ok, JSON, written::<api::meta::Health>(g)), &[], &[]),
        "metrics" => (None, (ok, "application/openmetrics-text", text), &[], &[]),
        _ => (None, (ok, JSON, json!({ "type": "object" })), &[], &[]),
    };
    Shape {
        body,
        ok,
        query,
        errors,
    }
}

/// An example of what goes in.
fn example(name: &str) -> Value {
    match name {
        "ask" => json!({
            "session_id": "session_1",
            "tool_use_id": "toolu_1",
            "input": { "questions": [{
                "question": "Which database?",
                "header": "Database",
                "options": [
                    { "label": "PostgreSQL", "description": "Relational" },
                    { "label": "SQLite", "description": "One file" },
                ],
                "multiSelect": false,
            }]},
        }),
        "answer" => json!({ "answers": { "r1.q1": "SQLite" } }),
        "task_answer" => json!({
            "session_id": "session_1",
            "question_id": "auth_strategy_01",
            "answer": "oauth2",
            "follow_up_answers": { "oauth_providers": ["google", "github"] },
        }),
        "cancel" => json!({ "reason": "Not now; let us talk about the schema first." }),
        "branch" => json!({ "round": 2 }),
        "ask_template" => json!({ "variables": { "version": "1.2.0" }, "session_id": "session_1" }),
        _ => Value::Null,
    }
}

fn example_error() -> Value {
    json!({
        "success": false,
        "error": {
            "code": "invalid_answer",
            "message": "The answer does not fit the question; see the details.",
            "details": [{ "path": "answers.r1.q1", "message": "\"Oracle\" is not offered" }],
        },
    })
}
