//! One conversation with an agent: its rules as a pure function from wish to facts.
//!
//! `decide` looks and does not touch; `apply` touches and does not judge. Folding the log
//! through `apply` gives the same session as living through it.

mod answer;
mod apply;
mod ask;
mod chain;
mod close;
mod closed_ones;
mod hold;
mod past;
mod reopen;

use std::collections::{BTreeSet, HashMap};

use crate::command::{Ask, Command};
use crate::digest::Digest;
use crate::event::Event;
use crate::id::{CallKey, InteractionId, MessageId, QuestionId, SessionId};
use crate::interaction::Interaction;
use crate::moment::Moment;
use crate::opening::{Branch, Opening};
use crate::question::Questions;
use crate::refusal::Refusal;
use crate::source::Source;
use chain::Chain;
use closed_ones::ClosedOnes;

pub use past::Past;

/// One conversation with an agent, folded from its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    id: SessionId,
    seq: u64,
    head: Digest,
    opening: Option<Opening>,
    rounds: u32,
    announced: Option<u32>,
    open: Vec<Interaction>,
    closed: ClosedOnes,
    keys: HashMap<CallKey, InteractionId>,
    questions: HashMap<QuestionId, InteractionId>,
    chain: Chain,
    last_message: Option<MessageId>,
    /// What was said: the same again is no new message.
    said: BTreeSet<MessageId>,
}

impl Session {
    /// A session with no facts yet.
    pub fn new(id: SessionId) -> Self {
        Self {
            id,
            seq: 0,
            head: Digest::default(),
            opening: None,
            rounds: 0,
            announced: None,
            open: Vec::new(),
            closed: ClosedOnes::default(),
            keys: HashMap::new(),
            questions: HashMap::new(),
            chain: Chain::default(),
            last_message: None,
            said: BTreeSet::new(),
        }
    }

    /// Turns a wish into facts, or refuses it. No facts means that the wish was granted before.
    pub fn decide(&self, command: &Command, now: Moment) -> Result<Vec<Event>, Refusal> {
        match command {
            Command::Open(opening) => self.decide_open(opening),
            Command::Ask(ask) => self.decide_ask(ask, now),
            Command::Answer(answering) => self.decide_answer(answering, now),
            Command::Cancel {
                interaction,
                reason,
                actor,
                request,
            } => self.decide_cancel(
                *interaction,
                reason.as_deref(),
                actor,
                request.as_ref(),
                now,
            ),
            Command::Withdraw { interaction, actor } => {
                self.decide_withdraw(*interaction, actor, now)
            }
            Command::Hold {
                interaction,
                hold,
                actor,
            } => self.decide_hold(*interaction, *hold, actor, now),
            Command::Reopen {
                interaction,
                successor,
                timeout,
                asked,
            } => self.decide_reopen(*interaction, *successor, *timeout, asked, now),
            Command::Expire { interaction } => self.decide_expire(*interaction, now),
            Command::Deliver {
                interaction,
                delivery,
            } => self.decide_deliver(*interaction, *delivery),
            Command::Interrupt { actor } => self.decide_interrupt(actor, now),
            Command::Say(message) => self.decide_say(message),
            Command::AllowMore { more, actor } => self.opened().map(|_| {
                vec![Event::Allowed {
                    more: *more,
                    actor: actor.clone(),
                }]
            }),
            Command::EndChain { actor } => self.opened().map(|_| {
                vec![Event::ChainEnded {
                    actor: actor.clone(),
                }]
            }),
        }
    }

    /// The name of the session.
    pub fn id(&self) -> &SessionId {
        &self.id
    }

    /// The number of the last fact.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The hash of the last fact.
    pub fn head(&self) -> Digest {
        self.head
    }

    /// How it began; none while it has no facts.
    pub fn opening(&self) -> Option<&Opening> {
        self.opening.as_ref()
    }

