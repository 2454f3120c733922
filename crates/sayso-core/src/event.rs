//! Facts. They are appended before anyone hears of them, and never changed.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::actor::Actor;
use crate::answer::Answers;
use crate::asker::Asker;
use crate::closing::Closing;
use crate::deadline::Deadline;
use crate::delivery::Delivery;
use crate::dialect::Dialect;
use crate::digest::Digest;
use crate::id::{CallKey, InteractionId, MessageId, RequestKey};
use crate::message::Message;
use crate::moment::Moment;
use crate::opening::Opening;
use crate::question::Questions;
use crate::source::Source;

/// One fact of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub enum Event {
    /// The session began.
    Opened(Opening),
    /// A person was asked.
    Asked(Box<Asked>),
    /// Some of the questions were answered; the interaction stays open.
    Answered {
        /// Of which interaction.
        interaction: InteractionId,
        /// What was answered now.
        answers: Answers,
        /// Who, and where.
        #[serde(flatten)]
        actor: Actor,
        /// The client's request, to know a repeat by.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request: Option<RequestKey>,
    },
    /// The clock of an interaction was stopped.
    Held {
        /// Of which interaction.
        interaction: InteractionId,
        /// Milliseconds left.
        left: u64,
        /// Who, and where.
        #[serde(flatten)]
        actor: Actor,
    },
    /// The clock of an interaction goes on.
    Released {
        /// Of which interaction.
        interaction: InteractionId,
        /// The new deadline.
        at: Moment,
        /// Who, and where.
        #[serde(flatten)]
        actor: Actor,
    },
    /// An interaction closed.
    Closed {
        /// Which.
        interaction: InteractionId,
        /// How; shared with the outcome that is told of it.
        #[serde(flatten)]
        closing: Arc<Closing>,
    },
    /// Whether the asker has the outcome.
    Delivered {
        /// Of which interaction.
        interaction: InteractionId,
        /// What became of it.
        delivery: Delivery,
    },
    /// The agent, or the person outside a question, said or did something.
    Said(Message),
    /// The person let the agent ask on.
    Allowed {
        /// How many rounds more.
        more: u32,
        /// Who, and where.
        #[serde(flatten)]
        actor: Actor,
    },
    /// The person ended the chain of questions.
    ChainEnded {
        /// Who, and where.
        #[serde(flatten)]
        actor: Actor,
    },
}

/// A person was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The interaction it opened.
    pub interaction: InteractionId,
    /// The n-th of its session.
    pub round: u32,
    /// The n-th of its chain.
    pub chain: u32,
    /// What makes a second ask the same ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<CallKey>,
    /// Tells whether a second ask has the same content.
    pub digest: Digest,
    /// The tool call that waits for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_use_id: Option<String>,
    /// The shape it came in.
    pub dialect: Dialect,
    /// Question or approval.
    #[serde(default)]
    pub source: Source,
    /// Who asks.
    #[serde(default)]
    pub asker: Asker,
    /// What is asked, every question named.
    pub questions: Questions,
    /// When it stops waiting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Deadline>,
    /// How many rounds the asker announced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_rounds: Option<u32>,
    /// Whether the asker goes on meanwhile instead of waiting.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub goes_on: bool,
    /// The message before it in the session's chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<MessageId>,
    /// The timed-out interaction that this one takes up again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reopens: Option<InteractionId>,
}

impl Event {
    /// The word under which a store files it.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Opened(_) => "opened",
            Self::Asked(_) => "asked",
            Self::Answered { .. } => "answered",
            Self::Held { .. } => "held",
            Self::Released { .. } => "released",
            Self::Closed { .. } => "closed",
            Self::Delivered { .. } => "delivered",
            Self::Said(_) => "said",
            Self::Allowed { .. } => "allowed",
            Self::ChainEnded { .. } => "chain_ended",
        }
    }
}
