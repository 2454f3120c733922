//! Asking.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use sayso_core::asker::Asker;
use sayso_core::deadline::OnTimeout;
use sayso_core::dialect;
use sayso_core::id::{CallKey, SessionId};
use sayso_core::issue::Issue;
use sayso_core::limits;
use sayso_core::opening::Opening;
use sayso_core::problem::Problem;
use sayso_core::refusal::Refusal;
use sayso_core::safe_text;
use sayso_core::source::Source;
use sayso_desk::NewAsk;
use serde::Deserialize;
use serde_json::Value;

use crate::body;
use crate::failure::Failure;
use crate::operation::Call;
use crate::principal::Principal;
use crate::request_line::About;
use crate::view::InteractionView;

/// What an asker sends.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct AskBody {
    /// The conversation; a new one without it.
    #[serde(default)]
    pub(crate) session_id: Option<String>,
    /// The tool call that waits for the answer; also what makes two asks the same ask.
    #[serde(default)]
    pub(crate) tool_use_id: Option<String>,
    /// What makes two asks the same ask, when it is not the tool call.
    #[serde(default)]
    pub(crate) idempotency_key: Option<String>,
    /// The questions, in either dialect and any wrapping.
    pub(crate) input: Value,
    /// Who asks.
    #[serde(default)]
    pub(crate) agent: Option<Asker>,
    /// Question or approval.
    #[serde(default)]
    pub(crate) source: Option<Source>,
    /// Stop waiting after this long.
    #[serde(default)]
    pub(crate) timeout_seconds: Option<u64>,
    /// What happens then.
    #[serde(default)]
    pub(crate) on_timeout: Option<OnTimeout>,
    /// How many rounds the asker means to ask.
    #[serde(default)]
    pub(crate) total_rounds: Option<u32>,
    /// Whether the asker goes on meanwhile; who stands still is answered first.
    #[serde(default)]
    pub(crate) goes_on: bool,
    /// Whether the session refuses a second question while one is open; counts when it begins.
    #[serde(default)]
    pub(crate) serial: bool,
    /// The project's root; counts when the session begins.
    #[serde(default)]
    pub(crate) project: Option<String>,
}

impl AskBody {
    /// These questions, and nothing else said.
    pub(super) fn of(input: Value) -> Self {
        Self {
            session_id: None,
            tool_use_id: None,
            idempotency_key: None,
            input,
            agent: None,
            source: None,
            timeout_seconds: None,
            on_timeout: None,
            total_rounds: None,
            goes_on: false,
            serial: false,
            project: None,
        }
    }
}

/// `POST /api/interactions`.
pub(crate) async fn ask(call: Call) -> Result<Response, Failure> {
    let (body, input) = call.json_apart("input")?;
    ask_with(&call, AskBody { input, ..body }).await
}

/// Asks what a body says, wherever that came from.
/// What was asked is with the desk when this returns, and not kept here while it is awaited.
pub(super) fn ask_with(
    call: &Call,
    body: AskBody,
) -> impl Future<Output = Result<Response, Failure>> + Send {
    let asked = new_ask(call, body).map(|ask| {
        let (source, tool_use_id) = (ask.source, ask.parsed.tool_use_id.clone());
        let goes_on = ask.goes_on;
        (source, tool_use_id, goes_on, call.app.handle.ask(ask))
    });
    async move {
        let (source, tool_use_id, goes_on, reply) = asked?;
        let ticket = call.desk(reply.await)?;
        let status = if ticket.known {
            StatusCode::OK
        } else {
            StatusCode::CREATED
        };
        let about = About {
            session: Some(ticket.session.clone()),
            interaction: Some(ticket.interaction),
        };
        let mut view = InteractionView::of_ticket(ticket);
        view.source = source;
        view.tool_use_id = tool_use_id;
        view.goes_on = goes_on;
        Ok(about.beside((status, body::json(&view)).into_response()))
    }
}

fn new_ask(call: &Call, body: AskBody) -> Result<NewAsk, Failure> {
    let mut issues = Vec::new();
    for (name, value) in [
        ("session_id", &body.session_id),
        ("tool_use_id", &body.tool_use_id),
        ("idempotency_key", &body.idempotency_key),
        ("project", &body.project),
        (
            "agent.name",
            &body.agent.as_ref().and_then(|agent| agent.name.clone()),
        ),
    ] {
        issues.extend(value.as_deref().and_then(|text| short(name, text)));
    }
    if !issues.is_empty() {
        return Err(Failure::bad_request(&issues, call.lang));
    }
    let mut parsed = dialect::parse(&body.input, &call.app.options.limits).map_err(|issues| {
        let issues = issues
            .into_iter()
            .map(|issue| Issue::new(input_path(&issue.path), issue.problem))
            .collect();
        Failure::of_refusal(&Refusal::InvalidQuestion(issues), call.lang)
    })?;
    parsed.tool_use_id = body.tool_use_id.or(parsed.tool_use_id);
    let session = match (&call.principal, body.session_id) {
        (Principal::SessionAgent(own), None) => Some(own.clone()),
        (_, session) => session.map(SessionId::from),
    };
    if session
        .as_ref()
        .is_some_and(|session| !call.principal.may_see(session))
    {
        return Err(Failure::of_refusal(&Refusal::SessionNotFound, call.lang));
    }
    let mut asker = body.agent.unwrap_or_default();
    asker.credential = Some(call.principal.credential_name());
    let mut ask = NewAsk::new(parsed);
    ask.session = session;
    ask.key = body.idempotency_key.map(CallKey::from).or(ask.key);
    ask.source = body.source.unwrap_or_default();
    ask.timeout = body
        .timeout_seconds
        .map(|seconds| seconds.saturating_mul(1_000));
    ask.on_timeout = body.on_timeout;
    ask.total_rounds = body.total_rounds;
    ask.goes_on = body.goes_on;
    ask.opening = Opening {
        agent: asker.name.clone(),
        project: body.project,
        serial: body.serial,
        ..Opening::default()
    };
    ask.asker = asker;
    Ok(ask)
}

/// What is wrong with a name from outside: it must be short, readable and there.
pub(super) fn short(name: &str, text: &str) -> Option<Issue> {
    let (max, got) = (limits::ID_CHARS, safe_text::count(text));
    if safe_text::is_blank(text) {
        Some(Issue::new(name, Problem::Blank))
    } else if text.contains('\0') {
        Some(Issue::new(name, Problem::Nul))
    } else if got > max {
        Some(Issue::new(name, Problem::TooLong { max, got }))
    } else {
        None
    }
}

fn input_path(path: &str) -> String {
    match path {
        "" => "input".to_owned(),
        path if path.starts_with('[') => format!("input{path}"),
        path => format!("input.{path}"),
    }
}
