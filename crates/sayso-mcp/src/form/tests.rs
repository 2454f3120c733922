//! Forms from questions, answers from forms, and who can have given them.

use std::time::Duration;

use rmcp::model::{ElicitResult, ElicitationAction};
use sayso_core::dialect;
use sayso_core::lang::Lang;
use sayso_core::limits::Limits;
use sayso_core::question::Questions;
use serde_json::{Value, json};

use super::{Manner, Out, Said, Sheet, judge};

fn questions(list: Value) -> Questions {
    let input = json!({ "questions": list });
    let parsed = dialect::parse(&input, &Limits::api()).unwrap();
    parsed.questions
}

fn deploy() -> Value {
    json!([
        { "question_id": "env", "question_text": "Where?", "type": "multiple_choice", "options": [
            { "id": "dev", "label": "Dev", "default": true },
            { "id": "other", "label": "Elsewhere", "description": "ask me" },
          ], "follow_up_questions": { "dev": [
            { "question_id": "why", "question_text": "Why dev?", "type": "text", "required": false } ] } },
        { "question_id": "what", "question_text": "What?", "type": "checkbox", "options": [
            { "id": "a", "label": "A" }, { "id": "b", "label": "B" } ] },
        { "question_id": "sure", "question_text": "Sure?", "type": "boolean" },
        { "question_id": "words", "question_text": "Say it", "type": "text", "required": false },
    ])
}

#[test]
fn every_kind_has_its_fields_and_none_has_a_default() {
    let sheet = Sheet::new(questions(deploy()), true);
    let schema = sheet.schema(Lang::En);
    let names: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["q1", "q1_other", "q2", "q2_other", "q3", "q4"]);
    assert_eq!(schema["required"], json!(["q1", "q3"]));
    let consts = |name: &str, key: &str| {
        let options = schema["properties"][name].pointer(key).unwrap();
        let options = options.as_array().unwrap().iter();
        options.map(|o| o["const"].clone()).collect::<Vec<_>>()
    };
    // An option goes by `other`, so own words go by another word.
    assert_eq!(consts("q1", "/oneOf"), ["dev", "other", "other_"]);
    assert_eq!(consts("q2", "/items/anyOf"), ["a", "b"]);
    assert_eq!(consts("q3", "/oneOf"), ["true", "false"]);
    assert!(!schema.to_string().contains("\"default\""), "{schema}");
}

#[test]
fn a_client_without_lists_gets_a_switch_for_each_option() {
    let sheet = Sheet::new(questions(deploy()), false);
    let schema = sheet.schema(Lang::En);
    let names: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(
        names,
        ["q1", "q1_other", "q2_1", "q2_2", "q2_other", "q3", "q4"]
    );
    assert_eq!(schema["properties"]["q2_1"]["type"], "boolean");
    let mut sheet = Sheet::new(questions(deploy()), false);
    let content = json!({ "q1": "other", "q2_1": false, "q2_2": true, "q3": "false" });
    assert!(sheet.fill_in(Some(&content), Lang::En));
    assert_eq!(answers(&sheet)["what"], json!(["b"]));
}

