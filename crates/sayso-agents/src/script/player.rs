//! Playing scenarios.

use std::fmt;
use std::sync::Arc;

use sayso_core::id::SessionId;
use sayso_core::opening::Opening;
use sayso_desk::Handle;

use super::ended::Ended;
use super::observer::Observer;
use super::play::Play;
use super::scenario::Scenario;
use super::sleeper::{RealSleeper, Sleeper};
use super::stop::Stop;

/// Plays scenarios in one session of a desk, on the calling thread. Not for async code: it
/// blocks, like the agents it stands for.
///
/// A play can be cut off at any moment. Played again, with the same session, task and scenario,
/// it goes through what it did before without doing it twice, is attached to what it asked, and
/// goes on. It is one agent: two players of one task at once would say things twice.
#[derive(Clone)]
pub struct Player {
    pub(super) handle: Handle,
    pub(super) session: SessionId,
    pub(super) task: String,
    pub(super) opening: Option<Opening>,
    pub(super) stop: Stop,
    pub(super) sleeper: Arc<dyn Sleeper>,
}

impl Player {
    /// Plays in this session, which begins now if it has not begun.
    pub fn new(handle: Handle, session: SessionId) -> Self {
        Self {
            handle,
            session,
            task: String::new(),
            opening: None,
            stop: Stop::default(),
            sleeper: Arc::new(RealSleeper),
        }
    }

    /// Which run it is, where a session has several of the same scenario.
    #[must_use]
    pub fn task(mut self, task: impl Into<String>) -> Self {
        self.task = task.into();
        self
    }

    /// How the session begins, if this begins it; otherwise only the agent's name is told.
    #[must_use]
    pub fn opening(mut self, opening: Opening) -> Self {
        self.opening = Some(opening);
        self
    }

    /// Stops when this says so.
    #[must_use]
    pub fn stop(mut self, stop: Stop) -> Self {
        self.stop = stop;
        self
    }

    /// Pauses by this instead of the clock on the wall.
    #[must_use]
    pub fn sleeper(mut self, sleeper: impl Sleeper + 'static) -> Self {
        self.sleeper = Arc::new(sleeper);
        self
    }

    /// Plays a scenario to its end.
    pub fn play(&self, scenario: &Scenario, observer: &mut dyn Observer) -> Ended {
        match Play::begin(self, scenario, observer) {
            Ok(play) => play.run(),
            Err(error) => Ended::Desk(error),
        }
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player")
            .field("session", &self.session)
            .field("task", &self.task)
            .finish_non_exhaustive()
    }
}
