//! Wishes. They enter by one door, `Session::decide`, and become facts or a refusal.

use serde_json::Value;

use crate::actor::Actor;
use crate::asker::Asker;
use crate::deadline::OnTimeout;
use crate::delivery::Delivery;
use crate::dialect::Parsed;
use crate::event::Asked;
use crate::id::{CallKey, InteractionId, QuestionId, RequestKey};
use crate::limits::CHAIN_ROUNDS;
use crate::message::Message;
use crate::opening::Opening;
use crate::source::Source;

/// One wish.
#[derive(Clone, Debug)]
pub enum Command {
    /// Begin a session without asking yet.
    Open(Opening),
    /// Ask a person.
    Ask(Box<Ask>),
    /// Answer, whole or in part.
    Answer(Answering),
    /// A person calls an interaction off.
    Cancel {
        /// Which.
        interaction: InteractionId,
        /// Why, in the person's own words; it reaches the agent.
        reason: Option<String>,
        /// Who, and where.
        actor: Actor,
        /// The client's request, to know a repeat by.
        request: Option<RequestKey>,
    },
    /// The asker takes its question back.
    Withdraw {
        /// Which.
        interaction: InteractionId,
        /// Who, and where.
        actor: Actor,
    },
    /// Stop an interaction's clock, or let it go on.
    Hold {
        /// Which.
        interaction: InteractionId,
        /// Stop it, or let it go on.
        hold: bool,
        /// Who, and where.
        actor: Actor,
    },
    /// Take up a timed-out interaction again, as a new one.
    Reopen {
        /// The timed-out one.
        interaction: InteractionId,
        /// The name of the new one.
        successor: InteractionId,
        /// Milliseconds that the new one waits; without them, for as long as it takes.
        timeout: Option<u64>,
        /// The old one's questions, which the store still has.
        asked: Box<Asked>,
    },
    /// Record whether the asker has an outcome.
    Deliver {
        /// Of which interaction.
        interaction: InteractionId,
        /// What became of it.
        delivery: Delivery,
    },
    /// A deadline may have passed: close the interaction if it has.
    Expire {
        /// Which.
        interaction: InteractionId,
    },
    /// Stop the session's task: everything open is called off.
    Interrupt {
        /// Who, and where.
        actor: Actor,
    },
    /// Record what the agent said or did.
    Say(Message),
    /// Let the agent ask on in this chain.
    AllowMore {
        /// How many rounds more.
        more: u32,
        /// Who, and where.
        actor: Actor,
    },
    /// No more questions in this chain.
    EndChain {
        /// Who, and where.
        actor: Actor,
    },
}

/// The wish to ask a person.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The name the interaction gets if it is new.
    pub interaction: InteractionId,
    /// What makes two asks the same ask.
    pub key: Option<CallKey>,
    /// What is asked.
    pub parsed: Parsed,
    /// Question or approval.
    pub source: Source,
    /// Who asks.
    pub asker: Asker,
    /// Milliseconds to wait; without them, for as long as it takes.
    pub timeout: Option<u64>,
    /// What happens then, when said outright.
    pub on_timeout: Option<OnTimeout>,
    /// How many rounds the asker announces.
    pub total_rounds: Option<u32>,
    /// Whether the asker goes on meanwhile instead of waiting.
    pub goes_on: bool,
    /// Rounds that may be asked in a row, where the session says nothing else; 0 for as many as there are.
    pub chain_rounds: u32,
    /// How the session begins, if this begins it.
    pub opening: Opening,
}

impl Ask {
    /// A plain ask of these questions.
    pub fn new(interaction: InteractionId, parsed: Parsed) -> Self {
        Self {
            interaction,
            key: parsed.tool_use_id.as_deref().map(CallKey::from),
            parsed,
            source: Source::Tool,
            asker: Asker::default(),
            timeout: None,
            on_timeout: None,
            total_rounds: None,
            goes_on: false,
            chain_rounds: CHAIN_ROUNDS,
            opening: Opening::default(),
        }
    }
}

/// The wish to answer.
#[derive(Clone, Debug)]
pub struct Answering {
    /// Which interaction.
    pub interaction: InteractionId,
    /// What is given, as it came in; checked by `Session::decide` and nowhere else.
    pub answers: Vec<GivenAnswer>,
    /// A whole form closes the interaction or is refused; a part may leave it open.
    pub whole: bool,
    /// Who, and where.
    pub actor: Actor,
    /// The client's request, to know a repeat by.
    pub request: Option<RequestKey>,
}

/// An answer as it came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenAnswer {
    /// To which question.
    pub question: QuestionId,
    /// In the shape of spec §3; `null` is no answer.
    pub value: Value,
    /// What the person wants to say beside it.
    pub note: Option<String>,
    /// Nobody chose this: a piped line fell back to it.
    pub defaulted: bool,
}

impl GivenAnswer {
    /// An answer without a note.
    pub fn new(question: impl Into<QuestionId>, value: impl Into<Value>) -> Self {
        Self {
            question: question.into(),
            value: value.into(),
            note: None,
            defaulted: false,
        }
    }
}
