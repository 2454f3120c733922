//! Letting people wait for an interaction, and telling other desks that they do.

use std::sync::Arc;

use sayso_core::id::{InteractionId, SessionId};
use sayso_core::refusal::Refusal;
use tokio::sync::oneshot;

use crate::attendance::Attendance;
use crate::error::DeskError;
use crate::reply::Waiter;
use crate::request::Answerer;
use crate::service::Service;
use crate::store::Found;
use crate::waiters::Wake;

impl Service {
    pub(crate) fn start_all_waiting(&mut self, waits: Vec<(InteractionId, Answerer<Waiter>)>) {
        let waited_for: Vec<InteractionId> = waits.iter().map(|(id, _)| *id).collect();
        self.fetch([], &waited_for);
        for (interaction, reply) in waits {
            let _ = reply.send(self.start_waiting(interaction));
        }
    }

    /// Lets those wait whose interaction is open, before anything is decided that may close it: so they
    /// are told with everyone else, and its outcome is not read for them. Returns the others.
    pub(crate) fn start_those_of_open(
        &mut self,
        waits: Vec<(InteractionId, Answerer<Waiter>)>,
    ) -> Vec<(InteractionId, Answerer<Waiter>)> {
        let mut others = Vec::new();
        for (interaction, reply) in waits {
            if !self.pen.is_far() && self.sessions.have_open(interaction) {
                let _ = reply.send(self.start_waiting(interaction));
            } else {
                others.push((interaction, reply));
            }
        }
        others
    }

    pub(crate) fn start_waiting(
        &mut self,
        interaction: InteractionId,
    ) -> Result<Waiter, DeskError> {
        let (wake, waiter) = oneshot::channel();
        self.add_waiter(interaction, wake)?;
        Ok(Waiter(waiter))
    }

    /// Wakes at once when the interaction is closed already.
    fn add_waiter(&mut self, interaction: InteractionId, wake: Wake) -> Result<(), DeskError> {
        let home = self.sessions.home(interaction, &mut self.pen)?;
        let session = home.ok_or(Refusal::QuestionNotFound)?;
        self.add_waiter_of(&session, interaction, wake)
    }

    /// The same, when its session is known.
    pub(crate) fn add_waiter_of(
        &mut self,
        session: &SessionId,
        interaction: InteractionId,
        wake: Wake,
    ) -> Result<(), DeskError> {
        let open = self
            .sessions
            .get(session, &mut self.pen)?
            .interaction(interaction)
            .is_some();
        if open {
            return self.waiters.add(interaction, session, wake);
        }
        match self.pen.store().find(interaction)? {
            Some(Found::Closed(outcome)) => {
                let mut outcome = Arc::new(*outcome);
                self.reveal(&mut outcome)?;
                let _ = wake.send(Ok(outcome));
                Ok(())
            }
            Some(Found::Pending(_)) => self.waiters.add(interaction, session, wake),
            None => Err(Refusal::QuestionNotFound.into()),
        }
    }

    /// Tells the other desks of the store who is waited for here, now and then.
    pub(crate) fn tell_who_waits(&mut self) {
        let Some(roll) = &mut self.roll else {
            return;
        };
        if self.waiters.is_empty() && self.attendance.is_empty() {
            return;
        }
        let now = self.options.clock.now();
        if !self.attendance.is_due(self.options.tell_who_waits, now) {
            return;
        }
        if let Some(list) = self.attendance.look(self.waiters.waited_for(), now)
            && let Err(error) = roll.write(&list)
        {
            tracing::warn!(%error, "others cannot be told who is waited for here");
            // So that it is tried again.
            self.attendance = Attendance::new(now);
        }
    }
}