    /// What is open, in the order asked.
    pub fn open(&self) -> &[Interaction] {
        &self.open
    }

    /// The open interaction of this id.
    pub fn interaction(&self, id: InteractionId) -> Option<&Interaction> {
        self.open.iter().find(|interaction| interaction.id == id)
    }

    /// What is remembered of a closed interaction.
    pub fn past(&self, id: InteractionId) -> Option<&Past> {
        self.closed.get(id)
    }

    /// The newest interaction that asks this question.
    pub fn asking(&self, question: &QuestionId) -> Option<InteractionId> {
        self.questions.get(question).copied()
    }

    /// The interaction that this ask opened, now or before.
    pub fn opened_by(&self, ask: &Ask) -> Option<InteractionId> {
        let by_key = ask.key.as_ref().and_then(|key| self.keys.get(key)).copied();
        by_key.or_else(|| {
            let id = ask.interaction;
            (self.interaction(id).is_some() || self.past(id).is_some()).then_some(id)
        })
    }

    /// What a draft of this interaction may hold; only an open one has a draft.
    pub fn questions_to_draft(&self, id: InteractionId) -> Result<(Questions, Source), Refusal> {
        let open = self.still_open(id)?;
        Ok((open.questions.clone(), open.source))
    }

    /// The round that was asked last.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// What the asker announced, else the rounds so far.
    pub fn total_rounds(&self) -> u32 {
        self.announced.unwrap_or(0).max(self.rounds)
    }

    /// Where another session may branch off: right after this round closed. A round that was
    /// inherited is known to the session whose own it is.
    pub fn branch_at(&self, round: u32) -> Result<Branch, Refusal> {
        let inherited = self.opened()?.branch.as_ref();
        if let Some(branch) = inherited.filter(|branch| branch.round == round) {
            return Ok(branch.clone());
        }
        match self.closed.of_round(round) {
            Some(past) => Ok(Branch {
                session: self.id.clone(),
                round,
                message: Some(past.message.clone()),
            }),
            None => Err(Refusal::RoundNotFound { round }),
        }
    }

    /// The session whose own this round is, when it was inherited from before the branch.
    pub fn inherited(&self, round: u32) -> Option<&SessionId> {
        let branch = self.opening.as_ref()?.branch.as_ref()?;
        (1..branch.round)
            .contains(&round)
            .then_some(&branch.session)
    }

    fn opened(&self) -> Result<&Opening, Refusal> {
        self.opening.as_ref().ok_or(Refusal::SessionNotFound)
    }

    fn decide_open(&self, opening: &Opening) -> Result<Vec<Event>, Refusal> {
        match &self.opening {
            None => Ok(vec![Event::Opened(opening.clone())]),
            Some(known) if known == opening => Ok(Vec::new()),
            Some(_) => Err(Refusal::SessionExists),
        }
    }

    fn decide_say(&self, message: &crate::message::Message) -> Result<Vec<Event>, Refusal> {
        if self.said.contains(&message.uuid) {
            return Ok(Vec::new());
        }
        let mut facts = Vec::with_capacity(2);
        if self.opening.is_none() {
            facts.push(Event::Opened(Opening::default()));
        }
        let mut message = message.clone();
        message.parent = message.parent.or_else(|| self.last_message.clone());
        facts.push(Event::Said(message));
        Ok(facts)
    }

    /// The open interaction, or why it cannot be acted on any more.
    fn still_open(&self, id: InteractionId) -> Result<&Interaction, Refusal> {
        self.opened()?;
        if let Some(interaction) = self.interaction(id) {
            return Ok(interaction);
        }
        match self.past(id) {
            Some(past) if past.closing.interrupted => Err(Refusal::TaskInterrupted {
                at: past.closing.at,
            }),
            Some(past) => Err(Refusal::AlreadyAnswered(Box::new(past.closing.clone()))),
            None => Err(Refusal::QuestionNotFound),
        }
    }
}
