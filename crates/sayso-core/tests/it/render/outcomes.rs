//! Every way an interaction can close.

use sayso_core::actor::Actor;
use sayso_core::command::Command;
use sayso_core::deadline::OnTimeout;
use sayso_core::dialect::Dialect;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::id::InteractionId;
use sayso_core::lang::Lang;
use sayso_core::outcome::Outcome;
use sayso_core::render::{sentence, tool_result};
use serde_json::{Value, json};

use super::{answered, printed, wire};
use crate::life::{Life, ann, answering, with, yes_no};

/// What every format says of one outcome.
struct Said {
    /// The command's output under the ids; the other keys hold the same words.
    command: Value,
    en: &'static str,
    zh: &'static str,
    is_error: bool,
    /// The fields of the wire that differ from one outcome to the next.
    wire: Value,
}

#[track_caller]
fn check(outcome: &Outcome, said: &Said) {
    let [by_header, by_question, by_id] = printed(outcome);
    assert_eq!(by_id, said.command);
    for other in [by_header, by_question] {
        let words = |output: &Value| {
            let answers = output["answers"].as_object().unwrap();
            let mut words: Vec<Value> = answers.values().cloned().collect();
            words.sort_by_key(Value::to_string);
            words
        };
        assert_eq!(words(&other), words(&said.command));
    }
    assert_eq!(sentence(outcome, Lang::En), said.en);
    assert_eq!(sentence(outcome, Lang::Zh), said.zh);
    for (lang, text) in [(Lang::En, said.en), (Lang::Zh, said.zh)] {
        let result = tool_result(outcome, lang);
        assert_eq!(
            (result.kind, result.tool_use_id.as_deref()),
            ("tool_result", Some("toolu_1"))
        );
        assert_eq!(result.is_error, said.is_error);
        if outcome.closing.state != sayso_core::state::State::Answered {
            assert_eq!(
                result.content, text,
                "no JSON that could be taken for an answer"
            );
        }
    }
    let full = wire(outcome);
    for (field, expected) in said.wire.as_object().unwrap() {
        assert_eq!(&full[field], expected, "{field}");
    }
}

/// `a` is required, `b` is not and has a default.
fn two() -> Value {
    let b = with(
        yes_no("b"),
        &json!({ "header": "B", "required": false, "options": [
        { "id": "yes", "label": "Yes" }, { "id": "no", "label": "No", "default": true }] }),
    );
    json!({ "tool_use_id": "toolu_1", "questions": [with(yes_no("a"), &json!({ "header": "A" })), b] })
}

/// A life in which `two` was asked, with a deadline of a second.
fn asked(on_timeout: Option<OnTimeout>) -> (Life, InteractionId) {
    let mut life = Life::new();
    let mut ask = life.ask(&two());
    ask.timeout = Some(1_000);
    ask.on_timeout = on_timeout;
    let id = life.begins(ask);
    life.wait(250);
    (life, id)
}

fn timed_out(on_timeout: Option<OnTimeout>, part: &Value) -> Outcome {
    let (mut life, id) = asked(on_timeout);
    if part != &json!({}) {
        life.part(id, part).unwrap();
    }
    life.wait(750);
    life.expire(id).unwrap();
    life.outcome(id)
}

#[test]
fn all_answered() {
    check(
        &answered(&two(), &json!({ "a": "yes", "b": "no" })),
        &Said {
            command: json!({ "answers": { "a": "Yes", "b": "No" } }),
            en: "User has answered your questions: \"a?\"=\"Yes\", \"b?\"=\"No\". You can now continue with the user's answers in mind.",
            zh: "User has answered your questions: \"a?\"=\"Yes\", \"b?\"=\"No\". You can now continue with the user's answers in mind.",
            is_error: false,
            wire: json!({ "state": "answered", "decided_by": "person", "unanswered": [], "defaulted": null, "reason": null }),
        },
    );
}

/// The whole wire once, field by field.
#[test]
fn the_wire() {
    let (mut life, id) = asked(None);
    let outcome = life.answers(id, &json!({ "a": { "other": "hm" } }));
    assert_eq!(
        wire(&outcome),
        json!({
            "interaction_id": "00000000000000000000000000000001",
            "session_id": "s",
            "round": 1,
            "tool_use_id": "toolu_1",
            "state": "answered",
            "answers": [{ "question_id": "a", "header": "A", "question": "a?", "answer": { "other": "hm" } }],
            "unanswered": ["b"],
            "decided_by": "person",
            "evidence": "page",
            "by": "ann",
            "via": "web",
            "at": "2026-02-19T10:00:00.250Z",
            "took_ms": 250,
            "delivery": "waiting",
        })
    );
}

