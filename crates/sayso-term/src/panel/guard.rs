//! What was typed before a question could be read is not meant for it.

use std::time::Duration;

/// How long nobody may have typed, after the question was drawn, before keys are taken.
pub const QUIET: Duration = Duration::from_millis(500);

/// Keeps keys out until the person can have seen the question, in the panel, the inbox and in
/// plain lines: until nobody has typed for a moment after it was drawn.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    open_at: Duration,
    open: bool,
    refused: bool,
}

impl Guard {
    /// Starts when the question is drawn. `typing`: something was typed just before.
    pub fn new(now: Duration, typing: bool) -> Self {
        Self {
            refused: typing,
            ..Self::for_a_moment(now, QUIET)
        }
    }

    /// Opens after this long without a key, where a key answers nothing.
    pub fn for_a_moment(now: Duration, moment: Duration) -> Self {
        Self {
            open_at: now + moment,
            open: false,
            refused: false,
        }
    }

    /// Whether what is read now is taken; if not, the quiet moment starts again. It does not open
    /// by being late: what is read long after may have been typed long before.
    pub fn admits(&mut self, now: Duration) -> bool {
        if self.open {
            return true;
        }
        self.refused = true;
        self.open_at = self.open_at.max(now + QUIET);
        false
    }

    /// Whether keys are taken from now on; to be asked when nothing waits to be read. Once open it
    /// stays open.
    pub fn is_open(&mut self, now: Duration) -> bool {
        self.open |= now >= self.open_at;
        self.open
    }

    /// Whether something was kept out.
    pub fn refused(&self) -> bool {
        self.refused
    }

    /// When it will open, if it is not open.
    pub fn opens_at(&self) -> Option<Duration> {
        (!self.open).then_some(self.open_at)
    }
}
