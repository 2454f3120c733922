//! Agents' hooks that call over HTTP.

use axum::response::Response;
use http::StatusCode;
use sayso_desk::DeskError;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::body;
use crate::failure::Failure;
use crate::hook::{HookStep, HookTrouble, HookWish};
use crate::metrics::Counted;
use crate::operation::Call;

/// What an agent calls its hook with.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub(crate) struct HookBody(pub(crate) Map<String, Value>);

/// `POST /api/hooks/{id}`: waits for as long as the agent listens. An empty object leaves
/// everything to the agent's own dialog, and so does an error.
pub(crate) async fn hook(mut call: Call) -> Result<Response, Failure> {
    let body: HookBody = call.json()?;
    let Some(answerer) = call.app.options.hook.clone() else {
        return Err(Failure::not_found(call.lang));
    };
    let wish = HookWish {
        agent: call.id.clone(),
        call: Value::Object(body.0),
        manner: call.param("manner").map(str::to_owned),
        only_session: call.principal.only_session().map(|id| id.to_string()),
        lang: call.lang,
    };
    call.settle();
    let handle = call.app.handle.clone();
    let begun = tokio::task::spawn_blocking(move || answerer(&handle, wish)).await;
    let step = match begun {
        Ok(Ok(step)) => step,
        Ok(Err(HookTrouble::Wrong(why))) => {
            return Err(Failure::new(
                StatusCode::BAD_REQUEST,
                "invalid_request",
                why,
            ));
        }
        Ok(Err(HookTrouble::Desk(error))) => return Err(Failure::of_desk(&error, call.lang)),
        Err(_) => return Err(Failure::of_desk(&DeskError::Stopped, call.lang)),
    };
    let says = match step {
        HookStep::Says(says) => says,
        HookStep::Waits(waiter, then) => {
            let counted = Counted::new(&call.app.metrics.waiting);
            let outcome = tokio::select! {
                outcome = waiter => call.desk(outcome)?,
                () = call.app.stopped() => {
                    return Err(Failure::of_desk(&DeskError::Stopped, call.lang));
                }
            };
            drop(counted);
            then(&outcome)
        }
    };
    let says = if says.is_null() { json!({}) } else { says };
    Ok(body::json(&says))
}
