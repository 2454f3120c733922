//! The questions, answers and people of the tests.

use sayso_core::actor::Actor;
use sayso_core::command::{Answering, GivenAnswer};
use sayso_core::dialect::{self, Parsed};
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::form::{Draft, Entry};
use sayso_core::id::{CallKey, InteractionId, QuestionId, RequestKey, SessionId};
use sayso_core::limits::Limits;
use sayso_core::moment::Moment;
use sayso_core::opening::Opening;
use sayso_core::outcome::Outcome;
use sayso_core::refusal::Refusal;
use sayso_desk::{DeskError, NewAsk};
use serde_json::{Value, json};

/// When the tests begin.
pub(crate) fn ten_o_clock() -> Moment {
    "2026-02-19T10:00:00.000Z".parse().unwrap()
}

pub(crate) fn ann() -> Actor {
    Actor::new("ann", Face::Web, Evidence::Page)
}

pub(crate) fn bob() -> Actor {
    Actor::new("bob", Face::Terminal, Evidence::Terminal)
}

pub(crate) fn agent() -> Actor {
    Actor::new("agent", Face::Host, Evidence::Script)
}

/// A session in which one may ask without end.
pub(crate) fn opening() -> Opening {
    Opening {
        chain_rounds: Some(0),
        ..Opening::default()
    }
}

#[track_caller]
pub(crate) fn read(input: &Value) -> Parsed {
    dialect::parse(input, &Limits::api()).unwrap()
}

fn choice(id: &str) -> Value {
    json!({ "question_id": id, "question_text": format!("{id}?"), "type": "multiple_choice",
            "options": [{ "id": "yes", "label": "Yes" }, { "id": "no", "label": "No" }] })
}

fn text(id: &str) -> Value {
    json!({ "question_id": id, "question_text": format!("{id}?"), "type": "text" })
}

/// One question of one choice between `yes` and `no`.
pub(crate) fn yes_no(id: &str) -> Parsed {
    read(&choice(id))
}

/// Two required questions: `{id}.a` of one choice, `{id}.b` of words.
pub(crate) fn two(id: &str) -> Parsed {
    let (a, b) = (choice(&format!("{id}.a")), text(&format!("{id}.b")));
    read(&json!({ "questions": [a, b] }))
}

/// A question that need not be answered, with `no` as its declared default.
pub(crate) fn defaulting(id: &str) -> Parsed {
    let mut question = choice(id);
    question["required"] = json!(false);
    question["options"][1]["default"] = json!(true);
    read(&question)
}

/// A question whose answer must not be read by others.
pub(crate) fn secret(id: &str) -> Parsed {
    let mut question = text(id);
    question["secret"] = json!(true);
    read(&question)
}

/// The questions of the first, then those of the second.
pub(crate) fn both(mut first: Parsed, second: &Parsed) -> Parsed {
    let questions = first.questions.iter().chain(&*second.questions);
    first.questions = questions.cloned().collect();
    first
}

/// A question that fills some of the disk.
pub(crate) fn long(id: &str, bytes: usize) -> Parsed {
    let mut question = choice(id);
    question["question_text"] = json!(format!("{id}? {}", "x".repeat(bytes)));
    read(&question)
}

/// An ask in this session.
pub(crate) fn ask(session: &str, parsed: Parsed) -> NewAsk {
    NewAsk {
        session: Some(SessionId::from(session)),
        opening: opening(),
        ..NewAsk::new(parsed)
    }
}

/// An ask in this session that can be made again.
pub(crate) fn keyed(session: &str, key: &str, parsed: Parsed) -> NewAsk {
    NewAsk {
        key: Some(CallKey::from(key)),
        ..ask(session, parsed)
    }
}

/// An ask in this session that waits so many milliseconds.
pub(crate) fn timed(session: &str, millis: u64, parsed: Parsed) -> NewAsk {
    NewAsk {
        timeout: Some(millis),
        ..ask(session, parsed)
    }
}

/// One whole answer.
pub(crate) fn answer(id: InteractionId, question: &str, value: impl Into<Value>) -> Answering {
    Answering {
        interaction: id,
        answers: vec![GivenAnswer::new(question, value)],
        whole: true,
        actor: ann(),
        request: None,
    }
}

/// An answer that may leave the interaction open.
pub(crate) fn partly(id: InteractionId, question: &str, value: impl Into<Value>) -> Answering {
    Answering {
        whole: false,
        ..answer(id, question, value)
    }
}

/// An answer by somebody, as a request that can be repeated.
pub(crate) fn requested(answering: Answering, actor: Actor, request: &str) -> Answering {
    Answering {
        actor,
        request: Some(RequestKey::from(request)),
        ..answering
    }
}

/// A draft of words for one question.
pub(crate) fn draft(question: &str, words: &str) -> Draft {
    let entry = Entry {
        note: words.to_owned(),
        ..Entry::default()
    };
    Draft::from([(QuestionId::from(question), entry)])
}

/// What was answered to a question, on the wire.
pub(crate) fn given(outcome: &Outcome, question: &str) -> Value {
    let answer = outcome.closing.answers.get(&QuestionId::from(question));
    answer.map_or(Value::Null, |answer| answer.given.wire())
}

/// The refusal inside an error.
#[track_caller]
pub(crate) fn refusal<T: std::fmt::Debug>(result: Result<T, DeskError>) -> Refusal {
    match result {
        Err(DeskError::Refused(refusal)) => refusal,
        other => panic!("a refusal expected, got {other:?}"),
    }
}
