//! What a person here is shown.

use sayso_core::id::{InteractionId, SessionId};
use sayso_core::question::Questions;
use sayso_core::source::Source;
use sayso_term::Seat;

use super::window::Known;

/// An interaction as a person here is shown it.
#[derive(Debug)]
pub(crate) struct Shown {
    /// Which.
    pub(crate) id: InteractionId,
    /// Its session.
    pub(crate) session: SessionId,
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
    /// The project's root.
    pub(crate) project: Option<String>,
    /// Whether it stops waiting some day.
    pub(crate) has_deadline: bool,
    /// Whether it was asked before, so that somebody may have begun to answer.
    pub(crate) known: bool,
    /// Whether the first option stands in for a piped line that says nothing.
    pub(crate) first_stands_in: bool,
    /// Where the person sits.
    pub(crate) seat: Seat,
}

impl Shown {
    /// An interaction as it was found.
    pub(crate) fn of(found: Known, seat: Seat) -> Self {
        Self {
            id: found.id,
            session: SessionId::from(found.session),
            questions: found.questions,
            source: found.source,
            round: found.round,
            total_rounds: found.total_rounds,
            heading: found.heading,
            project: found.project,
            has_deadline: found.has_deadline,
            known: found.known,
            first_stands_in: false,
            seat,
        }
    }
}
