//! Telling other desks of the store who is waited for at this one.

#[cfg(test)]
mod tests;

use std::time::Duration;

use sayso_core::id::InteractionId;
use sayso_core::moment::Moment;

use crate::table::Table;

/// How long one counts as waited for after nobody was seen to: who waits by one call after another
/// is not there between two of them.
const LINGER: Duration = Duration::from_secs(10);

/// Who was waited for lately.
#[derive(Debug)]
pub(crate) struct Attendance {
    /// When each was last seen to be waited for.
    seen: Table<InteractionId, Moment>,
    looked: Moment,
}

impl Attendance {
    pub(crate) fn new(now: Moment) -> Self {
        Self {
            seen: Table::default(),
            looked: now,
        }
    }

    /// Whether nobody is waited for, as far as others were told.
    pub(crate) fn is_empty(&self) -> bool {
        self.seen.is_empty()
    }

    /// Whether it has not looked for so long.
    pub(crate) fn is_due(&self, every: Duration, now: Moment) -> bool {
        passed(self.looked, now) >= every
    }

    /// Looks who is waited for now; the whole list when it has changed.
    pub(crate) fn look(
        &mut self,
        waited_for: impl Iterator<Item = InteractionId>,
        now: Moment,
    ) -> Option<Vec<InteractionId>> {
        self.looked = now;
        let before = self.seen.len();
        for interaction in waited_for {
            self.seen.insert(interaction, now);
        }
        let came = self.seen.len() > before;
        let all = self.seen.len();
        self.seen.retain(|_, seen| passed(*seen, now) < LINGER);
        let went = self.seen.len() < all;
        (came || went).then(|| self.seen.keys().copied().collect())
    }
}

fn passed(from: Moment, now: Moment) -> Duration {
    Duration::from_millis(now.since(from))
}
