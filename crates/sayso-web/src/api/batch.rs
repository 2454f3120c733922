//! Several interactions answered with one form: never more than the person read.

use axum::response::Response;
use http::StatusCode;
use sayso_core::command::GivenAnswer;
use sayso_core::id::{InteractionId, QuestionId, RequestKey};
use sayso_core::issue::Issue;
use sayso_core::lang::Lang;
use sayso_core::problem::Problem;
use sayso_core::question::Question;
use sayso_core::refusal::Refusal;
use sayso_core::source::Source;
use sayso_desk::store::{Found, Pending};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::answer::answering;
use super::request_key;
use crate::body;
use crate::failure::{ErrorWire, Failure};
use crate::operation::Call;

/// Interactions answered in one call, at most.
const BATCH: usize = 200;

/// Interactions that ask the same, answered together.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct BatchBody {
    /// Which. All must ask what the first of them asks, to the letter; approvals and questions with
    /// follow-ups are answered on their own.
    pub(crate) interaction_ids: Vec<String>,
    /// One answer for each question, in the order asked.
    pub(crate) answers: Vec<Value>,
    /// What the person wants to say beside each answer, in the same order.
    #[serde(default)]
    pub(crate) notes: Vec<Option<String>>,
    /// The same key again gets the same receipts again.
    #[serde(default)]
    pub(crate) idempotency_key: Option<String>,
}

/// What became of each.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct BatchView {
    /// Whether all were answered.
    pub(crate) success: bool,
    /// One for each interaction.
    pub(crate) results: Vec<BatchResult>,
}

/// What became of one.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct BatchResult {
    /// Which.
    pub(crate) interaction_id: String,
    /// Whether it was answered by this call.
    pub(crate) success: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<ErrorWire>,
}

/// `POST /api/interactions/answer-batch`.
pub(crate) async fn batch(call: Call) -> Result<Response, Failure> {
    let body: BatchBody = call.json()?;
    let problem = match body.interaction_ids.len() {
        0 => Some(Problem::TooFew { min: 1, got: 0 }),
        got if got > BATCH => Some(Problem::TooMany { max: BATCH, got }),
        _ => None,
    };
    if let Some(problem) = problem {
        let issue = Issue::new("interaction_ids", problem);
        return Err(Failure::bad_request(&[issue], call.lang));
    }
    let key = request_key(&call, body.idempotency_key.clone())?;
    let mut asked = None;
    let mut results = Vec::with_capacity(body.interaction_ids.len());
    for id in &body.interaction_ids {
        let done = answer_one(&call, id, &body, key.as_ref(), &mut asked).await;
        results.push(BatchResult {
            interaction_id: id.clone(),
            success: done.is_ok(),
            error: done.err().map(|failure| failure.error().clone()),
        });
    }
    let success = results.iter().all(|result| result.success);
    Ok(body::json(&BatchView { success, results }))
}

async fn answer_one(
    call: &Call,
    id: &str,
    body: &BatchBody,
    key: Option<&RequestKey>,
    asked: &mut Option<Asked>,
) -> Result<(), Failure> {
    let refused = |refusal: Refusal| Failure::of_refusal(&refusal, call.lang);
    let id: InteractionId = id.parse().map_err(|_| refused(Refusal::QuestionNotFound))?;
    let found = call.app.find(id, &call.principal, call.lang).await?;
    let questions = match &found {
        Found::Pending(pending) => {
            fits(call, pending, body, asked)?;
            &pending.asked.questions
        }
        Found::Closed(outcome) if outcome.closing.interrupted => {
            let at = outcome.closing.at;
            return Err(refused(Refusal::TaskInterrupted { at }));
        }
        // The desk knows its own key again, and else says who was first.
        Found::Closed(outcome) => &outcome.questions,
    };
    let notes = body.notes.iter().chain(std::iter::repeat(&None));
    let answers = questions
        .iter()
        .zip(&body.answers)
        .zip(notes)
        .map(|((question, value), note)| GivenAnswer {
            note: note.clone(),
            ..GivenAnswer::new(question.id.clone(), value.clone())
        })
        .collect();
    let key = key.map(|key| RequestKey::from(format!("{key}:{id}")));
    let answering = answering(call, id, answers, true, key);
    call.desk(call.app.handle.answer(answering).await).map(drop)
}

/// Whether one form answers this one too.
fn fits(
    call: &Call,
    pending: &Pending,
    body: &BatchBody,
    first: &mut Option<Asked>,
) -> Result<(), Failure> {
    let questions = &pending.asked.questions;
    let alone = pending.asked.source == Source::Approval
        || !pending.answers.is_empty()
        || questions.iter().any(|one| !one.follow_ups.is_empty());
    if alone {
        return Err(answer_alone(call.lang));
    }
    let own = Asked::by(pending);
    let counts = body.answers.len() == questions.len() && body.notes.len() <= questions.len();
    if *first.get_or_insert_with(|| own.clone()) != own || !counts {
        return Err(shape_mismatch(call.lang));
    }
    Ok(())
}

pub(crate) fn answer_alone(lang: Lang) -> Failure {
    let why = lang.pick(
        "Approvals, questions with follow-ups and what was answered in part already are \
         answered on their own.",
        "审批、带有后续问题的问题，以及已部分回答的问题，须单独回答。",
    );
    Failure::new(StatusCode::BAD_REQUEST, "answer_alone", why)
}

pub(crate) fn shape_mismatch(lang: Lang) -> Failure {
    let why = lang.pick(
        "It does not ask what the first one asks; answer it on its own.",
        "与第一个问题所问不同；请单独回答。",
    );
    Failure::new(StatusCode::BAD_REQUEST, "shape_mismatch", why)
}

/// Everything that a person reads before answering; ids are nobody's reading.
#[derive(Clone, PartialEq)]
struct Asked {
    questions: Vec<Question>,
    /// Whose files the questions refer to, if they do: the same path is another file elsewhere.
    project: Option<String>,
}

impl Asked {
    fn by(pending: &Pending) -> Self {
        let questions = &pending.asked.questions;
        let refers = questions.iter().any(|one| !one.context.is_empty());
        Self {
            questions: questions.iter().cloned().map(nameless).collect(),
            project: pending.opening.project.clone().filter(|_| refers),
        }
    }
}

fn nameless(question: Question) -> Question {
    Question {
        id: QuestionId::from(""),
        ..question
    }
}
