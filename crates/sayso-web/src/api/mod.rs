//! What can be done, a file for each kind of thing.

pub(crate) mod answer;
pub(crate) mod ask;
pub(crate) mod batch;
pub(crate) mod close;
pub(crate) mod context;
pub(crate) mod draft;
pub(crate) mod events;
mod filter;
pub(crate) mod hooks;
pub(crate) mod interactions;
pub(crate) mod meta;
pub(crate) mod push;
pub(crate) mod sessions;
pub(crate) mod task;
pub(crate) mod templates;
pub(crate) mod transcripts;

use sayso_core::actor::Actor;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::id::RequestKey;
use serde::Serialize;

use crate::failure::Failure;
use crate::operation::Call;
use crate::principal::Principal;

/// Done, with nothing more to say.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Done {
    /// Always true.
    pub(crate) success: bool,
    /// What was done, in the client's language.
    pub(crate) message: String,
}

/// The person behind a call. A page signs in by cookie; a program brings the token.
fn person(call: &Call) -> Actor {
    let by_page = call.headers.contains_key(http::header::COOKIE)
        && !call.headers.contains_key(http::header::AUTHORIZATION);
    match by_page {
        true => Actor::new(name(call), Face::Web, Evidence::Page),
        false => Actor::new(name(call), Face::Http, Evidence::Script),
    }
}

/// The name of the person behind a call; an agent has none.
fn name(call: &Call) -> &str {
    match &call.principal {
        Principal::Person(name) => name,
        Principal::Agent | Principal::SessionAgent(_) => "agent",
    }
}

/// The person behind a call who names a face: a program of theirs knows where they sit. Nobody is
/// somebody else, the desk itself or the asker by saying so.
fn named(call: &Call, by: Option<String>, via: Option<Face>) -> Result<Actor, Failure> {
    let mut actor = person(call);
    if by.is_some_and(|by| *by != *actor.by) {
        return Err(Failure::not_your_name(&actor.by, call.lang));
    }
    actor.via = match via {
        None | Some(Face::Desk | Face::Host | Face::Hook) => actor.via,
        Some(via) => via,
    };
    Ok(actor)
}

/// The key that a client knows its request by, if it can be one.
fn request_key(call: &Call, key: Option<String>) -> Result<Option<RequestKey>, Failure> {
    let issue = key
        .as_deref()
        .and_then(|key| ask::short("idempotency_key", key));
    match issue {
        Some(issue) => Err(Failure::bad_request(&[issue], call.lang)),
        None => Ok(key.map(RequestKey::from)),
    }
}
