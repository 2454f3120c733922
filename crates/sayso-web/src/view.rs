//! What clients see of an interaction.

use sayso_core::asker::Asker;
use sayso_core::deadline::Deadline;
use sayso_core::dialect::Dialect;
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::opening::Opening;
use sayso_core::outcome::Outcome;
use sayso_core::question::Questions;
use sayso_core::render::{OutcomeWire, outcome_wire};
use sayso_core::source::Source;
use sayso_core::state::State;
use sayso_desk::Ticket;
use sayso_desk::store::{Found, HistoryEntry, Pending};
use serde::Serialize;

/// An interaction as clients see it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct InteractionView {
    /// Its name.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub(crate) interaction_id: InteractionId,
    /// Its session.
    pub(crate) session_id: SessionId,
    /// The n-th of its session.
    pub(crate) round: u32,
    /// How it stands.
    pub(crate) state: State,
    /// What was asked.
    pub(crate) questions: Questions,
    /// When.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) asked_at: Option<Moment>,
    /// When it stops waiting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) deadline: Option<Deadline>,
    /// Question or approval.
    pub(crate) source: Source,
    /// Who asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) agent: Option<Asker>,
    /// The project it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) project: Option<String>,
    /// The tool call that waits for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tool_use_id: Option<String>,
    /// The shape it was asked in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) dialect: Option<Dialect>,
    /// The n-th question in a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) chain: Option<u32>,
    /// How many rounds the asker means to ask.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) total_rounds: Option<u32>,
    /// Whether the asker goes on meanwhile instead of waiting.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) goes_on: bool,
    /// Whether nobody waits for it now, though its asker does not go on meanwhile. It can be answered
    /// all the same: the answer is kept until it is asked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) unattended: bool,
    /// Questions answered so far, while it is answered bit by bit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) answered: Vec<QuestionId>,
    /// The place in the log of its closing, in a list of closed ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<u64>,
    /// What the secret words can be collected with, until they are acknowledged and for ten minutes
    /// after the answer: the value of the header `Sayso-Collect-Token`. Only the reply to the ask has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) collect_token: Option<String>,
    /// How it closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) outcome: Option<OutcomeWire>,
}

impl InteractionView {
    pub(crate) fn of_ticket(ticket: Ticket) -> Self {
        Self {
            interaction_id: ticket.interaction,
            session_id: ticket.session,
            round: ticket.round,
            state: ticket.state,
            questions: ticket.questions,
            asked_at: None,
            deadline: ticket.deadline.map(|at| Deadline {
                at,
                on_timeout: None,
                held_with: None,
            }),
            source: Source::Tool,
            agent: None,
            project: None,
            tool_use_id: None,
            dialect: None,
            chain: Some(ticket.chain),
            total_rounds: None,
            goes_on: false,
            unattended: false,
            answered: Vec::new(),
            place: None,
            collect_token: ticket.collect_token,
            outcome: None,
        }
    }

    pub(crate) fn of_pending(pending: Pending) -> Self {
        let asked = pending.asked;
        let agent = named(asked.asker, pending.opening.agent.as_ref());
        Self {
            interaction_id: asked.interaction,
            session_id: pending.session,
            round: asked.round,
            state: State::Pending,
            questions: asked.questions,
            asked_at: Some(pending.asked_at),
            deadline: asked.deadline,
            source: asked.source,
            agent: Some(agent),
            project: pending.opening.project,
            tool_use_id: asked.tool_use_id,
            dialect: Some(asked.dialect),
            chain: Some(asked.chain),
            total_rounds: asked.total_rounds,
            goes_on: asked.goes_on,
            unattended: pending.unattended,
            answered: pending.answers.into_iter().map(|(id, _)| id).collect(),
            place: None,
            collect_token: None,
            outcome: None,
        }
    }

    pub(crate) fn of_outcome(outcome: &Outcome) -> Self {
        Self {
            interaction_id: outcome.interaction,
            session_id: outcome.session.clone(),
            round: outcome.round,
            state: outcome.closing.state,
            questions: outcome.questions.clone(),
            asked_at: None,
            deadline: None,
            source: outcome.source,
            agent: known(outcome.asker.clone()),
            project: None,
            tool_use_id: outcome.tool_use_id.clone(),
            dialect: Some(outcome.dialect),
            chain: None,
            total_rounds: None,
            goes_on: false,
            unattended: false,
            answered: Vec::new(),
            place: None,
            collect_token: None,
            outcome: Some(outcome_wire(outcome)),
        }
    }

    /// A closed one in a list: with whose session it was.
    pub(crate) fn of_history(entry: &HistoryEntry, opening: &Opening) -> Self {
        let outcome = &entry.outcome;
        let asked_at = outcome.closing.at.millis() - outcome.closing.took_ms as i64;
        Self {
            asked_at: Some(Moment::from_millis(asked_at)),
            agent: known(named(outcome.asker.clone(), opening.agent.as_ref())),
            project: opening.project.clone(),
            place: Some(entry.place),
            ..Self::of_outcome(outcome)
        }
    }

    pub(crate) fn of_found(found: Found) -> Self {
        match found {
            Found::Pending(pending) => Self::of_pending(*pending),
            Found::Closed(outcome) => Self::of_outcome(&outcome),
        }
    }
}

/// Who asks; without a name of its own, by the name of the session's agent.
fn named(mut asker: Asker, agent: Option<&String>) -> Asker {
    asker.name = asker.name.or_else(|| agent.cloned());
    known_as(asker)
}

/// Without the credential, which stands with the outcome.
fn known_as(asker: Asker) -> Asker {
    Asker {
        credential: None,
        ..asker
    }
}

/// Who asked, if anything is known of it.
fn known(asker: Asker) -> Option<Asker> {
    let asker = known_as(asker);
    (asker != Asker::default()).then_some(asker)
}
