//! Letting people wait for an interaction, and telling other desks that they do.

use std::sync::Arc;

use sayso_core::id::{InteractionId, SessionId};
use sayso_core::outcome::Outcome;
use sayso_core::refusal::Refusal;
use tokio::sync::oneshot;

use crate::attendance::Attendance;
use crate::error::DeskError;
use crate::receipt::Ticket;
use crate::reply::{Told, Waiter};
use crate::service::Service;
use crate::store::{Found, StoreError};
use crate::wait::{Wait, Who};
use crate::waiters::Wake;

/// What there is to wait for.
enum Seat {
    /// It is open, and there is room among those who wait.
    Free(SessionId),
    /// It is over.
    Over(Arc<Outcome>),
}

impl Service {
    pub(crate) fn start_all_waiting(&mut self, waits: Vec<Wait>) {
        let waited_for: Vec<InteractionId> = waits.iter().map(|wait| wait.interaction).collect();
        self.fetch([], &waited_for);
        for wait in waits {
            self.start_waiting(wait);
        }
    }

    /// Lets those wait whose interaction is open, as far as anybody was told, before anything is decided
    /// that may close it: so they are told with everyone else, and its outcome is not read for them.
    /// Returns the others.
    pub(crate) fn start_those_of_open(&mut self, waits: Vec<Wait>) -> Vec<Wait> {
        let mut others = Vec::new();
        for wait in waits {
            let interaction = wait.interaction;
            let open = self.closing.contains(&interaction) || self.sessions.have_open(interaction);
            if open && !self.pen.is_far() {
                self.start_waiting(wait);
            } else {
                others.push(wait);
            }
        }
        others
    }

    fn start_waiting(&mut self, Wait { interaction, who }: Wait) {
        let seat = self.seat(interaction);
        match (who, seat) {
            (Who::Comes { reply, .. }, Err(error)) => drop(reply.send(Err(error))),
            (Who::Comes { reply, collects }, Ok(seat)) => {
                let (sender, waiter) = oneshot::channel();
                self.sit(interaction, seat, Wake::new(sender, collects));
                let _ = reply.send(Ok(Waiter(waiter)));
            }
            (Who::Sits(wake), Err(error)) => _ = wake.send(Err(Box::new(error))),
            (Who::Sits(wake), Ok(seat)) => self.sit(interaction, seat, wake),
        }
    }

    fn seat(&mut self, interaction: InteractionId) -> Result<Seat, DeskError> {
        let home = self.sessions.home(interaction, &mut self.pen)?;
        let session = home.ok_or(Refusal::QuestionNotFound)?;
        self.seat_of(session, interaction)
    }

    /// The same, when its session is known.
    fn seat_of(
        &mut self,
        session: SessionId,
        interaction: InteractionId,
    ) -> Result<Seat, DeskError> {
        let open = self
            .sessions
            .get(&session, &mut self.pen)?
            .interaction(interaction)
            .is_some();
        if !open && !self.closing.contains(&interaction) {
            match self.pen.store().find(interaction)? {
                Some(Found::Closed(outcome)) => {
                    return Ok(Seat::Over(Arc::new(*outcome)));
                }
                Some(Found::Pending(_)) => {}
                None => return Err(Refusal::QuestionNotFound.into()),
            }
        }
        if self.waiters.have_room_at(interaction) {
            Ok(Seat::Free(session))
        } else {
            Err(DeskError::TooManyWaiters)
        }
    }

    fn sit(&mut self, interaction: InteractionId, seat: Seat, wake: Wake) {
        match seat {
            Seat::Free(session) => self.waiters.add(interaction, &session, wake),
            Seat::Over(outcome) => {
                let told = match wake.reads_secrets() {
                    true => self.revealed(&outcome),
                    false => Ok(outcome.clone()),
                };
                let told = told.map_err(|error| Box::new(error.into()));
                if wake.send(told) && !outcome.delivery.is_collected() {
                    self.note_handed_over(&outcome);
                }
            }
        }
    }

    /// Wakes those who wait for what has closed. What cannot be read is told to whoever waits for
    /// that, and keeps nobody else waiting.
    pub(crate) fn tell_of(&mut self, interactions: &[InteractionId]) {
        match self.pen.store().outcomes(interactions) {
            Ok(outcomes) => {
                for outcome in outcomes {
                    self.wake(outcome.interaction, Ok(Arc::new(outcome)));
                }
            }
            Err(error) if !error.is_about_one() => {
                tracing::warn!(why = error.kind(), "what others wrote could not be read");
                self.hint_missed = true;
            }
            Err(error) => match interactions {
                [] => {}
                [one] => self.wake(*one, Err(error)),
                many => {
                    for one in many {
                        self.tell_of(&[*one]);
                    }
                }
            },
        }
    }

    fn wake(&mut self, interaction: InteractionId, outcome: Result<Arc<Outcome>, StoreError>) {
        let mut collected = None;
        for (wake, told) in self.told(interaction, outcome) {
            let outcome = told.as_ref().ok().cloned();
            if wake.send(told) {
                collected = outcome;
            }
        }
        if let Some(outcome) = collected {
            self.note_handed_over(&outcome);
        }
    }

    /// What the waiters of an interaction are told, each as far as it may know secret words; nobody
    /// when it must be tried again.
    pub(crate) fn told(
        &mut self,
        interaction: InteractionId,
        outcome: Result<Arc<Outcome>, StoreError>,
    ) -> Vec<(Wake, Told)> {
        let revealed = match &outcome {
            Ok(outcome) => self.revealed(outcome),
            Err(error) => Err(error.clone()),
        };
        if let Err(error) = &revealed {
            if !error.is_about_one() {
                self.hint_missed = true;
                return Vec::new();
            }
            tracing::error!(why = error.kind(), "an outcome cannot be read");
        }
        let told = |outcome: &Result<Arc<Outcome>, StoreError>| {
            outcome.clone().map_err(|error| Box::new(error.into()))
        };
        let wakes = self.waiters.remove(interaction).into_iter();
        wakes
            .map(|wake| {
                let told = match wake.reads_secrets() {
                    true => told(&revealed),
                    false => told(&outcome),
                };
                (wake, told)
            })
            .collect()
    }

    /// The outcome with its secret words, as long as its asker may read them.
    pub(crate) fn revealed(&mut self, outcome: &Arc<Outcome>) -> Result<Arc<Outcome>, StoreError> {
        let mut outcome = outcome.clone();
        if outcome.hides_words() && outcome.may_be_revealed(self.options.clock.now()) {
            let secrets = self.pen.store().secrets(outcome.interaction)?;
            Arc::make_mut(&mut outcome).reveal(secrets);
        }
        Ok(outcome)
    }

    /// Lets the asker wait, who was just told of the interaction.
    pub(crate) fn add_asker(&mut self, ticket: &Ticket, wake: Wake) -> Result<(), DeskError> {
        let seat = self.seat_of(ticket.session.clone(), ticket.interaction)?;
        self.sit(ticket.interaction, seat, wake);
        Ok(())
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
