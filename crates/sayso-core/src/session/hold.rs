//! Stopping an interaction's clock.

use super::Session;
use crate::actor::Actor;
use crate::event::Event;
use crate::id::InteractionId;
use crate::moment::Moment;
use crate::refusal::Refusal;

impl Session {
    /// Holding what is held, or releasing what runs, was granted before.
    pub(super) fn decide_hold(
        &self,
        id: InteractionId,
        hold: bool,
        actor: &Actor,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let interaction = self.still_open(id)?;
        let deadline = interaction.deadline.as_ref().ok_or(Refusal::NoDeadline)?;
        let actor = actor.clone();
        Ok(match (deadline.held_with, hold) {
            (None, true) => vec![Event::Held {
                interaction: id,
                left: deadline.at.since(now),
                actor,
            }],
            (Some(left), false) => vec![Event::Released {
                interaction: id,
                at: now.plus(left),
                actor,
            }],
            _ => Vec::new(),
        })
    }
}
