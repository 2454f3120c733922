//! What the model reads: a tool result that belongs to its tool call.

use serde::Serialize;
use serde_json::{Value, json};

use super::outcome_wire::{AnswerWire, nested};
use super::spoken::spoken;
use crate::decider::Decider;
use crate::dialect::Dialect;
use crate::evidence::Evidence;
use crate::id::QuestionId;
use crate::interaction::shown;
use crate::lang::Lang;
use crate::outcome::Outcome;
use crate::state::State;
use crate::texts;

/// A tool result, as agents take it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ToolResult {
    /// Always `tool_result`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The call it belongs to.
    pub tool_use_id: Option<String>,
    /// The words for the model.
    pub content: String,
    /// Whether nobody answered.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_error: bool,
}

/// The tool result in the shape of the dialect that asked.
pub fn tool_result(outcome: &Outcome, lang: Lang) -> ToolResult {
    let answered = outcome.is_answered();
    let content = match outcome.dialect {
        Dialect::Id if answered => named_json(outcome),
        _ => sentence(outcome, lang),
    };
    ToolResult {
        kind: "tool_result",
        tool_use_id: outcome.tool_use_id.clone(),
        content,
        is_error: !answered && !defaults_stand(outcome),
    }
}

/// Whether the deadline passed and declared defaults answer all that is required.
fn defaults_stand(outcome: &Outcome) -> bool {
    outcome.closing.state == State::Timeout && outcome.is_complete()
}

/// The sentence form (S0 §2.3.2), and its counterparts for what was not answered.
pub fn sentence(outcome: &Outcome, lang: Lang) -> String {
    let closing = &outcome.closing;
    match closing.state {
        State::Answered if !outcome.is_answered() => texts::answered_elsewhere(lang),
        State::Answered => {
            let open: Vec<String> = outcome
                .unanswered()
                .into_iter()
                .map(|question| format!("\"{}\"", question.text))
                .collect();
            let open = if open.is_empty() {
                String::new()
            } else {
                format!(" Left unanswered: {}.", open.join(", "))
            };
            let pairs = pairs(outcome, Lang::En);
            match closing.actor.evidence {
                Evidence::Script => texts::answered_by_script(&pairs, &open),
                _ => format!(
                    "User has answered your questions: {pairs}.{open} You can now continue with the user's answers in mind."
                ),
            }
        }
        State::Timeout => texts::timed_out(&pairs(outcome, lang), defaults_stand(outcome), lang),
        State::Cancelled if closing.interrupted => texts::interrupted(lang),
        State::Cancelled if closing.decided_by == Decider::Asker => texts::withdrawn(lang),
        State::Cancelled if closing.decided_by == Decider::Hook => texts::answered_elsewhere(lang),
        State::Cancelled => texts::cancelled(closing.reason.as_deref(), lang),
        State::Pending => texts::still_open(lang),
    }
}

/// `"Q"="A", "Q2"="B"`, with notes and marks.
fn pairs(outcome: &Outcome, lang: Lang) -> String {
    let answers = &outcome.closing.answers;
    let pairs: Vec<String> = shown(&outcome.questions, answers)
        .into_iter()
        .filter_map(|place| {
            let question = place.question;
            let answer = answers.get(&question.id)?;
            let words = spoken(question, answer, str::to_owned);
            let note = answer
                .note
                .as_ref()
                .map_or_else(String::new, |note| format!(" notes: {note}"));
            let mark = if answer.defaulted {
                texts::chosen_by_nobody(lang)
            } else {
                ""
            };
            Some(format!("\"{}\"=\"{words}\"{note}{mark}", question.text))
        })
        .collect();
    pairs.join(", ")
}

/// The JSON form (S3 §三): `{"question_id","answer"}`, several in a list, and beside them what
/// was left unanswered or chosen by nobody.
fn named_json(outcome: &Outcome) -> String {
    let mut wires: Vec<Value> = nested(&outcome.questions, &outcome.closing.answers)
        .iter()
        .map(named)
        .collect();
    let mut value = match (wires.len(), outcome.questions.len()) {
        (1, 1) => wires.remove(0),
        _ => json!({ "answers": wires }),
    };
    let evidence = outcome.closing.actor.evidence;
    if evidence == Evidence::Script {
        value["evidence"] = json!(evidence);
    }
    let unanswered: Vec<&QuestionId> = outcome.unanswered().iter().map(|q| &q.id).collect();
    for (name, ids) in [
        ("unanswered", unanswered),
        ("defaulted", outcome.defaulted()),
    ] {
        if !ids.is_empty() {
            value[name] = json!(ids);
        }
    }
    value.to_string()
}

fn named(wire: &AnswerWire) -> Value {
    let mut value = json!({ "question_id": wire.question_id, "answer": wire.answer });
    if let Some(note) = &wire.note {
        value["note"] = json!(note);
    }
    if !wire.follow_ups.is_empty() {
        value["follow_ups"] = wire.follow_ups.iter().map(named).collect();
    }
    value
}