#[test]
fn optional_left_open() {
    let outcome = answered(&two(), &json!({ "a": "yes" }));
    check(
        &outcome,
        &Said {
            command: json!({ "answers": { "a": "Yes" } }),
            en: "User has answered your questions: \"a?\"=\"Yes\". Left unanswered: \"b?\". You can now continue with the user's answers in mind.",
            zh: "User has answered your questions: \"a?\"=\"Yes\". Left unanswered: \"b?\". You can now continue with the user's answers in mind.",
            is_error: false,
            wire: json!({ "state": "answered", "unanswered": ["b"] }),
        },
    );
    // The JSON form says so too; the default of what was left open is not applied.
    let content = tool_result(&outcome, Lang::En).content;
    assert_eq!(
        serde_json::from_str::<Value>(&content).unwrap(),
        json!({ "answers": [{ "question_id": "a", "answer": "yes" }], "unanswered": ["b"] })
    );
}

#[test]
fn cancelled() {
    let nothing = json!({ "answers": {} });
    let close = |reason: Option<&str>| {
        let (mut life, id) = asked(None);
        life.part(id, &json!({ "b": "yes" })).unwrap();
        life.cancel(id, reason).unwrap();
        life.outcome(id)
    };
    check(
        &close(None),
        &Said {
            command: nothing.clone(),
            en: "The user cancelled this question without answering. Do not choose for them.",
            zh: "用户取消了这个问题，没有作答。不要替用户选择。",
            is_error: true,
            wire: json!({ "state": "cancelled", "decided_by": "person", "answers": [], "unanswered": ["a", "b"], "took_ms": 250, "reason": null }),
        },
    );
    check(
        &close(Some("not now, let us talk about X first")),
        &Said {
            command: nothing,
            en: "The user cancelled this question without answering. Do not choose for them. Their words: not now, let us talk about X first",
            zh: "用户取消了这个问题，没有作答。不要替用户选择。用户的原话：not now, let us talk about X first",
            is_error: true,
            wire: json!({ "state": "cancelled", "reason": "not now, let us talk about X first" }),
        },
    );
}

#[test]
fn withdrawn_and_interrupted() {
    let (mut life, id) = asked(None);
    life.wish(&Command::Withdraw {
        interaction: id,
        actor: ann(),
    })
    .unwrap();
    check(
        &life.outcome(id),
        &Said {
            command: json!({ "answers": {} }),
            en: "The question was withdrawn before anyone answered.",
            zh: "问题在有人回答之前被撤回。",
            is_error: true,
            wire: json!({ "state": "cancelled", "decided_by": "asker", "answers": [] }),
        },
    );
    let (mut life, id) = asked(None);
    life.interrupt().unwrap();
    check(
        &life.outcome(id),
        &Said {
            command: json!({ "answers": {} }),
            en: "The user interrupted the task; the question was not answered. Stop here.",
            zh: "用户中断了任务；问题没有得到回答。请停止。",
            is_error: true,
            wire: json!({ "state": "cancelled", "decided_by": "person", "answers": [] }),
        },
    );
}

#[test]
fn timeout_bare() {
    let said = Said {
        command: json!({ "answers": {} }),
        en: "Nobody answered before the deadline. This is not an answer: do not choose for the user. Stop here, or ask again.",
        zh: "截止时间前没有人回答。这不是答案：不要替用户选择。请停止，或重新提问。",
        is_error: true,
        wire: json!({ "state": "timeout", "decided_by": "timeout", "by": "desk", "via": "desk",
                      "answers": [], "unanswered": ["a", "b"], "defaulted": null, "took_ms": 1_000 }),
    };
    check(&timed_out(Some(OnTimeout::Terminate), &json!({})), &said);
    // Nothing was required, and nothing was declared: still nobody answered.
    let mut life = Life::new();
    let mut ask = life.ask(&with(yes_no("a"), &json!({ "required": false })));
    ask.timeout = Some(0);
    let id = life.begins(ask);
    life.expire(id).unwrap();
    let outcome = life.outcome(id);
    assert!(tool_result(&outcome, Lang::En).is_error);
    assert_eq!(sentence(&outcome, Lang::En), said.en);
}

