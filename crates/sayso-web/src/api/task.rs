//! Agents that Sayso hosts.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use sayso_core::id::SessionId;
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
    /// The conversation; a new one without it.
    #[serde(default)]
    pub(crate) session_id: Option<String>,
    /// What kind of agent: `claude` or `script`.
    pub(crate) agent: String,
    /// What the agent needs to know.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub(crate) rest: serde_json::Map<String, Value>,
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

/// `POST /api/task`.
pub(crate) async fn start(call: Call) -> Result<Response, Failure> {
    let body: TaskBody = call.json()?;
    if let Some(issue) = body
        .session_id
        .as_deref()
        .and_then(|id| short("session_id", id))
    {
        return Err(Failure::bad_request(&[issue], call.lang));
    }
    let session = body.session_id.map_or_else(
        || SessionId::new(uuid::Uuid::now_v7().to_string()),
        SessionId::from,
    );
    if !call.principal.may_see(&session) {
        return Err(Failure::of_refusal(
            &sayso_core::refusal::Refusal::SessionNotFound,
            call.lang,
        ));
    }
    // To the model a prompt is the person's own word, and an agent's token has none of those.
    let is_person = matches!(call.principal, Principal::Person(_));
    if body.rest.contains_key("prompt") && !is_person {
        return Err(Failure::person_only(call.lang));
    }
    let wish = Value::Object(body.rest);
    let wish = serde_json::json!({ "agent": body.agent, "wish": wish });
    let started = match call.app.options.start_task.clone() {
        Some(start) => {
            let (handle, session) = (call.app.handle.clone(), session.clone());
            let started = tokio::task::spawn_blocking(move || start(&handle, session, &wish));
            started.await.unwrap_or_else(|error| Err(error.to_string()))
        }
        None => Err("no agents are hosted here".to_owned()),
    };
    started.map_err(|why| Failure::new(StatusCode::BAD_REQUEST, "invalid_request", why))?;
    let about = About {
        session: Some(session.clone()),
        interaction: None,
    };
    let view = TaskView {
        success: true,
        session_id: session,
    };
    Ok(about.beside((StatusCode::CREATED, body::json(&view)).into_response()))
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
