//! What is remembered of what has closed.

use crate::closing::Closing;
use crate::delivery::Delivery;
use crate::digest::Digest;
use crate::id::{InteractionId, MessageId, RequestKey};
use crate::source::Source;

/// What is remembered of a closed interaction; the rest is in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    /// Which it was.
    pub interaction: InteractionId,
    /// The n-th of its session.
    pub round: u32,
    /// Tells whether a second ask has the same content.
    pub digest: Digest,
    /// How it closed, without its answers.
    pub closing: Closing,
    /// The requests that brought its answers bit by bit, to know a repeat by.
    pub requests: Vec<RequestKey>,
    /// Question or approval.
    pub source: Source,
    /// Whether the asker has the outcome.
    pub delivery: Delivery,
    /// The message of its answer.
    pub message: MessageId,
    /// The interaction that took it up again.
    pub reopened_as: Option<InteractionId>,
}
