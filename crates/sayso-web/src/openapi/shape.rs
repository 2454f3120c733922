//! What goes in and comes out of each operation.

use http::StatusCode;
use sayso_core::project_files::FileText;
use sayso_core::transcript::{Item, Page};
use schemars::JsonSchema;
use serde_json::{Value, json};

use super::generators::Generators;
use super::live::{Alive, Attention, Push, Snapshot};
use super::param::Param;
use super::story;
use crate::api::{Done, answer, ask, batch, close, draft, hooks, interactions, login, meta};
use crate::api::{push, sessions, task, templates, transcripts};
use crate::view::InteractionView;

/// What goes in and comes out of an operation.
pub(super) struct Shape {
    pub(super) body: Option<Value>,
    pub(super) status: StatusCode,
    pub(super) content_type: &'static str,
    pub(super) schema: Value,
}

impl Shape {
    pub(super) fn of(name: &str, g: &mut Generators) -> Self {
        match name {
            "ask" => takes::<ask::AskBody, InteractionView>(g).created(),
            "list_interactions" => gives::<interactions::Interactions>(g),
            "get_interaction" => gives::<InteractionView>(g),
            "answer" => takes::<answer::AnswerBody, answer::ReceiptView>(g),
            "answer_batch" => takes::<batch::BatchBody, batch::BatchView>(g),
            "task_answer" => takes::<answer::TaskAnswerBody, Done>(g),
            "cancel" => takes::<close::CancelBody, answer::ReceiptView>(g),
            "acknowledge" => Self {
                body: Some(nothing()),
                ..gives::<answer::ReceiptView>(g)
            },
            "hold" => takes::<close::HoldBody, answer::ReceiptView>(g),
            "reopen" => takes::<close::ReopenBody, InteractionView>(g).created(),
            "get_draft" => gives::<draft::DraftBody>(g),
            "put_draft" => takes::<draft::DraftBody, Done>(g),
            "get_context" => gives::<FileText>(g),
            "hook" => Self {
                body: Some(g.read::<hooks::HookBody>()),
                ..json(json!({ "type": "object" }))
            },
            "list_agents" => gives::<task::Agents>(g),
            "start_task" => takes::<task::TaskBody, task::TaskView>(g).created(),
            "interrupt" => takes::<task::InterruptBody, answer::ReceiptView>(g),
            "task_stream" | "session_events" | "events" => facts(g),
            "transcript_events" => items(g),
            "list_sessions" => gives::<sessions::Sessions>(g),
            "get_session" => gives::<sessions::DialogState>(g),
            "list_messages" => gives::<sessions::Messages>(g),
            "say" => takes::<sessions::SayBody, answer::ReceiptView>(g).created(),
            "branch" => takes::<sessions::BranchBody, answer::ReceiptView>(g).created(),
            "chain" => takes::<sessions::ChainBody, answer::ReceiptView>(g),
            "audit" => gives::<sessions::Log>(g),
            "login" => takes::<login::LoginBody, login::LoginView>(g),
            "login_code" => Self {
                body: Some(nothing()),
                ..gives::<login::LoginCode>(g)
            },
            "login_sessions" => gives::<login::LoginSessionList>(g),
            "revoke_login_session" => Self {
                body: Some(nothing()),
                ..gives::<Done>(g)
            },
            "push_key" => gives::<push::PushKey>(g),
            "subscribe" => takes::<push::SubscribeBody, Done>(g),
            "unsubscribe" => takes::<push::UnsubscribeBody, Done>(g),
            "templates" => gives::<templates::TemplateList>(g),
            "ask_template" => takes::<templates::TemplateAskBody, InteractionView>(g).created(),
            "list_transcripts" => gives::<transcripts::TranscriptList>(g),
            "get_transcript" => gives::<Page>(g),
            "ask_again" => takes::<transcripts::AskAgainBody, InteractionView>(g).created(),
            "health" => gives::<meta::Health>(g),
            "metrics" => Self {
                content_type: "application/openmetrics-text",
                ..json(json!({ "type": "string" }))
            },
            _ => json(json!({ "type": "object" })),
        }
    }

    fn created(mut self) -> Self {
        self.status = StatusCode::CREATED;
        self
    }
}

