//! What facts do to a session.

use super::{Past, Session};
use crate::answer::Answers;
use crate::closing::Closing;
use crate::delivery::Delivery;
use crate::dialect::Recorded;
use crate::event::{Asked, Event};
use crate::id::{InteractionId, MessageId};
use crate::interaction::Interaction;
use crate::moment::Moment;
use crate::on_the_table::whole_tree;
use crate::record::Record;
use crate::source::Source;

impl Session {
    /// Takes a fact in. Facts come in the order of their numbers.
    pub fn apply(&mut self, record: &Record) {
        self.seq = record.seq;
        self.head = record.hash;
        match &record.event {
            Event::Opened(opening) => {
                if let Some(branch) = &opening.branch {
                    self.rounds = branch.round;
                    self.last_message.clone_from(&branch.message);
                }
                self.opening = Some(opening.clone());
            }
            Event::Asked(asked) => self.apply_asked(asked, record.at),
            Event::Answered {
                interaction,
                answers,
                request,
                actor,
            } => {
                if let Some(open) = self.open_mut(*interaction) {
                    open.answers.extend(answers.clone());
                    open.requests.extend(request.clone());
                    open.evidence = open.evidence.max(Some(actor.evidence));
                }
            }
            Event::Held {
                interaction, left, ..
            } => {
                if let Some(deadline) = self
                    .open_mut(*interaction)
                    .and_then(|i| i.deadline.as_mut())
                {
                    deadline.held_with = Some(*left);
                }
            }
            Event::Released {
                interaction, at, ..
            } => {
                if let Some(deadline) = self
                    .open_mut(*interaction)
                    .and_then(|i| i.deadline.as_mut())
                {
                    deadline.held_with = None;
                    deadline.at = *at;
                }
            }
            Event::Closed {
                interaction,
                closing,
            } => self.apply_closed(*interaction, closing),
            Event::Delivered {
                interaction,
                delivery,
            } => {
                if let Some(past) = self.closed.get_mut(*interaction) {
                    past.delivery = *delivery;
                }
            }
            Event::Said(message) => {
                self.last_message = Some(message.uuid.clone());
                self.said.insert(message.uuid.clone());
                self.chain.recorded(Recorded::of(message));
            }
            Event::Allowed { more, .. } => self.chain.allow(*more),
            Event::ChainEnded { .. } => self.chain.end(),
        }
    }

    fn apply_asked(&mut self, asked: &Asked, at: Moment) {
        let id = asked.interaction;
        self.rounds = asked.round;
        self.announced = asked.total_rounds.or(self.announced);
        match asked.source {
            Source::Tool => self.chain.asked(asked.chain, !self.open.is_empty()),
            // The agent wants to do something: it does more than ask.
            Source::Approval => self.chain.broken(),
        }
        self.last_message = Some(MessageId::of_question(id));
        if let Some(key) = &asked.key {
            self.keys.insert(key.clone(), id);
        }
        for question in whole_tree(&asked.questions) {
            self.questions.insert(question.id.clone(), id);
        }
        if let Some(before) = asked.reopens.and_then(|before| self.closed.get_mut(before)) {
            before.reopened_as = Some(id);
        }
        // Most sessions have one question open, so that room for more would be wasted on them.
        self.open.reserve_exact(1);
        self.open.push(Interaction {
            id,
            round: asked.round,
            chain: asked.chain,
            key: asked.key.clone(),
            digest: asked.digest,
            tool_use_id: asked.tool_use_id.clone(),
            dialect: asked.dialect,
            source: asked.source,
            asker: asked.asker.clone(),
            questions: asked.questions.clone(),
            asked_at: at,
            deadline: asked.deadline.clone(),
            answers: Answers::new(),
            evidence: None,
            requests: Vec::new(),
            reopens: asked.reopens,
        });
    }

    fn apply_closed(&mut self, id: InteractionId, closing: &Closing) {
        let Some(place) = self
            .open
            .iter()
            .position(|interaction| interaction.id == id)
        else {
            return;
        };
        let interaction = self.open.remove(place);
        let message = MessageId::of_answer(id);
        self.chain.closed(closing.at);
        self.last_message = Some(message.clone());
        let closing = closing.without_answers();
        self.closed.insert(Past {
            interaction: id,
            round: interaction.round,
            digest: interaction.digest,
            closing,
            requests: interaction.requests,
            source: interaction.source,
            delivery: Delivery::Waiting,
            message,
            reopened_as: None,
        });
    }

    fn open_mut(&mut self, id: InteractionId) -> Option<&mut Interaction> {
        self.open
            .iter_mut()
            .find(|interaction| interaction.id == id)
    }
}
