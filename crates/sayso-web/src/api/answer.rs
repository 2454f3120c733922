//! Answering: natively and in the seed's way.

use std::fmt;

use axum::response::Response;
use sayso_core::command::{Answering, GivenAnswer};
use sayso_core::face::Face;
use sayso_core::id::{InteractionId, QuestionId, RequestKey, SessionId};
use sayso_core::lang::Lang;
use sayso_core::question::Question;
use sayso_core::refusal::Refusal;
use sayso_core::state::State;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::{Done, named, person, request_key};
use crate::body;
use crate::failure::Failure;
use crate::operation::Call;

/// An answer of the native route.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerBody {
    /// The answers: `{"<question_id>": <answer>}`, or a list with notes.
    pub(crate) answers: GivenAnswers,
    /// A whole form (the usual) closes the interaction or is refused; a part may leave it open.
    #[serde(default)]
    pub(crate) part: bool,
    /// The same key again gets the same receipt again.
    #[serde(default)]
    pub(crate) idempotency_key: Option<String>,
    /// Who answers. It is the person whose token or page it is; another name is refused.
    #[serde(default)]
    pub(crate) by: Option<String>,
    /// The face it was answered at; `file` and `pipe` are marked as scripted.
    #[serde(default)]
    pub(crate) via: Option<Face>,
}

/// Answers by question id, or as a list.
#[derive(Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub(crate) enum GivenAnswers {
    /// `{"<question_id>": <answer>}`.
    ById(Map<String, Value>),
    /// With notes.
    List(Vec<OneAnswer>),
}

/// Not derived: what tries one form after the other cannot say where the one that was meant is wrong.
impl<'de> Deserialize<'de> for GivenAnswers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = GivenAnswers;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("object, array")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<GivenAnswers, A::Error> {
                Map::deserialize(MapAccessDeserializer::new(map)).map(GivenAnswers::ById)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<GivenAnswers, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(GivenAnswers::List)
            }
        }

        deserializer.deserialize_any(Either)
    }
}

/// One answer.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct OneAnswer {
    /// To which question.
    pub(crate) question_id: String,
    /// In the shape of its kind.
    pub(crate) answer: Value,
    /// What the person wants to say beside it.
    #[serde(default)]
    pub(crate) note: Option<String>,
    /// Nobody chose this: a scripted line fell back to it. It is marked so for ever.
    #[serde(default)]
    pub(crate) defaulted: bool,
}

impl From<GivenAnswers> for Vec<GivenAnswer> {
    fn from(answers: GivenAnswers) -> Self {
        match answers {
            GivenAnswers::ById(map) => map
                .into_iter()
                .map(|(id, value)| GivenAnswer::new(id, value))
                .collect(),
            GivenAnswers::List(list) => list
                .into_iter()
                .map(|one| GivenAnswer {
                    note: one.note,
                    defaulted: one.defaulted,
                    ..GivenAnswer::new(one.question_id, one.answer)
                })
                .collect(),
        }
    }
}

/// What a person's side holds afterwards.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ReceiptView {
    /// Always true.
    pub(crate) success: bool,
    /// How the interaction stands now.
    pub(crate) state: Option<State>,
    /// The session.
    pub(crate) session_id: SessionId,
    /// The number of the session's last fact.
    pub(crate) seq: u64,
    /// Whether the same request was made before.
    pub(crate) known: bool,
}

impl From<sayso_desk::Receipt> for ReceiptView {
    fn from(receipt: sayso_desk::Receipt) -> Self {
        Self {
            success: true,
            state: receipt.state,
            session_id: receipt.session,
            seq: receipt.seq,
            known: receipt.known,
        }
    }
}

/// `POST /api/interactions/{id}/answer`.
pub(crate) async fn answer(call: Call) -> Result<Response, Failure> {
    let id = call.interaction()?;
    let body: AnswerBody = call.json()?;
    let key = request_key(&call, body.idempotency_key)?;
    let mut answering = answering(&call, id, body.answers.into(), !body.part, key);
    answering.actor = named(&call, body.by, body.via)?;
    let receipt = call.desk(call.app.handle.answer(answering).await)?;
    Ok(body::json(&ReceiptView::from(receipt)))
}

pub(super) fn answering(
    call: &Call,
    interaction: InteractionId,
    answers: Vec<GivenAnswer>,
    whole: bool,
    request: Option<RequestKey>,
) -> Answering {
    Answering {
        interaction,
        answers,
        whole,
        actor: person(call),
        request,
    }
}

/// An answer in the seed's form (S0 §2.7.2).
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct TaskAnswerBody {
    /// The session that was asked in.
    pub(crate) session_id: String,
    /// The question.
    pub(crate) question_id: String,
    /// In the shape of its kind.
    pub(crate) answer: Value,
    /// The answers of its follow-ups: `{"<question_id>": <answer>}`.
    #[serde(default)]
    pub(crate) follow_up_answers: Map<String, Value>,
    /// What the person wants to say beside it.
    #[serde(default)]
    pub(crate) note: Option<String>,
    /// The same key again gets the same receipt again.
    #[serde(default)]
    pub(crate) idempotency_key: Option<String>,
}

/// `POST /api/task/answer`.
pub(crate) async fn task_answer(call: Call) -> Result<Response, Failure> {
    let body: TaskAnswerBody = call.json()?;
    let key = request_key(&call, body.idempotency_key)?;
    let session = SessionId::from(body.session_id);
    let question = QuestionId::from(body.question_id);
    let mut answers = vec![GivenAnswer {
        note: body.note,
        ..GivenAnswer::new(question.clone(), body.answer)
    }];
    answers.extend(
        body.follow_up_answers
            .into_iter()
            .map(|(id, value)| GivenAnswer::new(id, value)),
    );
    let nameless = InteractionId::new(0);
    let answering = answering(&call, nameless, answers, false, key);
    let said = call
        .app
        .handle
        .answer_question(session, question.clone(), answering)
        .await;
    match said {
        Ok(_) => Ok(body::json(&Done {
            success: true,
            message: submitted(&call).into(),
        })),
        Err(sayso_desk::DeskError::Refused(Refusal::QuestionNotFound))
            if asked_elsewhere(&call, question).await? =>
        {
            Err(Failure::of_refusal(&Refusal::SessionNotFound, call.lang))
        }
        Err(error) => Err(Failure::of_desk(&error, call.lang).in_the_seeds_way()),
    }
}

/// The seed's words; only a client that asks for another language gets others.
fn submitted(call: &Call) -> &'static str {
    let asks = call.headers.contains_key(http::header::ACCEPT_LANGUAGE);
    match call.lang {
        Lang::En if asks => "Answer submitted; the task goes on",
        _ => "答案已提交，任务继续执行",
    }
}

/// Whether another session has this question open: then it is the session that is wrong.
async fn asked_elsewhere(call: &Call, question: QuestionId) -> Result<bool, Failure> {
    let asks = move |questions: &[Question]| {
        sayso_core::on_the_table::whole_tree(questions).any(|one| one.id == question)
    };
    let pending = call
        .app
        .read(call.lang, |reader| reader.pending(1_000))
        .await?;
    Ok(pending.iter().any(|pending| asks(&pending.asked.questions)))
}
