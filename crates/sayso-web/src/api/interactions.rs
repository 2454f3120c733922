//! Looking at interactions, and waiting for their outcome.

use std::time::Duration;

use axum::response::Response;
use sayso_core::id::SessionId;
use sayso_core::issue::Issue;
use sayso_core::problem::Problem;
use sayso_core::refusal::Refusal;
use sayso_desk::store::Found;
use serde::Serialize;

use super::sessions::open_of;
use crate::body;
use crate::failure::Failure;
use crate::metrics::Counted;
use crate::operation::Call;
use crate::principal::Principal;
use crate::view::InteractionView;

/// More open ones are not listed.
const MOST: u64 = 10_000;
/// Closed ones of one page, at most.
const PAGE: u64 = 1_000;

/// Interactions.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Interactions {
    /// Open ones: the ones to answer first stand first. Closed ones: the newest first.
    pub(crate) interactions: Vec<InteractionView>,
    /// Ask for closed ones `before` this to go on; none on the last page.
    pub(crate) next: Option<u64>,
}

/// `GET /api/interactions?state=pending`, `?state=closed`, or `?matching=DIGITS`.
pub(crate) async fn list(call: Call) -> Result<Response, Failure> {
    let session = call.param("session_id").map(SessionId::from);
    if session
        .as_ref()
        .is_some_and(|id| !call.principal.may_see(id))
    {
        return Err(Failure::of_refusal(&Refusal::SessionNotFound, call.lang));
    }
    let session = session.or_else(|| call.principal.only_session());
    let listed = match (call.param("matching"), call.param("state")) {
        (Some(digits), _) => matching(&call, digits.to_owned()).await?,
        (None, None | Some("pending")) => pending(&call, session).await?,
        (None, Some("closed")) => closed(&call, session).await?,
        (None, Some(state)) => {
            let problem = Problem::UnknownWord {
                got: state.to_owned(),
                expected: "pending, closed".into(),
            };
            let issue = Issue::new("state", problem);
            return Err(Failure::bad_request(&[issue], call.lang));
        }
    };
    Ok(body::json(&listed))
}

async fn pending(call: &Call, session: Option<SessionId>) -> Result<Interactions, Failure> {
    let most = call.number("limit", 1_000, MOST)? as usize;
    let mut pending = call
        .app
        .read(call.lang, move |reader| match &session {
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
    Ok(Interactions {
        interactions,
        next: None,
    })
}

async fn closed(call: &Call, session: Option<SessionId>) -> Result<Interactions, Failure> {
    let most = call.number("limit", 100, PAGE)? as usize;
    let before = call.number("before", u64::MAX, u64::MAX)?;
    let entries = call
        .app
        .read(call.lang, move |reader| {
            reader.history(session.as_ref(), Some(before), most)
        })
        .await?;
    let next = entries
        .last()
        .filter(|_| entries.len() == most)
        .map(|entry| entry.place);
    let interactions = entries.iter().map(InteractionView::of_entry).collect();
    Ok(Interactions { interactions, next })
}

/// Open or closed, whose id starts or ends with these digits; a few at most.
async fn matching(call: &Call, digits: String) -> Result<Interactions, Failure> {
    let found = call
        .app
        .read(call.lang, move |reader| {
            let ids = reader.matching(&digits)?.into_iter();
            ids.map(|id| reader.find(id)).collect::<Result<Vec<_>, _>>()
        })
        .await?;
    let interactions = found
        .into_iter()
        .flatten()
        .map(InteractionView::of_found)
        .filter(|view| call.principal.may_see(&view.session_id))
        .collect();
    Ok(Interactions {
        interactions,
        next: None,
    })
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
