//! Someone who wants to wait for an interaction.

use sayso_core::id::InteractionId;

use crate::reply::Waiter;
use crate::request::Answerer;
use crate::waiters::{Collects, Wake};

/// Someone who wants to wait for an interaction.
#[derive(Debug)]
pub(crate) struct Wait {
    pub(crate) interaction: InteractionId,
    pub(crate) who: Who,
}

/// How they hear whether they may.
#[derive(Debug)]
pub(crate) enum Who {
    /// They are handed a waiter, or told why not.
    Comes {
        /// Gets the waiter.
        reply: Answerer<Waiter>,
        /// What it gets when the interaction closes.
        collects: Collects,
    },
    /// They wait already, and hear why not in place of the outcome: nobody is woken for nothing.
    Sits(Wake),
}
