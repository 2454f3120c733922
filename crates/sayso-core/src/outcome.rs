//! How an interaction closed, with all that is needed to tell it to anyone.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::asker::Asker;
use crate::closing::Closing;
use crate::delivery::Delivery;
use crate::dialect::Dialect;
use crate::event::{Asked, Event};
use crate::evidence::Evidence;
use crate::given::Given;
use crate::id::{InteractionId, QuestionId, SessionId};
use crate::interaction::{Interaction, shown};
use crate::limits;
use crate::moment::Moment;
use crate::question::{Question, Questions};
use crate::secrets::put_back;
use crate::source::Source;
use crate::state::State;

/// How an interaction closed, with all that is needed to tell it to anyone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Which interaction.
    pub interaction: InteractionId,
    /// Of which session.
    pub session: SessionId,
    /// The n-th of its session.
    pub round: u32,
    /// The tool call that waits for it.
    pub tool_use_id: Option<String>,
    /// The shape it goes back in.
    pub dialect: Dialect,
    /// Question or approval.
    pub source: Source,
    /// Who asked.
    pub asker: Asker,
    /// What was asked.
    pub questions: Questions,
    /// How it closed.
    pub closing: Arc<Closing>,
    /// Whether the asker has it.
    pub delivery: Delivery,
    /// The interaction that took it up again after it timed out.
    pub reopened_as: Option<InteractionId>,
}

impl Outcome {
    /// Of an interaction that closes now.
    pub fn of_open(session: &SessionId, interaction: &Interaction, closing: Arc<Closing>) -> Self {
        Self {
            interaction: interaction.id,
            session: session.clone(),
            round: interaction.round,
            tool_use_id: interaction.tool_use_id.clone(),
            dialect: interaction.dialect,
            source: interaction.source,
            asker: interaction.asker.clone(),
            questions: interaction.questions.clone(),
            closing,
            delivery: Delivery::Waiting,
            reopened_as: None,
        }
    }

    /// Of the two facts that the log keeps of it.
    pub fn of_facts(session: &SessionId, asked: Asked, closing: Arc<Closing>) -> Self {
        Self {
            interaction: asked.interaction,
            session: session.clone(),
            round: asked.round,
            tool_use_id: asked.tool_use_id,
            dialect: asked.dialect,
            source: asked.source,
            asker: asked.asker,
            questions: asked.questions,
            closing,
            delivery: Delivery::Waiting,
            reopened_as: None,
        }
    }

    /// Takes in what happened after it closed.
    pub fn lived_through(&mut self, event: &Event) {
        match event {
            Event::Asked(asked) if asked.reopens == Some(self.interaction) => {
                self.reopened_as = Some(asked.interaction);
            }
            Event::Delivered {
                interaction,
                delivery,
            } if *interaction == self.interaction => self.delivery = *delivery,
            _ => {}
        }
    }

    /// Whether this hands an answer to the asker. What the agent's own dialog decided is not handed
    /// to anybody: the agent has it from there, or made it up.
    pub fn is_answered(&self) -> bool {
        self.closing.state == State::Answered && self.closing.actor.evidence != Evidence::Reported
    }

    /// Whether words of secret questions are left out of it.
    pub fn hides_words(&self) -> bool {
        let mut answers = self.closing.answers.values();
        answers.any(|answer| answer.given == Given::Hidden)
    }

    /// Whether its asker may still read secret words: until it has confirmed them, and for ten
    /// minutes at most.
    pub fn may_be_revealed(&self, now: Moment) -> bool {
        self.delivery != Delivery::Acknowledged
            && now.since(self.closing.at) <= limits::SECRET_MILLIS
    }

    /// As its asker is told it: without what a hook reported, which is an answer for nobody.
    pub fn for_asker(mut self: Arc<Self>) -> Arc<Self> {
        if self.closing.state == State::Answered && !self.is_answered() {
            let closing = Arc::make_mut(&mut Arc::make_mut(&mut self).closing);
            closing.state = State::Cancelled;
            closing.answers.clear();
        }
        self
    }

    /// Puts the words of secret questions back in: for the asker, and for nobody else.
    pub fn reveal(&mut self, mut secrets: BTreeMap<QuestionId, String>) {
        for (question, answer) in &mut Arc::make_mut(&mut self.closing).answers {
            if answer.given == Given::Hidden
                && let Some(words) = secrets.remove(question)
            {
                put_back(answer, words);
            }
        }
    }

    /// The questions on the table that have no answer.
    pub fn unanswered(&self) -> Vec<&Question> {
        shown(&self.questions, &self.closing.answers)
            .into_iter()
            .map(|shown| shown.question)
            .filter(|question| !self.closing.answers.contains_key(&question.id))
            .collect()
    }

    /// The questions whose answer nobody chose.
    pub fn defaulted(&self) -> Vec<&QuestionId> {
        let answers = self.closing.answers.iter();
        answers
            .filter(|(_, answer)| answer.defaulted)
            .map(|(id, _)| id)
            .collect()
    }

    /// Whether every required question on the table has an answer or a default.
    pub fn is_complete(&self) -> bool {
        !self.closing.answers.is_empty() && !self.unanswered().iter().any(|q| q.required)
    }
}
