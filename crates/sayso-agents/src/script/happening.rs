//! What happens in a play.

use sayso_core::message::Message;
use sayso_core::outcome::Outcome;
use sayso_core::render::ToolResult;
use sayso_desk::Ticket;

/// What happens in a play, once it is on disk. Texts are as the scenario and the person wrote
/// them: whoever shows them makes them harmless first.
#[derive(Clone, Copy, Debug)]
pub enum Happening<'h> {
    /// The agent said or did something.
    Said {
        /// What. Its parent is filled in by the desk.
        message: &'h Message,
        /// Whether an earlier play said it.
        known: bool,
    },
    /// The agent asks; `ticket.known` tells whether an earlier play asked.
    Asked(&'h Ticket),
    /// What it asked was closed, in whatever way.
    Closed {
        /// How, without the words of secret questions.
        outcome: &'h Outcome,
        /// What the agent reads.
        result: &'h ToolResult,
    },
}
