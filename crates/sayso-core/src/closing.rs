//! How an interaction closed.

use serde::{Deserialize, Serialize};

use crate::actor::Actor;
use crate::answer::Answers;
use crate::decider::Decider;
use crate::id::RequestKey;
use crate::moment::Moment;
use crate::state::State;

/// How an interaction closed: the one fact that ends it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Closing {
    /// Answered, cancelled or timeout; never pending.
    pub state: State,
    /// What decided it.
    pub decided_by: Decider,
    /// Who, and where.
    #[serde(flatten)]
    pub actor: Actor,
    /// When.
    pub at: Moment,
    /// Milliseconds from asking.
    pub took_ms: u64,
    /// Why, in the person's own words, when it was cancelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Whether the whole task was stopped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// The answers of the questions on the table, and of no others.
    #[serde(default, skip_serializing_if = "Answers::is_empty")]
    pub answers: Answers,
    /// The client request that closed it, to know a repeat by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<RequestKey>,
}

impl Closing {
    /// What is remembered of it once the answers are told.
    pub(crate) fn without_answers(&self) -> Self {
        Self {
            state: self.state,
            decided_by: self.decided_by,
            actor: self.actor.clone(),
            at: self.at,
            took_ms: self.took_ms,
            reason: self.reason.clone(),
            interrupted: self.interrupted,
            answers: Answers::new(),
            request: self.request.clone(),
        }
    }
}
