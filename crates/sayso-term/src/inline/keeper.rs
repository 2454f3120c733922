//! Whoever holds the desk, as a panel sees them.

use sayso_core::form::Draft;

use crate::panel::{Clock, Earlier};

/// Whoever holds the desk, as a panel sees them. None of it may block for long.
pub trait Keeper {
    /// Whether the question was closed elsewhere, or timed out.
    fn is_closed(&mut self) -> bool;

    /// Keeps what was entered so far.
    fn keep(&mut self, draft: &Draft);

    /// What the clock says; none without a deadline, or while nobody knows.
    fn clock(&mut self) -> Option<Clock>;

    /// Stops the clock or lets it go on, and says what it says then; else why not.
    fn hold(&mut self, hold: bool) -> Result<Option<Clock>, String>;

    /// The earlier rounds of the session, the last one first.
    fn earlier(&mut self) -> Vec<Earlier>;

    /// The process stops for a while: what others wait for is let go.
    fn step_aside(&mut self) {}

    /// The terminal is ours again.
    fn come_back(&mut self) {}
}
