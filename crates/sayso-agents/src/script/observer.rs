//! Who looks on.

use super::happening::Happening;

/// Looks on while a scenario is played, on the player's own thread: a terminal, a page, a test.
/// Any closure will do.
pub trait Observer {
    /// Sees what happens, as it happens.
    fn see(&mut self, happening: Happening<'_>);
}

impl<F: FnMut(Happening<'_>)> Observer for F {
    fn see(&mut self, happening: Happening<'_>) {
        self(happening);
    }
}
