//! How long an agent has been asking in a row (spec §2.5).

use crate::dialect::Recorded;
use crate::limits;
use crate::moment::Moment;

/// Rounds asked one right after another: the next within 30 s of the last answer, with
/// nothing else of the agent in between. Anything else, or a pause, starts anew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Chain {
    /// Rounds in the chain so far.
    rounds: u32,
    /// When the last of them closed, unless something else was seen since.
    last_closed: Option<Moment>,
    /// Rounds that the person allowed beyond the limit.
    allowed: u32,
    /// The person wants no more of them.
    ended: bool,
    /// Calls of our tool that are on record as messages: what they came to is no work either.
    calls: Vec<String>,
}

/// Calls on record that are remembered.
const CALLS: usize = 16;

impl Chain {
    /// The number that a question asked now would have.
    pub(super) fn next(&self, now: Moment, any_open: bool) -> u32 {
        if self.goes_on(now) {
            self.rounds + 1
        } else if any_open {
            self.rounds.max(1)
        } else {
            1
        }
    }

    /// Whether a question asked now may be asked.
    pub(super) fn permits(&self, limit: u32, now: Moment, any_open: bool) -> bool {
        if !self.goes_on(now) && !any_open {
            return true;
        }
        let reach = limit.saturating_add(self.allowed);
        !self.ended && (limit == 0 || self.next(now, any_open) <= reach)
    }

    /// Rounds in the chain so far.
    pub(super) fn rounds(&self) -> u32 {
        self.rounds
    }

    /// A question was asked; the first of a chain leaves nothing of the chain before.
    pub(super) fn asked(&mut self, number: u32, any_open: bool) {
        if number <= 1 && !any_open {
            *self = Self::default();
        }
        self.rounds = number;
        self.last_closed = None;
    }

    pub(super) fn closed(&mut self, at: Moment) {
        self.last_closed = Some(at);
    }

    /// The host put something of the agent's on record. Asking, and being refused, is no work.
    pub(super) fn recorded(&mut self, what: Recorded<'_>) {
        match what {
            Recorded::Call(call) => {
                if self.calls.len() >= CALLS {
                    self.calls.remove(0);
                }
                self.calls.push(call.to_owned());
            }
            Recorded::Result(call) if self.calls.iter().any(|known| known == call) => {}
            Recorded::Result(_) | Recorded::Other => self.broken(),
        }
    }

    pub(super) fn broken(&mut self) {
        *self = Self::default();
    }

    pub(super) fn allow(&mut self, more: u32) {
        self.allowed = self.allowed.saturating_add(more);
        self.ended = false;
    }

    pub(super) fn end(&mut self) {
        self.ended = true;
    }

    fn goes_on(&self, now: Moment) -> bool {
        self.last_closed
            .is_some_and(|closed| now.since(closed) <= limits::CHAIN_MILLIS)
    }
}
