//! Agents that Sayso hosts.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use sayso_core::digest::Digest;
use sayso_core::id::SessionId;
use sayso_desk::DeskError;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::answer::ReceiptView;
use super::ask::short;
use super::person;
use crate::body;
use crate::failure::Failure;
use crate::operation::Call;
use crate::options::HostedAgent;
use crate::principal::Principal;
use crate::request_line::About;
use crate::task::{TaskBegun, TaskTrouble, TaskWish};

/// Which agents can be started.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Agents {
    /// They.
    pub(crate) agents: Vec<HostedAgent>,
    /// Where one works when no `cwd` is named.
    pub(crate) project: Option<String>,
}

/// `GET /api/task`.
pub(crate) async fn agents(call: Call) -> Result<Response, Failure> {
    let options = &call.app.options;
    Ok(body::json(&Agents {
        agents: options.agents.clone(),
        project: options.project.clone(),
    }))
}

/// A task to start.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct TaskBody {
    /// The conversation; without it a new one, which is the key's when there is one.
    #[serde(default)]
    pub(crate) session_id: Option<String>,
    /// What makes two wishes of one conversation the same: sent again, nothing is started or
    /// prompted twice.
    #[serde(default)]
    pub(crate) idempotency_key: Option<String>,
    /// What kind of agent: `claude` or `script`.
    pub(crate) agent: String,
    /// What the agent needs to know.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "TaskNeeds"))]
    pub(crate) rest: serde_json::Map<String, Value>,
}

/// What the agents that Sayso hosts need to know: whoever starts them reads it.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[expect(dead_code, reason = "it only describes")]
struct TaskNeeds {
    /// For `script`: what is played, as an object or as its text; `"demo"` is one that comes along.
    scenario: Option<Value>,
    /// For `claude`: what the person says; it takes a person's token.
    prompt: Option<String>,
    /// For `claude`: where it works, as an absolute path; else the desk's project.
    cwd: Option<String>,
    /// For `claude`: the conversation of Claude Code that a new one goes on from.
    fork: Option<String>,
}

/// A task that was started.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct TaskView {
    /// Always true.
    pub(crate) success: bool,
    /// The conversation it runs in.
    pub(crate) session_id: SessionId,
}

/// `POST /api/task`: 201 when it is under way, 200 when the same was asked for before.
pub(crate) async fn start(call: Call) -> Result<Response, Failure> {
    let body: TaskBody = call.json()?;
    let names = [
        ("session_id", &body.session_id),
        ("idempotency_key", &body.idempotency_key),
    ];
    let issues: Vec<_> = names
        .into_iter()
        .filter_map(|(name, value)| short(name, value.as_deref()?))
        .collect();
    if !issues.is_empty() {
        return Err(Failure::bad_request(&issues, call.lang));
    }
    let session = match (body.session_id, &body.idempotency_key) {
        (Some(session), _) => SessionId::from(session),
        (None, Some(key)) => session_of(key),
        (None, None) => SessionId::new(uuid::Uuid::now_v7().to_string()),
    };
    if !call.principal.may_see(&session) {
        return Err(Failure::of_refusal(
            &sayso_core::refusal::Refusal::SessionNotFound,
            call.lang,
        ));
    }
    // To the model a prompt is the person's own word, and an agent's token has none of those.
    let is_person = matches!(call.principal, Principal::Person { .. });
    if body.rest.contains_key("prompt") && !is_person {
        return Err(Failure::person_only(call.lang));
    }
    let wish = TaskWish {
        session: session.clone(),
        agent: body.agent,
        wish: Value::Object(body.rest),
        key: body.idempotency_key,
        lang: call.lang,
    };
    let begun = match call.app.options.start_task.clone() {
        Some(start) => {
            let handle = call.app.handle.clone();
            let begun = tokio::task::spawn_blocking(move || start(&handle, &wish));
            begun.await.unwrap_or(Err(DeskError::Stopped.into()))
        }
        None => {
            let why = call
                .lang
                .pick("no agents are hosted here", "此服务不托管智能体");
            Err(why.to_owned().into())
        }
    };
    let begun = begun.map_err(|trouble| match trouble {
        TaskTrouble::Wrong(details) => Failure::bad_request(&[], call.lang).with_details(details),
        TaskTrouble::NotStarted(why) => {
            let zh = format!("智能体未能启动：{why}");
            let message = call.lang.pick(why, zh);
            Failure::new(StatusCode::BAD_REQUEST, "invalid_request", message)
        }
        TaskTrouble::Desk(error) => Failure::of_desk(&error, call.lang),
    })?;
    let about = About {
        session: Some(session.clone()),
        interaction: None,
    };
    let view = TaskView {
        success: true,
        session_id: session,
    };
    let status = match begun {
        TaskBegun::Now => StatusCode::CREATED,
        TaskBegun::Before => StatusCode::OK,
    };
    Ok(about.beside((status, body::json(&view)).into_response()))
}

/// A key without a session is a session of its own, so that whoever asks again finds it. Claude
/// Code wants a UUID.
fn session_of(key: &str) -> SessionId {
    let sum = Digest::of(&[b"task", key.as_bytes()]).0;
    let (bytes, _) = sum.split_first_chunk().unwrap_or((&[0; 16], &[]));
    let uuid = uuid::Builder::from_random_bytes(*bytes).into_uuid();
    SessionId::new(uuid.to_string())
}

/// A task to stop.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct InterruptBody {
    /// Its session.
    pub(crate) session_id: String,
}

/// `POST /api/task/interrupt`.
pub(crate) async fn interrupt(call: Call) -> Result<Response, Failure> {
    let body: InterruptBody = call.json()?;
    let session = SessionId::from(body.session_id);
    let interrupted = call.app.handle.interrupt(session.clone(), person(&call));
    let receipt = call.desk(interrupted.await)?;
    if let Some(stop) = call.app.options.interrupt_task.clone() {
        let _ = tokio::task::spawn_blocking(move || stop(&session)).await;
    }
    Ok(body::json(&ReceiptView::from(receipt)))
}
