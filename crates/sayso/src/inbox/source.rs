//! The desk, for threads that read from it.

use sayso_core::id::InteractionId;
use sayso_core::lang::Lang;
use sayso_core::moment::Moment;
use sayso_core::outcome::Outcome;
use sayso_desk::Handle;
use sayso_desk::remote::{RemoteDesk, RemoteInteraction};
use sayso_desk::store::{Found, Pending};
use sayso_term::inbox::Entry;

use crate::asking::{Window, closed_elsewhere};

/// More open questions are not listed.
const MOST: usize = 10_000;

/// The desk, for threads that read from it.
#[derive(Clone)]
pub(super) enum Source {
    /// In this process.
    Here(Handle),
    /// Somewhere else, as a person sees it.
    There(RemoteDesk),
}

impl Source {
    /// The desk that this window opens on.
    pub(super) fn of(window: &Window) -> Option<Self> {
        let here = window.handle().map(Self::Here);
        here.or_else(|| window.person().map(Self::There))
    }

    /// What is open, in the desk's order.
    pub(super) fn entries(&self, lang: Lang) -> Result<Vec<Entry>, String> {
        match self {
            Self::Here(handle) => {
                let pending = handle.reader().pending(MOST);
                let mut pending = pending.map_err(|error| error.to_string())?;
                pending.sort_by_key(Pending::rank);
                Ok(pending
                    .into_iter()
                    .map(|one| of_pending(one, lang))
                    .collect())
            }
            // It comes in the desk's order.
            Self::There(desk) => {
                let pending = desk.pending().map_err(|error| error.to_string())?;
                Ok(pending
                    .into_iter()
                    .map(|one| of_remote(one, lang))
                    .collect())
            }
        }
    }

    /// How this one closed, if it did.
    pub(super) fn outcome(&self, id: InteractionId) -> Option<Outcome> {
        match self {
            Self::Here(handle) => match handle.reader().find(id).ok()?? {
                Found::Closed(outcome) => Some(*outcome),
                Found::Pending(_) => None,
            },
            Self::There(desk) => desk.get(id, 0).ok()?.outcome,
        }
    }

    /// The same in words: who, where and when.
    pub(super) fn ending(&self, id: InteractionId, lang: Lang) -> Option<String> {
        let outcome = self.outcome(id)?;
        Some(closed_elsewhere(&outcome, lang))
    }
}

fn of_pending(pending: Pending, lang: Lang) -> Entry {
    let asked = pending.asked;
    Entry {
        id: asked.interaction,
        session: pending.session,
        agent: asked.asker.label(pending.opening.agent.as_deref(), lang),
        project: pending.opening.project,
        round: asked.round,
        total_rounds: asked.total_rounds,
        source: asked.source,
        questions: asked.questions,
        asked_at: pending.asked_at,
        deadline: asked.deadline,
        unattended: pending.unattended,
    }
}

fn of_remote(found: RemoteInteraction, lang: Lang) -> Entry {
    let raw = &found.raw;
    let text = |value: &serde_json::Value| value.as_str().map(str::to_owned);
    let asked_at = raw["asked_at"].as_str().and_then(|at| at.parse().ok());
    let asked_at: Option<Moment> = asked_at;
    let total_rounds = raw["total_rounds"].as_u64();
    Entry {
        agent: found.asker.label(None, lang),
        project: text(&raw["project"]),
        total_rounds: total_rounds.and_then(|total| total.try_into().ok()),
        asked_at: asked_at.unwrap_or_default(),
        deadline: serde_json::from_value(raw["deadline"].clone()).ok(),
        unattended: raw["unattended"] == true,
        id: found.id,
        session: found.session,
        round: found.round,
        source: found.source,
        questions: found.questions,
    }
}
