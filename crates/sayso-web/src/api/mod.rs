//! What can be done, a file for each kind of thing.

pub(crate) mod answer;
pub(crate) mod ask;
pub(crate) mod close;
pub(crate) mod draft;
pub(crate) mod events;
mod filter;
pub(crate) mod interactions;
pub(crate) mod meta;
pub(crate) mod push;
pub(crate) mod sessions;
pub(crate) mod task;

use sayso_core::actor::Actor;
use sayso_core::face::Face;
use sayso_core::id::RequestKey;
use serde::Serialize;

use crate::failure::Failure;
use crate::operation::Call;

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
    let face = if by_page { Face::Web } else { Face::Http };
    Actor::new("owner", face)
}

/// The person behind a call who gives a name and a face: programs of the owner's speak for whoever
/// sits there. Nobody is the desk itself or the asker by saying so.
fn named(call: &Call, by: Option<String>, via: Option<Face>) -> Result<Actor, Failure> {
    let mut actor = person(call);
    if let Some(by) = by {
        if let Some(issue) = ask::short("by", &by) {
            return Err(Failure::bad_request(&[issue], call.lang));
        }
        actor.by = by;
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
