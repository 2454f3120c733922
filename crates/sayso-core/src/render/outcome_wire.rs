//! An interaction's outcome, everywhere the same (spec §11).

use serde::Serialize;
use serde_json::Value;

use crate::answer::Answers;
use crate::decider::Decider;
use crate::delivery::Delivery;
use crate::evidence::Evidence;
use crate::face::Face;
use crate::given::Given;
use crate::id::{InteractionId, QuestionId, SessionId};
use crate::moment::Moment;
use crate::outcome::Outcome;
use crate::question::Question;
use crate::state::State;

/// An interaction's outcome on the wire.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct OutcomeWire {
    /// Which interaction.
    #[cfg_attr(feature = "schema", schemars(with = "String"), ts(type = "string"))]
    pub interaction_id: InteractionId,
    /// Of which session.
    pub session_id: SessionId,
    /// The n-th of its session.
    pub round: u32,
    /// The tool call that waits for it.
    pub tool_use_id: Option<String>,
    /// Answered, cancelled or timeout.
    pub state: State,
    /// The answers, follow-ups under their parents.
    pub answers: Vec<AnswerWire>,
    /// The questions on the table that have no answer.
    pub unanswered: Vec<QuestionId>,
    /// The questions whose answer nobody chose.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<QuestionId>>"))]
    pub defaulted: Vec<QuestionId>,
    /// What decided it.
    pub decided_by: Decider,
    /// How it is known.
    pub evidence: Evidence,
    /// Who.
    pub by: String,
    /// Where.
    pub via: Face,
    /// When.
    #[cfg_attr(feature = "schema", ts(type = "string"))]
    pub at: Moment,
    /// Milliseconds from asking.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub took_ms: u64,
    /// Why it was cancelled, in the person's own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub reason: Option<String>,
    /// Whether the whole task was stopped.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub interrupted: bool,
    /// Whether the asker has it.
    pub delivery: Delivery,
    /// The credential that asked, if that is on record.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub credential: Option<String>,
    /// The interaction that took it up again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<String>"),
        ts(optional, type = "string")
    )]
    pub reopened_as: Option<InteractionId>,
}

/// One answer on the wire.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct AnswerWire {
    /// To which question.
    pub question_id: QuestionId,
    /// Its header.
    pub header: Option<String>,
    /// Its text.
    pub question: String,
    /// As in spec §3.
    #[cfg_attr(
        feature = "schema",
        ts(type = "string | boolean | { other: string } | (string | { other: string })[] | null")
    )]
    pub answer: Value,
    /// Whether secret words were given that are not for this reader. Then `answer` is `null`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub hidden: bool,
    /// What the person wanted to say beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub note: Option<String>,
    /// The answers of its follow-ups.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<Self>>"))]
    pub follow_ups: Vec<Self>,
}

/// The outcome on the wire.
pub fn outcome_wire(outcome: &Outcome) -> OutcomeWire {
    let closing = &outcome.closing;
    let answers = &closing.answers;
    OutcomeWire {
        interaction_id: outcome.interaction,
        session_id: outcome.session.clone(),
        round: outcome.round,
        tool_use_id: outcome.tool_use_id.clone(),
        state: closing.state,
        answers: nested(&outcome.questions, answers),
        unanswered: outcome
            .unanswered()
            .into_iter()
            .map(|q| q.id.clone())
            .collect(),
        defaulted: outcome.defaulted().into_iter().cloned().collect(),
        decided_by: closing.decided_by,
        evidence: closing.actor.evidence,
        by: closing.actor.by.to_string(),
        via: closing.actor.via,
        at: closing.at,
        took_ms: closing.took_ms,
        reason: closing.reason.clone(),
        interrupted: closing.interrupted,
        delivery: outcome.delivery,
        credential: outcome.asker.credential.clone(),
        reopened_as: outcome.reopened_as,
    }
}

/// The answers of these questions, each with those of its follow-ups on the table.
pub(super) fn nested(questions: &[Question], answers: &Answers) -> Vec<AnswerWire> {
    let mut wires = Vec::new();
    for question in questions {
        let Some(answer) = answers.get(&question.id) else {
            continue;
        };
        let follow_ups = question
            .triggers()
            .iter()
            .filter(|trigger| answer.given.triggers(trigger))
            .filter_map(|trigger| question.follow_ups.get(trigger))
            .flat_map(|follow_ups| nested(follow_ups, answers))
            .collect();
        wires.push(AnswerWire {
            question_id: question.id.clone(),
            header: question.header.clone(),
            question: question.text.clone(),
            answer: answer.given.wire(),
            hidden: answer.given == Given::Hidden,
            note: answer.note.clone(),
            follow_ups,
        });
    }
    wires
}