/// A required question is open: whatever else stands, this is an error.
#[test]
fn timeout_with_some_of_it() {
    check(
        &timed_out(None, &json!({})),
        &Said {
            command: json!({ "answers": { "b": "No" }, "defaulted": ["b"] }),
            en: "The deadline passed before every required question was answered. So far: \"b?\"=\"No\" (default, chosen by nobody). Do not choose the rest for the user. Stop here, or ask again.",
            zh: "截止时间前必答题未全部回答。目前：\"b?\"=\"No\"（默认，非人选择）。其余不要替用户选择。请停止，或重新提问。",
            is_error: true,
            wire: json!({ "state": "timeout", "unanswered": ["a"], "defaulted": ["b"] }),
        },
    );
    check(
        &timed_out(Some(OnTimeout::Default), &json!({ "b": "yes" })),
        &Said {
            command: json!({ "answers": { "b": "Yes" } }),
            en: "The deadline passed before every required question was answered. So far: \"b?\"=\"Yes\". Do not choose the rest for the user. Stop here, or ask again.",
            zh: "截止时间前必答题未全部回答。目前：\"b?\"=\"Yes\"。其余不要替用户选择。请停止，或重新提问。",
            is_error: true,
            wire: json!({ "state": "timeout", "decided_by": "timeout", "unanswered": ["a"], "defaulted": null }),
        },
    );
}

/// Declared defaults answer everything that is required: no error, but said to be a timeout.
#[test]
fn timeout_with_defaults() {
    let mut life = Life::new();
    let options =
        json!([{ "id": "no", "label": "No", "default": true }, { "id": "yes", "label": "Yes" }]);
    let questions = ["a", "b"].map(|id| with(yes_no(id), &json!({ "options": options })));
    let mut ask = life.ask(&json!({ "tool_use_id": "toolu_1", "questions": questions }));
    ask.timeout = Some(1_000);
    ask.on_timeout = Some(OnTimeout::Default);
    let id = life.begins(ask);
    life.part(id, &json!({ "a": "yes" })).unwrap();
    life.wait(1_000);
    life.expire(id).unwrap();
    check(
        &life.outcome(id),
        &Said {
            command: json!({ "answers": { "a": "Yes", "b": "No" }, "defaulted": ["b"] }),
            en: "The deadline passed before the user finished answering. The defaults you declared stand in where marked; no person chose them: \"a?\"=\"Yes\", \"b?\"=\"No\" (default, chosen by nobody).",
            zh: "用户未在截止时间前完成回答。标注处采用你声明的默认选项，并非由人选择：\"a?\"=\"Yes\", \"b?\"=\"No\"（默认，非人选择）。",
            is_error: false,
            wire: json!({ "state": "timeout", "decided_by": "timeout", "unanswered": [], "defaulted": ["b"] }),
        },
    );
}

/// Whoever reads of a timeout learns where it went on.
#[test]
fn reopened() {
    let mut outcome = timed_out(Some(OnTimeout::Terminate), &json!({}));
    assert_eq!(wire(&outcome).get("reopened_as"), None);
    outcome.reopened_as = Some(InteractionId::new(255));
    assert_eq!(
        wire(&outcome)["reopened_as"],
        json!("000000000000000000000000000000ff")
    );
}

/// What a script answered is never worded as a person's, and a report is handed to nobody.
#[test]
fn a_script_is_named_and_a_report_is_no_answer() {
    for (evidence, says, is_error) in [
        (Evidence::Page, "User has answered your questions: ", false),
        (
            Evidence::Script,
            "A script, not a person, has answered your questions: \"a?\"=\"Yes\"",
            false,
        ),
        (Evidence::Reported, "This question is closed: ", true),
    ] {
        let (mut life, id) = asked(None);
        let mut answering = answering(id, &json!({ "a": "yes" }), true);
        answering.actor = Actor::new("x", Face::Http, evidence);
        life.wish(&Command::Answer(answering)).unwrap();
        let mut outcome = life.outcome(id);
        outcome.dialect = Dialect::Claude;
        let result = tool_result(&outcome, Lang::En);
        assert!(result.content.starts_with(says), "{}", result.content);
        assert_eq!(result.is_error, is_error);
        let mut named = outcome;
        named.dialect = Dialect::Id;
        let content = tool_result(&named, Lang::En).content;
        let marked = content.contains("\"evidence\":\"script\"");
        assert_eq!(marked, evidence == Evidence::Script, "{content}");
    }
}
