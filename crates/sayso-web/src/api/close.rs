//! Cancelling, holding, reopening.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use sayso_core::actor::Actor;
use sayso_core::delivery::Delivery;
use sayso_core::face::Face;
use sayso_core::refusal::Refusal;
use sayso_desk::store::Found;
use serde::Deserialize;

use super::answer::ReceiptView;
use super::{named, person, request_key};
use crate::body;
use crate::failure::Failure;
use crate::operation::Call;
use crate::view::InteractionView;

/// Calling an interaction off.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct CancelBody {
    /// Why, in the person's own words; the agent reads it.
    pub(crate) reason: Option<String>,
    /// The same key again gets the same receipt again.
    pub(crate) idempotency_key: Option<String>,
    /// Who cancels. It is the person whose token or page it is; another name is refused.
    pub(crate) by: Option<String>,
    /// The face it was cancelled at.
    pub(crate) via: Option<Face>,
}

/// `POST /api/interactions/{id}/cancel`: a person cancels, an agent withdraws.
pub(crate) async fn cancel(call: Call) -> Result<Response, Failure> {
    let id = call.interaction()?;
    let body: CancelBody = call.json()?;
    let request = request_key(&call, body.idempotency_key)?;
    call.app.find(id, &call.principal, call.lang).await?;
    let handle = &call.app.handle;
    let receipt = if call.principal.is_asker() {
        handle.withdraw(id, Actor::asker("agent", Face::Host)).await
    } else {
        let actor = named(&call, body.by, body.via)?;
        handle.cancel(id, body.reason, actor, request).await
    };
    Ok(body::json(&ReceiptView::from(call.desk(receipt)?)))
}

/// `POST /api/interactions/{id}/acknowledge`: the asker confirms that it has the outcome.
pub(crate) async fn acknowledge(call: Call) -> Result<Response, Failure> {
    let id = call.interaction()?;
    let found = call.app.find(id, &call.principal, call.lang).await?;
    if let Found::Pending(_) = found {
        return Err(Failure::of_refusal(&Refusal::QuestionNotFound, call.lang));
    }
    let receipt = call.app.handle.deliver(id, Delivery::Acknowledged).await;
    Ok(body::json(&ReceiptView::from(call.desk(receipt)?)))
}

/// Stopping an interaction's clock.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct HoldBody {
    /// Stop it (the usual), or let it go on.
    pub(crate) hold: bool,
}

impl Default for HoldBody {
    fn default() -> Self {
        Self { hold: true }
    }
}

/// `POST /api/interactions/{id}/hold`.
pub(crate) async fn hold(call: Call) -> Result<Response, Failure> {
    let id = call.interaction()?;
    let body: HoldBody = call.json()?;
    let receipt = call.app.handle.hold(id, body.hold, person(&call)).await;
    Ok(body::json(&ReceiptView::from(call.desk(receipt)?)))
}

/// Taking up a timed-out interaction again.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ReopenBody {
    /// The new one stops waiting after this long; never without it.
    pub(crate) timeout_seconds: Option<u64>,
}

/// `POST /api/interactions/{id}/reopen`.
pub(crate) async fn reopen(call: Call) -> Result<Response, Failure> {
    let id = call.interaction()?;
    let body: ReopenBody = call.json()?;
    let timeout = body
        .timeout_seconds
        .map(|seconds| seconds.saturating_mul(1_000));
    let ticket = call.desk(call.app.handle.reopen(id, timeout).await)?;
    let found = call
        .app
        .find(ticket.interaction, &call.principal, call.lang)
        .await?;
    let view = InteractionView::of_found(found);
    Ok((StatusCode::CREATED, body::json(&view)).into_response())
}
