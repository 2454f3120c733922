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
pub(crate) mod login;
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
use crate::principal::{Credential, Principal};

/// Done, with nothing more to say.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Done {
    /// Always true.
    pub(crate) success: bool,
    /// What was done, in the client's language.
    pub(crate) message: String,
}

/// The person behind a call.
fn person(call: &Call) -> Actor {
    let Principal::Person { name, credential } = &call.principal else {
        return Actor::asker("agent", Face::Http);
    };
    let via = match credential {
        Credential::Page(_) => Face::Web,
        Credential::Token | Credential::Terminal(_) => Face::Http,
    };
    Actor::new(name.clone(), via, credential.evidence())
}

/// The name of the person behind a call; an agent has none.
fn name(call: &Call) -> &str {
    match &call.principal {
        Principal::Person { name, .. } => name,
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
    match via {
        None | Some(Face::Desk | Face::Host | Face::Hook) => {}
        // Whoever says that it is scripted is believed: that is less than the credential says.
        Some(via @ (Face::File | Face::Pipe)) => {
            actor = Actor::new(actor.by, via, actor.evidence.max(Evidence::Script));
        }
        Some(via) => actor.via = via,
    }
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