/// The answers, by question.
fn answers(sheet: &Sheet) -> Value {
    let answers = sheet.answers().into_iter();
    answers
        .map(|one| (one.question.to_string(), one.value))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// Fills in one round after another. What is wanted is the answers, or what is complained about.
#[track_caller]
fn check(rounds: &[Value], wanted: Result<Value, &str>) {
    let mut sheet = Sheet::new(questions(deploy()), true);
    for (n, content) in rounds.iter().enumerate() {
        let taken = sheet.fill_in(Some(content), Lang::En);
        if n + 1 < rounds.len() {
            assert!(
                taken && !sheet.is_done(),
                "round {n}: {}",
                sheet.message(None, Lang::En)
            );
            // Whoever carries it between rounds changes nothing.
            sheet = Sheet::resume(questions(deploy()), sheet.state(), true);
            continue;
        }
        match wanted {
            Ok(wanted) => {
                assert!(
                    taken && sheet.is_done(),
                    "{}",
                    sheet.message(None, Lang::En)
                );
                assert_eq!(answers(&sheet), wanted);
                return;
            }
            Err(complaint) => {
                assert!(!taken && !sheet.is_done());
                let message = sheet.message(None, Lang::En);
                assert!(message.contains(complaint), "{message}");
                return;
            }
        }
    }
}

#[test]
fn content_becomes_answers_or_is_asked_again() {
    let fine = |q1: &str| json!({ "q1": q1, "q2": ["a"], "q3": "true" });
    let with = |key: &str, value: Value| {
        let mut content = fine("other");
        content[key] = value;
        content
    };
    let plain = json!({ "env": "other", "what": ["a"], "sure": true });
    check(&[fine("other")], Ok(plain.clone()));
    // An option with follow-ups: they are a round of their own, even when none is required.
    check(
        &[fine("dev"), json!({ "q1": "cheap" })],
        Ok(json!({ "env": "dev", "why": "cheap", "what": ["a"], "sure": true })),
    );
    check(
        &[fine("dev"), json!({})],
        Ok(json!({ "env": "dev", "what": ["a"], "sure": true })),
    );
    // Own words.
    check(
        &[
            json!({ "q1": "other_", "q1_other": "the moon", "q2_other": "c", "q2": ["b"], "q3": true }),
        ],
        Ok(
            json!({ "env": { "other": "the moon" }, "what": ["b", { "other": "c" }], "sure": true }),
        ),
    );
    check(&[with("q2", json!([]))], Err("What?: required"));
    check(&[fine("other_")], Err("Where?: must not be empty"));
    check(&[fine("prod")], Err("Where?: \"prod\" is not offered"));
    check(&[with("q1", json!(7))], Err("Where?: expected"));
    check(&[with("q2", json!("a"))], Err("What?: expected"));
    check(&[with("q2", json!([1]))], Err("What?: expected"));
    check(
        &[with("q2", json!(["z"]))],
        Err("What?: \"z\" is not offered"),
    );
    check(&[with("q3", json!("maybe"))], Err("Sure?: expected"));
    check(&[with("q4", json!(4))], Err("Say it: expected"));
    check(&[with("q1_other", json!(4))], Err("Where?: expected"));
    check(&[json!({})], Err("Where?: required"));
    check(&[Value::Null], Err("Sure?: required"));
    // What nobody asked for is not looked at.
    check(&[with("q9", json!("x"))], Ok(plain));
}

#[test]
fn words_beside_a_single_pick_are_a_note() {
    let mut sheet = Sheet::new(questions(deploy()), true);
    let content = json!({ "q1": "other", "q1_other": "soon", "q2": ["a"], "q3": "true" });
    assert!(sheet.fill_in(Some(&content), Lang::En));
    let answers = sheet.answers();
    let first = answers.iter().find(|one| one.question.as_str() == "env");
    assert_eq!(first.unwrap().note.as_deref(), Some("soon"));
    assert_eq!(first.unwrap().value, json!("other"));
}

#[test]
fn a_form_that_may_stay_empty_is_no_answer_when_it_does() {
    let list = json!([{ "question_id": "x", "question_text": "Anything?", "type": "text", "required": false }]);
    let mut sheet = Sheet::new(questions(list), true);
    assert!(!sheet.fill_in(Some(&json!({})), Lang::En));
    assert!(!sheet.is_done());
}

#[test]
fn who_can_have_said_it() {
    use ElicitationAction::{Accept, Cancel, Decline};
    let filled = || Some(json!({ "q1": "a" }));
    let taken = || Said::Filled(filled());
    let reading = Duration::from_millis(1_500);
    for (action, content, millis, manner, wanted) in [
        (Accept, filled(), 5, Manner::Auto, Said::TooFast),
        (Accept, filled(), 1_499, Manner::On, Said::TooFast),
        (Accept, filled(), 1_500, Manner::Auto, taken()),
        (Accept, filled(), 60_000, Manner::Auto, taken()),
        (Accept, filled(), 5, Manner::Trust, taken()),
        (Accept, None, 5, Manner::Auto, Said::Nobody),
        (Accept, Some(json!({})), 5, Manner::Auto, Said::Nobody),
        (Accept, None, 60_000, Manner::Auto, Said::Filled(None)),
        (Decline, None, 23, Manner::Auto, Said::Nobody),
        (Decline, None, 1_499, Manner::Auto, Said::Nobody),
        (Decline, None, 1_500, Manner::Auto, Said::Declined),
        (Decline, None, 23, Manner::Trust, Said::Declined),
        (Cancel, None, 23, Manner::Auto, Said::Nobody),
        (Cancel, None, 4_000, Manner::Auto, Said::PutAway),
        (Cancel, None, 23, Manner::Trust, Said::Dismissed),
    ] {
        let mut result = ElicitResult::new(action.clone());
        result.content = content;
        let out = Out {
            time: Duration::from_millis(millis),
            here: true,
        };
        let said = judge(result, out, reading, manner);
        assert_eq!(said, wanted, "{action:?} after {millis} ms, {manner:?}");
    }
}

/// A form that another server handed out: a client may have put it away because that server died,
/// but what was filled in was not filled in by that.
#[test]
fn what_a_restarted_server_is_handed() {
    let out = Out {
        time: Duration::from_secs(60),
        here: false,
    };
    let filled = Some(json!({ "q1": "a" }));
    for (action, content, manner, wanted) in [
        (
            ElicitationAction::Accept,
            filled.clone(),
            Manner::On,
            Said::Filled(filled),
        ),
        (ElicitationAction::Decline, None, Manner::On, Said::Nobody),
        (ElicitationAction::Cancel, None, Manner::On, Said::Nobody),
        (
            ElicitationAction::Decline,
            None,
            Manner::Trust,
            Said::Declined,
        ),
    ] {
        let mut result = ElicitResult::new(action.clone());
        result.content = content;
        let said = judge(result, out, Duration::from_millis(1_500), manner);
        assert_eq!(said, wanted, "{action:?}, {manner:?}");
    }
}

/// By default none where it could not be taken back once the question is answered elsewhere.
#[test]
fn which_revisions_have_forms() {
    for (manner, before, modern) in [
        (Manner::Auto, true, false),
        (Manner::On, true, true),
        (Manner::Trust, true, true),
        (Manner::Off, false, false),
    ] {
        let shown = (manner.shows_forms(false), manner.shows_forms(true));
        assert_eq!(shown, (before, modern), "{manner:?}");
    }
}

#[test]
fn what_came_too_fast_is_asked_again() {
    let list = json!([{ "question_id": "x", "question_text": "Which?", "type": "text" }]);
    let mut sheet = Sheet::new(questions(list), true);
    let schema = sheet.schema(Lang::En);
    sheet.ask_again(Lang::En);
    assert_eq!(sheet.schema(Lang::En), schema);
    let message = sheet.message(None, Lang::En);
    assert!(message.contains("faster than anyone can read"), "{message}");
    assert_eq!(sheet.round(), 2);
}
