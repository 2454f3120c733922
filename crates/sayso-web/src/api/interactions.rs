//! Looking at interactions, and waiting for their outcome.

use std::time::Duration;

use axum::response::Response;
use sayso_core::issue::Issue;
use sayso_core::problem::Problem;
use sayso_desk::store::Found;
use serde::Serialize;

use super::sessions::open_of;
use crate::body;
use crate::failure::Failure;
use crate::metrics::Counted;
use crate::operation::Call;
use crate::principal::Principal;
use crate::view::InteractionView;

/// More are not listed.
const MOST: u64 = 10_000;

/// Open interactions.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Interactions {
    /// The ones to answer first stand first.
    pub(crate) interactions: Vec<InteractionView>,
}

/// `GET /api/interactions?state=pending`.
pub(crate) async fn list(call: Call) -> Result<Response, Failure> {
    let most = call.number("limit", 1_000, MOST)? as usize;
    if let Some(state) = call.param("state").filter(|state| *state != "pending") {
        let problem = Problem::UnknownWord {
            got: state.to_owned(),
            expected: "pending".into(),
        };
        let issue = Issue::new("state", problem);
        return Err(Failure::bad_request(&[issue], call.lang));
    }
    let only = call.principal.only_session();
    let mut pending = call
        .app
        .read(call.lang, move |reader| match &only {
            Some(session) => open_of(reader, session),
            None => reader.pending(most),
        })
        .await?;
    pending.sort_by_key(|pending| {
        let deadline = pending.asked.deadline.as_ref();
        let running = deadline.filter(|deadline| deadline.held_with.is_none());
        (
            running.map_or(i64::MAX, |deadline| deadline.at.millis()),
            pending.asked_at,
        )
    });
    let interactions = pending
        .into_iter()
        .take(most)
        .map(InteractionView::of_pending)
        .collect();
    Ok(body::json(&Interactions { interactions }))
}

/// `GET /api/interactions/{id}?wait=SECONDS`.
pub(crate) async fn get(call: Call) -> Result<Response, Failure> {
    let id = call.interaction()?;
    let longest = call.app.options.longest_wait.as_secs();
    let wait = call.number("wait", 0, longest)?;
    // Who may see every session needs no look before it waits.
    if wait == 0 || matches!(call.principal, Principal::SessionAgent(_)) {
        let found = call.app.find(id, &call.principal, call.lang).await?;
        if matches!(found, Found::Pending(_)) && wait == 0 {
            return Ok(body::json(&InteractionView::of_found(found)));
        }
    }
    let mut waiter = call.desk(call.app.handle.wait(id).await)?;
    let counted = Counted::new(&call.app.metrics.waiting);
    let time = Duration::from_secs(wait.max(1));
    let waited = tokio::select! {
        outcome = &mut waiter => Some(outcome),
        () = tokio::time::sleep(time) => None,
        () = call.app.stopped() => None,
    };
    drop(counted);
    if let Some(outcome) = waited {
        let outcome = call.desk(outcome)?;
        if call.principal.is_asker() {
            return Ok(body::json(&InteractionView::of_outcome(&outcome)));
        }
    }
    let found = call.app.find(id, &call.principal, call.lang).await?;
    let view = match found {
        // It closed this very moment: the asker gets it with secret words.
        Found::Closed(_) if call.principal.is_asker() => {
            InteractionView::of_outcome(&*call.desk(waiter.await)?)
        }
        found => InteractionView::of_found(found),
    };
    Ok(body::json(&view))
}
