//! Taking up a timed-out interaction again.

use super::Session;
use crate::deadline::Deadline;
use crate::event::{Asked, Event};
use crate::id::InteractionId;
use crate::limits;
use crate::moment::Moment;
use crate::refusal::Refusal;
use crate::state::State;

impl Session {
    /// An interaction closes once, so what is reopened is a new one with the same questions
    /// and the same key: whoever asks again by that key gets the new answer.
    pub(super) fn decide_reopen(
        &self,
        id: InteractionId,
        successor: InteractionId,
        timeout: Option<u64>,
        asked: &Asked,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let opening = self.opened()?;
        let Some(past) = self.past(id) else {
            return match self.interaction(id) {
                Some(_) => Err(Refusal::NotTimedOut {
                    state: State::Pending,
                }),
                None => Err(Refusal::QuestionNotFound),
            };
        };
        if past.closing.state != State::Timeout {
            return Err(Refusal::NotTimedOut {
                state: past.closing.state,
            });
        }
        if past.reopened_as.is_some() {
            return Ok(Vec::new());
        }
        if opening.serial && !self.open.is_empty() {
            return Err(Refusal::InteractionPending);
        }
        let deadline = timeout.map(|millis| Deadline {
            at: now.plus(millis.min(limits::TIMEOUT_MILLIS)),
            on_timeout: asked.deadline.as_ref().and_then(|d| d.on_timeout),
            held_with: None,
        });
        Ok(vec![Event::Asked(Box::new(Asked {
            interaction: successor,
            round: self.rounds + 1,
            chain: self.chain.next(now, !self.open.is_empty()),
            deadline,
            total_rounds: None,
            parent: self.last_message.clone(),
            reopens: Some(id),
            ..asked.clone()
        }))])
    }
}
