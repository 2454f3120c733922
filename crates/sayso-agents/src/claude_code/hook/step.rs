//! What a hook has come to.

use sayso_core::dialect::claude_code::{HookEvent, HookOutput, ToolRequest};
use sayso_core::id::InteractionId;
use sayso_core::lang::Lang;
use sayso_core::outcome::Outcome;
use sayso_desk::Waiter;

/// What a hook has come to.
#[derive(Debug)]
pub enum Step {
    /// It has said what it has to say.
    Done(HookOutput),
    /// The question is open, and the run ends; it is resumed when it is answered.
    Defers(InteractionId),
    /// It waits for the person.
    Waits(Box<Waits>),
}

/// A hook that waits for the person.
#[derive(Debug)]
pub struct Waits {
    /// For what.
    pub interaction: InteractionId,
    /// Until when.
    pub waiter: Waiter,
    /// What it says then.
    pub then: Then,
}

/// What a hook says when its question is closed.
#[derive(Debug)]
pub struct Then {
    pub(super) event: HookEvent,
    pub(super) asked: ToolRequest,
    pub(super) lang: Lang,
}

impl Then {
    /// What it says of this outcome.
    pub fn says(&self, outcome: &Outcome) -> HookOutput {
        HookOutput::of(self.event, &self.asked, outcome, self.lang)
    }
}
