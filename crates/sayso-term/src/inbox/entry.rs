//! An open question, as the inbox lists it.

use std::time::Duration;

use sayso_core::deadline::Deadline;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::question::Questions;
use sayso_core::source::Source;

use crate::panel::{AtZero, Clock};

/// An open interaction, as the inbox lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Which.
    pub id: InteractionId,
    /// Its session.
    pub session: SessionId,
    /// Who asks.
    pub agent: Option<String>,
    /// The project's root.
    pub project: Option<String>,
    /// The n-th of its session.
    pub round: u32,
    /// How many rounds the asker announced.
    pub total_rounds: Option<u32>,
    /// Question or approval.
    pub source: Source,
    /// What is asked.
    pub questions: Questions,
    /// When.
    pub asked_at: Moment,
    /// When it stops waiting.
    pub deadline: Option<Deadline>,
    /// Whether nobody waits for it now, though its asker does not go on meanwhile.
    pub unattended: bool,
}

impl Entry {
    /// Who asks and in which project, on one line.
    pub(super) fn heading(&self) -> Option<String> {
        match (&self.agent, &self.project) {
            (Some(agent), Some(project)) => Some(format!("{agent} · {project}")),
            (agent, project) => agent.clone().or_else(|| project.clone()),
        }
    }

    /// The project's own name: the last part of its path.
    pub(super) fn project_name(&self) -> Option<&str> {
        let project = self.project.as_deref()?.trim_end_matches('/');
        let name = project.rsplit('/').next().unwrap_or(project);
        (!name.is_empty()).then_some(name)
    }

    /// What its clock says now.
    pub(super) fn clock(&self, now: Moment) -> Option<Clock> {
        let deadline = self.deadline.as_ref()?;
        let left = deadline.held_with.unwrap_or_else(|| deadline.at.since(now));
        Some(Clock {
            left: Duration::from_millis(left),
            held: deadline.held_with.is_some(),
            at_zero: AtZero::of(&self.questions, deadline.on_timeout, self.source),
        })
    }
}
