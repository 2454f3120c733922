//! Input that two readers could understand in two ways is refused, and both places are named.

use sayso_core::dialect;
use sayso_core::issue::Issue;
use sayso_core::limits::Limits;
use serde_json::{Value, json};

use crate::life::{lines, with, yes_no};

fn parse(input: &Value) -> Result<dialect::Parsed, Vec<Issue>> {
    dialect::parse(input, &Limits::api())
}

/// The two places that each complaint names.
#[track_caller]
fn check(input: &Value, places: &[(&str, &str)]) {
    let expected: Vec<String> = places
        .iter()
        .map(|(one, other)| {
            format!("{one}: conflicts with {other}, since either could be meant; send only one")
        })
        .collect();
    let said = parse(input).map(|parsed| parsed.questions);
    assert_eq!(
        said.map_err(|issues| lines(&issues)),
        Err(expected),
        "{input}"
    );
}

#[track_caller]
fn is_read(input: &Value) {
    assert!(parse(input).is_ok(), "{input}: {:?}", parse(input));
}

fn claude(text: &str) -> Value {
    json!({ "question": text, "header": "H", "multiSelect": false, "options": [
        { "label": "A", "description": "a" }, { "label": "B", "description": "b" } ] })
}

fn list(text: &str) -> Value {
    json!([claude(text)])
}

fn block(text: &str) -> Value {
    json!({ "type": "tool_use", "id": "t", "name": "AskUserQuestion",
            "input": { "questions": list(text) } })
}

#[test]
fn a_second_list_of_questions_in_another_field() {
    let other = json!({ "questions": list("Which colour?") });
    for (field, second) in [
        ("message", other.clone()),
        ("content", json!([block("Which colour?")])),
        ("input", other.clone()),
        ("arguments", other.clone()),
        ("arguments", json!(other.to_string())),
        ("question", claude("Which colour?")),
        ("question_text", json!("Which colour?")),
        ("questionId", json!("q")),
    ] {
        let both = with(
            json!({ "questions": list("Delete it?") }),
            &json!({ field: second }),
        );
        check(&both, &[(field, "questions")]);
        let named = with(both, &json!({ "name": "AskUserQuestion" }));
        check(&named, &[(field, "questions")]);
    }
    check(
        &json!({ "name": "AskUserQuestion", "input": other, "arguments": other }),
        &[("arguments", "input")],
    );
    check(
        &json!({ "message": other, "content": [block("Which?")] }),
        &[("content", "message")],
    );
    check(
        &json!({ "question": claude("Which?"), "question_text": "Delete it?" }),
        &[("question", "question_text")],
    );
    // Words beside the questions are no second reading.
    is_read(&json!({ "questions": list("Which?"), "message": "Please choose", "content": "text" }));
}

#[test]
fn a_second_list_of_questions_inside_a_question() {
    let hidden = json!({ "questions": list("Which colour?") });
    for field in ["message", "input", "arguments"] {
        let question = with(claude("Delete it?"), &json!({ field: hidden }));
        check(
            &json!({ "questions": [question] }),
            &[(&format!("questions[0].{field}"), "questions[0].question")],
        );
        let question = with(yes_no("a"), &json!({ field: hidden }));
        check(
            &json!({ "questions": [question] }),
            &[(
                &format!("questions[0].{field}"),
                "questions[0].question_text",
            )],
        );
    }
}

#[test]
fn several_of_our_calls_in_one_message() {
    check(
        &json!({ "content": [block("Delete it?"), { "type": "text", "text": "and" }, block("Which?")] }),
        &[("content[2]", "content[0]")],
    );
    check(
        &json!([block("Delete it?"), claude("Which?")]),
        &[("[1]", "[0]")],
    );
}

#[test]
fn two_spellings_of_one_field() {
    let choice = |text: &str| json!([{ "id": text, "label": text }]);
    for (one, value, other, second) in [
        (
            "question_text",
            json!("Which?"),
            "question",
            json!("Delete it?"),
        ),
        (
            "question_text",
            json!("Which?"),
            "questionText",
            json!("Delete it?"),
        ),
        ("question_id", json!("a"), "questionId", json!("b")),
        ("question_id", json!("a"), "id", json!("b")),
        ("options", choice("A"), "choices", choice("B")),
        ("allow_other", json!(true), "allowOther", json!(false)),
        (
            "follow_up_questions",
            json!({ "yes": [yes_no("b")] }),
            "followUpQuestions",
            json!({ "yes": [yes_no("c")] }),
        ),
    ] {
        let mut question = with(yes_no("a"), &json!({ one: value, other: second }));
        check(
            &json!([question]),
            &[(&format!("[0].{other}"), &format!("[0].{one}"))],
        );
        // The same twice is one reading, and nothing is none.
        for same in [value, Value::Null] {
            question[other] = same;
            is_read(&json!([question]));
        }
    }
    for (one, other) in [
        ("multiSelect", "multi_select"),
        ("multiSelect", "multiple"),
        ("multi_select", "multiselect"),
    ] {
        let mut question = claude("Which?");
        question.as_object_mut().unwrap().remove("multiSelect");
        let question = with(question, &json!({ one: true, other: false }));
        check(
            &json!([question]),
            &[(&format!("[0].{other}"), &format!("[0].{one}"))],
        );
    }
    // One spelling that holds nothing does not hide the other.
    let question = with(
        yes_no("a"),
        &json!({ "question_text": null, "question": "Which?" }),
    );
    assert_eq!(parse(&question).unwrap().questions[0].text, "Which?");
}

#[test]
fn two_fields_that_say_how_it_is_answered() {
    for (kind, many, conflicts) in [
        ("multiple_choice", true, true),
        ("multiple_choice", false, false),
        ("checkbox", false, true),
        ("checkbox", true, false),
    ] {
        let question = with(yes_no("a"), &json!({ "type": kind, "multiSelect": many }));
        match conflicts {
            true => check(&json!([question]), &[("[0].multiSelect", "[0].type")]),
            false => is_read(&json!([question])),
        }
    }
}

#[test]
fn two_branches_of_one_answer() {
    let question = json!({ "question_id": "a", "question_text": "?", "type": "boolean",
        "follow_up_questions": { "yes": [yes_no("b")], "true": [yes_no("c")] } });
    check(
        &question,
        &[("follow_up_questions.true", "follow_up_questions.yes")],
    );
}

/// `"Yes"` given as an answer would be the one option by its id, and the other by its label.
#[test]
fn an_id_that_is_another_option_s_label() {
    let options = json!([{ "id": "No", "label": "Yes" }, { "id": "Yes", "label": "No" }]);
    check(
        &json!([with(yes_no("a"), &json!({ "options": options }))]),
        &[
            ("[0].options[0].id", "[0].options[1].label"),
            ("[0].options[1].id", "[0].options[0].label"),
        ],
    );
}

#[test]
fn two_names_of_the_call() {
    let call = json!({ "name": "AskUserQuestion", "id": "t1",
        "input": { "questions": list("Which?"), "tool_use_id": "t2" } });
    check(&call, &[("input.tool_use_id", "id")]);
    let same = json!({ "name": "AskUserQuestion", "id": "t1",
        "input": { "questions": list("Which?"), "tool_use_id": "t1" } });
    assert_eq!(parse(&same).unwrap().tool_use_id.as_deref(), Some("t1"));
}
