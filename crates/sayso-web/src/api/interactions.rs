//! Looking at interactions, and waiting for their outcome.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use axum::response::Response;
use sayso_core::event::Event;
use sayso_core::id::SessionId;
use sayso_core::opening::Opening;
use sayso_core::outcome::Outcome;
use sayso_core::refusal::Refusal;
use sayso_desk::store::{Found, Pending, Reader, StoreError};
use serde::Serialize;

use super::filter::Filter;
use super::sessions::open_of;
use crate::body;
use crate::failure::Failure;
use crate::guard;
use crate::keys::same;
use crate::metrics::Counted;
use crate::operation::Call;
use crate::principal::Principal;
use crate::view::InteractionView;

/// More open ones are not listed.
const MOST: u64 = 10_000;
/// Closed ones read at once, and looked through in one call.
const LOOK: usize = 200;
const LOOK_BACK: usize = 20_000;

/// Interactions of one page.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Interactions {
    /// Of the open ones, those to answer first stand first; of the closed ones, the last closed.
    pub(crate) interactions: Vec<InteractionView>,
    /// Ask for `before` this to go on among the closed ones; none on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next: Option<u64>,
}

/// `GET /api/interactions?state=&session_id=&project=&agent=&q=&before=&limit=`, or `?matching=DIGITS`.
pub(crate) async fn list(call: Call) -> Result<Response, Failure> {
    let most = call.number("limit", 1_000, MOST)? as usize;
    let before = call.number("before", u64::MAX, u64::MAX)?;
    let mut filter = Filter::of(&call)?;
    if let Some(own) = call.principal.only_session() {
        let other = |asked: &String| asked != own.as_str();
        if filter.session.as_ref().is_some_and(other) {
            return Err(Failure::of_refusal(&Refusal::SessionNotFound, call.lang));
        }
        filter.session = Some(own.as_str().to_owned());
    }
    let digits = call.param("matching").map(str::to_owned);
    let principal = call.principal.clone();
    let read = move |reader: &dyn Reader| match (digits, filter.closed) {
        (Some(digits), _) => matching(reader, &digits, &principal),
        (None, true) => closed(reader, &filter, before, most),
        (None, false) => open(reader, &filter, most),
    };
    Ok(body::json(&call.app.read(call.lang, read).await?))
}

fn open(reader: &dyn Reader, filter: &Filter, most: usize) -> Result<Interactions, StoreError> {
    let mut pending = match &filter.session {
        Some(session) => open_of(reader, &SessionId::from(session.as_str()))?,
        None => reader.pending(MOST as usize)?,
    };
    pending.sort_by_key(Pending::rank);
    let interactions = pending
        .into_iter()
        .map(InteractionView::of_pending)
        .filter(|view| filter.fits(view))
        .take(most)
        .collect();
    Ok(Interactions {
        interactions,
        next: None,
    })
}

/// Open or closed, whose id starts or ends with these digits; a few at most.
fn matching(
    reader: &dyn Reader,
    digits: &str,
    principal: &Principal,
) -> Result<Interactions, StoreError> {
    let mut interactions = Vec::new();
    for id in reader.matching(digits)? {
        let view = reader.find(id)?.map(InteractionView::of_found);
        interactions.extend(view.filter(|view| principal.may_see(&view.session_id)));
    }
    let next = None;
    Ok(Interactions { interactions, next })
}

/// Looks back until the page is full, the log ends, or it has looked far enough for one call.
fn closed(
    reader: &dyn Reader,
    filter: &Filter,
    before: u64,
    most: usize,
) -> Result<Interactions, StoreError> {
    let session = filter.session.as_deref().map(SessionId::from);
    let mut openings = HashMap::new();
    let mut interactions = Vec::new();
    let (mut place, mut looked) = (before, 0);
    while looked < LOOK_BACK {
        let entries = reader.history(session.as_ref(), Some(place), LOOK)?;
        for entry in &entries {
            if interactions.len() == most {
                let next = Some(place);
                return Ok(Interactions { interactions, next });
            }
            place = entry.place;
            let own = entry.outcome.session.clone();
            let opening = match openings.entry(own) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    let opening = opening_of(reader, new.key())?;
                    new.insert(opening)
                }
            };
            let view = InteractionView::of_history(entry, opening);
            interactions.extend(filter.fits(&view).then_some(view));
        }
        if entries.len() < LOOK {
            let next = None;
            return Ok(Interactions { interactions, next });
        }
        looked += entries.len();
    }
    let next = Some(place);
    Ok(Interactions { interactions, next })
}

fn opening_of(reader: &dyn Reader, session: &SessionId) -> Result<Opening, StoreError> {
    let first = reader.records(session, 0, 1)?.into_iter().next();
    Ok(match first.map(|record| record.event) {
        Some(Event::Opened(opening)) => opening,
        _ => Opening::default(),
    })
}

/// The header that brings the token of the ask's reply.
const COLLECT_TOKEN: &str = "sayso-collect-token";

/// An outcome for its asker. It has secret words only for a token of its session, or with the token
/// that the ask's reply had.
async fn collected(
    call: &Call,
    mut outcome: Arc<Outcome>,
    collect_token: Option<String>,
) -> Result<Response, Failure> {
    if outcome.hides_words() && outcome.may_be_revealed(call.app.now()) {
        let id = outcome.interaction;
        let of_session = matches!(call.principal, Principal::SessionAgent(_));
        let secrets = call.app.read(call.lang, move |reader| {
            // Without the key there is no token: that concerns only who brings one.
            let entitled = of_session
                || match collect_token {
                    Some(given) => reader
                        .collect_token(id)?
                        .is_some_and(|own| same(&given, &own)),
                    None => false,
                };
            entitled.then(|| reader.secrets(id)).transpose()
        });
        if let Some(secrets) = secrets.await? {
            Arc::make_mut(&mut outcome).reveal(secrets);
        }
    }
    Ok(body::json(&InteractionView::of_outcome(&outcome)))
}

/// `GET /api/interactions/{id}?wait=SECONDS`.
pub(crate) async fn get(mut call: Call) -> Result<Response, Failure> {
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
    let collect_token = call
        .headers
        .get(COLLECT_TOKEN)
        .and_then(|value| value.to_str().ok())
        .map(str::to_owned);
    let sent_away = guard::sent_away(call.app.clone(), &call.headers, call.principal.clone());
    call.settle();
    let mut waiter = match call.principal.is_asker() {
        true => call.app.handle.outcome(id),
        false => call.app.handle.outcome_to_look_at(id),
    };
    let counted = Counted::new(&call.app.metrics.waiting);
    let time = Duration::from_secs(wait.max(1));
    let closed = async {
        tokio::select! {
            outcome = &mut waiter => Some(outcome),
            () = tokio::time::sleep(time) => None,
        }
    };
    let waited = guard::while_admitted(&call.app, sent_away, closed, call.lang).await;
    drop(counted);
    if let Some(outcome) = waited?.flatten() {
        let outcome = call.desk(outcome)?;
        if call.principal.is_asker() {
            return collected(&call, outcome, collect_token).await;
        }
    }
    let found = call.app.find(id, &call.principal, call.lang).await?;
    let view = match found {
        // It closed this very moment.
        Found::Closed(_) if call.principal.is_asker() => {
            let outcome = call.desk(waiter.await)?;
            return collected(&call, outcome, collect_token).await;
        }
        found => InteractionView::of_found(found),
    };
    Ok(body::json(&view))
}
