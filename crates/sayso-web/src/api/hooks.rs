//! Agents' hooks that call over HTTP.

use axum::response::Response;
use http::StatusCode;
use sayso_desk::DeskError;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::body;
use crate::failure::Failure;
use crate::guard;
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
        credential: call.principal.credential_name(),
        only_session: call.principal.only_session().map(|id| id.to_string()),
        lang: call.lang,
    };
    let sent_away = guard::sent_away(call.app.clone(), &call.headers, call.principal.clone());
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
            let waited = guard::while_admitted(&call.app, sent_away, waiter, call.lang).await;
            drop(counted);
            let Some(outcome) = waited? else {
                return Err(Failure::of_desk(&DeskError::Stopped, call.lang));
            };
            let outcome = call.desk(outcome)?;
            then(&outcome)
        }
    };
    let says = if says.is_null() { json!({}) } else { says };
    Ok(body::json(&says))
}
