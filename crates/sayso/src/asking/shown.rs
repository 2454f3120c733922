//! What a person here is shown.

use sayso_core::id::InteractionId;
use sayso_core::question::Questions;
use sayso_core::source::Source;

/// An interaction as a person here is shown it.
#[derive(Debug)]
pub(crate) struct Shown {
    /// Which.
    pub(crate) id: InteractionId,
    /// What is asked.
    pub(crate) questions: Questions,
    /// Question or approval.
    pub(crate) source: Source,
    /// The n-th of its session.
    pub(crate) round: u32,
    /// How many rounds the asker announced.
    pub(crate) total_rounds: Option<u32>,
    /// Who asks, and in which project.
    pub(crate) heading: Option<String>,
    /// Whether this process asks: then Ctrl-C takes the question back. Otherwise it only leaves.
    pub(crate) withdraw_on_interrupt: bool,
}
