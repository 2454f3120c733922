//! Closing without an answer: cancel, withdraw, interrupt, timeout.

use super::Session;
use crate::actor::Actor;
use crate::answer::{Answer, Answers};
use crate::answer_check;
use crate::closing::Closing;
use crate::deadline::OnTimeout;
use crate::decider::Decider;
use crate::delivery::Delivery;
use crate::event::Event;
use crate::given::Given;
use crate::id::{InteractionId, RequestKey};
use crate::interaction::Interaction;
use crate::issue::Issue;
use crate::kind::Kind;
use crate::moment::Moment;
use crate::pick::Pick;
use crate::question::Question;
use crate::refusal::Refusal;
use crate::source::Source;
use crate::stand_in::stand_ins;
use crate::state::State;

impl Session {
    pub(super) fn decide_cancel(
        &self,
        id: InteractionId,
        reason: Option<&str>,
        actor: &Actor,
        request: Option<&RequestKey>,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        if let (Some(request), Some(past)) = (request, self.past(id))
            && past.closing.request.as_ref() == Some(request)
        {
            return Ok(Vec::new());
        }
        let interaction = self.still_open(id)?;
        let reason = match reason.map(answer_check::words).transpose() {
            Ok(reason) => reason.flatten(),
            Err(problem) => {
                return Err(Refusal::InvalidAnswer(vec![Issue::new("reason", problem)]));
            }
        };
        let mut closing = called_off(interaction, actor.evidence.decided_by(), actor, now);
        closing.reason = reason;
        closing.request = request.cloned();
        Ok(vec![closed(id, closing)])
    }

    pub(super) fn decide_withdraw(
        &self,
        id: InteractionId,
        actor: &Actor,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let interaction = self.still_open(id)?;
        Ok(vec![closed(
            id,
            called_off(interaction, Decider::Asker, actor, now),
        )])
    }

    pub(super) fn decide_interrupt(
        &self,
        actor: &Actor,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        self.opened()?;
        let facts = self.open.iter().map(|interaction| {
            let mut closing = called_off(interaction, actor.evidence.decided_by(), actor, now);
            closing.interrupted = true;
            closed(interaction.id, closing)
        });
        Ok(facts.collect())
    }

    /// Records that the asker has an outcome, or that it could not be given to it.
    pub(super) fn decide_deliver(
        &self,
        id: InteractionId,
        delivery: Delivery,
    ) -> Result<Vec<Event>, Refusal> {
        let past = self.past(id).ok_or(Refusal::QuestionNotFound)?;
        if !past.delivery.may_become(delivery) {
            return Ok(Vec::new());
        }
        Ok(vec![Event::Delivered {
            interaction: id,
            delivery,
        }])
    }

    /// Closes the interaction if its deadline has passed. What was answered bit by bit stays;
    /// declared defaults stand in where the asker wants them, each marked.
    pub(super) fn decide_expire(
        &self,
        id: InteractionId,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let Some(interaction) = self.interaction(id) else {
            return Ok(Vec::new());
        };
        let Some(deadline) = interaction.deadline.as_ref().filter(|d| d.is_due(now)) else {
            return Ok(Vec::new());
        };
        let mut closing = called_off(interaction, Decider::Timeout, &Actor::desk(), now);
        closing.state = State::Timeout;
        closing.answers = with_defaults(interaction, deadline.on_timeout);
        Ok(vec![closed(id, closing)])
    }
}

fn closed(interaction: InteractionId, closing: Closing) -> Event {
    Event::Closed {
        interaction,
        closing: closing.into(),
    }
}

fn called_off(interaction: &Interaction, by: Decider, actor: &Actor, now: Moment) -> Closing {
    Closing {
        state: State::Cancelled,
        decided_by: by,
        actor: actor.clone(),
        at: now,
        took_ms: now.since(interaction.asked_at),
        reason: None,
        interrupted: false,
        answers: Answers::new(),
        request: None,
    }
}

/// The answers given so far, completed by declared defaults. A default can bring follow-ups
/// onto the table, whose defaults then count too.
fn with_defaults(interaction: &Interaction, policy: Option<OnTimeout>) -> Answers {
    let mut answers = interaction.answers.clone();
    loop {
        let added: Vec<_> = interaction
            .shown(&answers)
            .into_iter()
            .map(|shown| shown.question)
            .filter(|question| !answers.contains_key(&question.id))
            .filter_map(|question| {
                let given = declared_default(question, policy, interaction.source)?;
                let mut answer = Answer::new(given);
                answer.defaulted = true;
                Some((question.id.clone(), answer))
            })
            .collect();
        if added.is_empty() {
            return answers;
        }
        answers.extend(added);
    }
}

fn declared_default(
    question: &Question,
    policy: Option<OnTimeout>,
    source: Source,
) -> Option<Given> {
    let picks = stand_ins(question, policy, source).into_iter();
    let mut picks = picks.map(|choice| Pick::Choice(choice.id.clone()));
    match question.kind {
        Kind::MultipleChoice => picks.next().map(Given::One),
        Kind::Checkbox => {
            let picks: Vec<Pick> = picks.collect();
            (!picks.is_empty()).then_some(Given::Many(picks))
        }
        Kind::Text | Kind::Boolean => None,
    }
}