fn takes<B: JsonSchema, R: JsonSchema>(g: &mut Generators) -> Shape {
    Shape {
        body: Some(g.read::<B>()),
        ..gives::<R>(g)
    }
}

fn gives<R: JsonSchema>(g: &mut Generators) -> Shape {
    json(g.written::<R>())
}

fn json(schema: Value) -> Shape {
    Shape {
        body: None,
        status: StatusCode::OK,
        content_type: "application/json",
        schema,
    }
}

/// Nothing is read, but whatever changes something says that it is JSON.
fn nothing() -> Value {
    json!({ "type": "object", "description": "Nothing need stand in it." })
}

/// What a stream of facts tells. OpenAPI 3.1 has no word for the events of a stream: `x-events` holds
/// the schema of the `data` of each, by the name of the event; what has no name is a `message`.
fn facts(g: &mut Generators) -> Shape {
    stream(json!({
        "snapshot": g.written::<Snapshot>(),
        "reset": g.written::<Snapshot>(),
        "message": g.written::<Push>(),
        "unattended": g.written::<Attention>(),
        "alive": g.written::<Alive>(),
    }))
}

fn items(g: &mut Generators) -> Shape {
    stream(json!({ "message": g.written::<Item>(), "alive": g.written::<Alive>() }))
}

fn stream(events: Value) -> Shape {
    Shape {
        content_type: "text/event-stream",
        ..json(json!({
            "type": "string",
            "description": "Server-sent events; the data of each is one line of JSON",
            "x-events": events,
        }))
    }
}

const LIMIT: Param = Param::number("limit", "How many", 20);
const AFTER: Param = Param::number("after", "Go on after this", 0);
const SESSION: Param = Param::text("session_id", "The session", story::SESSION);
const LAST: Param = Param::number(
    "last_event_id",
    "Go on after this event, for who cannot send the header",
    2,
);

/// What may stand behind the question mark.
pub(super) fn query(name: &str) -> Vec<Param> {
    match name {
        "list_interactions" => vec![
            Param::text(
                "state",
                "`pending` (the usual), `closed`, or one of `answered`, `cancelled`, `timeout`",
                "answered",
            ),
            Param::text(
                "matching",
                "Open or closed, whose id starts or ends with these digits",
                "a1d7",
            ),
            Param::text("session_id", "Only of this session", story::SESSION),
            Param::text("project", "Only of this project", story::PROJECT),
            Param::text("agent", "Only of the agent of this name", story::AGENT),
            Param::text("q", "Only those with these words in them", "database"),
            Param::number("before", "Go on before this", 43),
            LIMIT,
        ],
        "get_interaction" => vec![Param::number("wait", "Seconds to wait for the outcome", 50)],
        "get_context" => vec![Param::text(
            "path",
            "One of the paths that the interaction names",
            "docs/storage.md",
        )],
        "hook" => vec![Param::text(
            "manner",
            "`desk` (the usual) waits for the person, `race` leaves the agent's own dialog open \
             beside it, `defer` puts the agent's run off",
            "race",
        )],
        "task_stream" => vec![SESSION, LAST],
        "session_events" | "events" => vec![LAST],
        "list_sessions" => vec![
            LIMIT,
            Param::number("before", "Go on before this", 41),
            Param::text("q", "Words of name, agent or project", "shop"),
        ],
        "list_messages" => vec![
            LIMIT,
            AFTER,
            Param::number(
                "before",
                "The ones before this; of a number past the end, the last ones",
                5,
            ),
            Param::text("q", "Only those with these words in them", "database"),
        ],
        "audit" => vec![LIMIT, AFTER],
        "list_transcripts" => vec![
            Param::text("project", "Only of this directory", story::PROJECT),
            LIMIT,
            Param::number("before", "Go on before this", 1_771_495_200_000),
            Param::text("q", "Words of title, project or session", "shop"),
        ],
        "get_transcript" | "transcript_events" => vec![
            Param::number("after", "Go on after this line", 0),
            Param::number("before", "The last ones before this line", 4_294_967_295),
            LIMIT,
            Param::number("quiet", "1: also what people pass over", 1),
            Param::text("agent", "What this sub-agent did", "a1d70198"),
        ],
        _ => Vec::new(),
    }
}
