//! What can be set about a desk.

use std::sync::Arc;
use std::time::Duration;

use sayso_core::limits::CHAIN_ROUNDS;

use crate::clock::{Clock, SystemClock};

/// What can be set about a desk. The defaults fit one machine.
#[derive(Clone)]
pub struct Options {
    /// Tells it what time it is.
    pub clock: Arc<dyn Clock>,
    /// Wishes that may queue; more are told that it is busy.
    pub queue: usize,
    /// Wishes that one commit takes, at most.
    pub batch: usize,
    /// Wishes from which on a commit is left to a second thread, while the desk decides what comes
    /// next. Fewer are done sooner without.
    pub ahead: usize,
    /// Rounds that an agent may ask one right after another, in sessions that say nothing else; 0 for
    /// as many as it likes.
    pub chain_rounds: u32,
    /// How long a question waits, when its asker says nothing else; without it, for as long as it takes.
    pub timeout: Option<Duration>,
    /// Sessions held in memory, at most; others are read again when they are needed.
    pub sessions: usize,
    /// Waiters in all, at most.
    pub waiters: usize,
    /// Waiters of one interaction, at most.
    pub waiters_each: usize,
    /// How often it looks whether another process wrote to the same store, while anyone waits.
    pub look_around: Duration,
    /// How long the record that an asker was given an answer may wait for a commit to go along with.
    pub record_delivery_within: Duration,
    /// How often it tells the other desks of the store who is waited for at this one.
    pub tell_who_waits: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            clock: Arc::new(SystemClock::new()),
            queue: 16_384,
            batch: 1_024,
            ahead: 32,
            chain_rounds: CHAIN_ROUNDS,
            timeout: None,
            sessions: 16_384,
            waiters: 200_000,
            waiters_each: 64,
            look_around: Duration::from_millis(100),
            record_delivery_within: Duration::from_millis(50),
            tell_who_waits: Duration::from_secs(1),
        }
    }
}

impl std::fmt::Debug for Options {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options")
            .field("queue", &self.queue)
            .field("batch", &self.batch)
            .field("sessions", &self.sessions)
            .field("waiters", &self.waiters)
            .finish_non_exhaustive()
    }
}
