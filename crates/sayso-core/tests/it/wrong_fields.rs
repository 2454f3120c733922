//! Wrong types for every field, answers where none belong, nothing to ask, and too much of it.

use sayso_core::dialect;
use sayso_core::dialect::Parsed;
use sayso_core::issue::Issue;
use sayso_core::limits::Limits;
use serde_json::{Value, json};

use crate::life::{lines, with, yes_no};

fn parse(input: &Value) -> Result<Parsed, Vec<Issue>> {
    dialect::parse(input, &Limits::api())
}

#[track_caller]
fn check_refused(input: &Value, expected: &[&str]) {
    assert_eq!(lines(&parse(input).unwrap_err()), expected, "{input}");
}

fn claude() -> Value {
    json!({ "question": "Which?", "header": "H", "multiSelect": true, "options": [
        { "label": "A", "description": "a" }, { "label": "B", "description": "b" } ] })
}

#[test]
fn wrong_types_for_every_field() {
    let got = |value: &Value| match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let every = [
        json!(true),
        json!(7),
        json!(-0.5),
        json!("x"),
        json!(["x"]),
        json!({ "x": 1 }),
    ];
    type Build = fn(Value) -> Value;
    let rows: [(&str, &str, Build); 14] = [
        ("question", "string", |v| {
            with(claude(), &json!({ "question": v }))
        }),
        ("header", "string", |v| {
            with(claude(), &json!({ "header": v }))
        }),
        ("multiSelect", "boolean", |v| {
            with(claude(), &json!({ "multiSelect": v }))
        }),
        ("required", "boolean", |v| {
            with(claude(), &json!({ "required": v }))
        }),
        ("allow_other", "boolean", |v| {
            with(claude(), &json!({ "allow_other": v }))
        }),
        ("options", "array", |v| {
            with(claude(), &json!({ "options": v }))
        }),
        ("options[0].label", "string", |v| {
            option(&json!({ "label": v }))
        }),
        ("options[0].description", "string", |v| {
            option(&json!({ "description": v }))
        }),
        ("options[0].preview", "string", |v| {
            option(&json!({ "preview": v }))
        }),
        ("options[0].default", "boolean", |v| {
            option(&json!({ "default": v }))
        }),
        ("options[0].id", "string", |v| option(&json!({ "id": v }))),
        ("question_id", "string", |v| {
            with(yes_no("a"), &json!({ "question_id": v }))
        }),
        ("question_text", "string", |v| {
            with(yes_no("a"), &json!({ "question_text": v }))
        }),
        ("description", "string", |v| {
            with(yes_no("a"), &json!({ "description": v }))
        }),
    ];
    for (field, expected, build) in rows {
        for value in every.iter().filter(|value| got(value) != expected) {
            // An unusable option list is seen before its elements are.
            let line = format!(
                "questions[0].{field}: must be {expected}, got {}",
                got(value)
            );
            check_refused(&json!({ "questions": [build(value.clone())] }), &[&line]);
        }
    }
}

fn option(changes: &Value) -> Value {
    let first = with(json!({ "label": "A", "description": "a" }), changes);
    with(claude(), &json!({ "options": [first, "B"] }))
}

#[test]
fn wrong_types_in_the_id_dialect() {
    let text = json!({ "question_id": "t", "question_text": "?", "type": "text" });
    let rows = [
        (
            with(yes_no("a"), &json!({ "type": 7 })),
            "type: must be string, got number",
        ),
        (
            with(yes_no("a"), &json!({ "type": "slider" })),
            "type: must be multiple_choice, checkbox, text, boolean, got \"slider\"",
        ),
        (
            with(yes_no("a"), &json!({ "type": null })),
            "type: required",
        ),
        (
            with(text.clone(), &json!({ "secret": "yes" })),
            "secret: must be boolean, got string",
        ),
        (
            with(yes_no("a"), &json!({ "secret": true })),
            "secret: makes no sense for a multiple_choice question",
        ),
        (
            with(text.clone(), &json!({ "options": ["A"] })),
            "options: makes no sense for a text question",
        ),
        (
            with(yes_no("a"), &json!({ "options": [] })),
            "options: at least 1 needed, got 0",
        ),
        (
            with(yes_no("a"), &json!({ "options": null })),
            "options: required",
        ),
        (
            with(yes_no("a"), &json!({ "context": "a.rs" })),
            "context: must be array, got string",
        ),
        (
            with(yes_no("a"), &json!({ "context": [{ "lines": [1, 2] }] })),
            "context[0]: expected {\"path\":\"…\",\"lines\":[first,last]}",
        ),
        (
            with(yes_no("a"), &json!({ "context": vec!["a"; 17] })),
            "context: at most 16 allowed, got 17",
        ),
        (
            with(yes_no("a"), &json!({ "follow_up_questions": [] })),
            "follow_up_questions: must be object, got array",
        ),
        (
            with(
                yes_no("a"),
                &json!({ "follow_up_questions": { "yes": "what?" } }),
            ),
            "follow_up_questions.yes: must be array, got string",
        ),
        (
            with(
                yes_no("a"),
                &json!({ "follow_up_questions": { "yes": ["what?"] } }),
            ),
            "follow_up_questions.yes[0]: must be object, got string",
        ),
        (
            with(
                yes_no("a"),
                &json!({ "options": [
                { "id": "a", "label": "A", "default": true },
                { "id": "b", "label": "B", "default": true } ] }),
            ),
            "options.default: at most 1 allowed, got 2",
        ),
    ];
    for (question, line) in rows {
        check_refused(&json!([question]), &[&format!("[0].{line}")]);
        check_refused(&question, &[line]);
    }
    // All of it, in the follow-ups too, in one go.
    check_refused(
        &json!({ "questions": [
            with(text, &json!({ "options": ["A"], "follow_up_questions": { "x": [{ "type": "boolean" }] } })),
            with(yes_no("b"), &json!({ "question_text": 1, "follow_up_questions": { "yes": [{ "question_text": "?", "type": "bool" }] } })),
        ] }),
        &[
            "questions[0].options: makes no sense for a text question",
            "questions[0].follow_up_questions.x[0].question_text: required",
            "questions[1].question_text: must be string, got number",
            "questions[1].follow_up_questions.yes[0].type: \
             must be multiple_choice, checkbox, text, boolean, got \"bool\"",
        ],
    );
}

/// Answers come from the person; an asker that brings some along is told so, once a place.
#[test]
fn answers_in_the_input() {
    let say = "answers come from the person, never from the asker; remove this field";
    for (input, places) in [
        (
            json!({ "questions": [claude()], "answers": { "H": "A" } }),
            &["answers"][..],
        ),
        (
            json!({ "questions": [claude()], "answers": null }),
            &["answers"],
        ),
        (with(claude(), &json!({ "answers": {} })), &["answers"]),
        (
            json!({ "questions": [with(claude(), &json!({ "answers": {} }))], "answers": {} }),
            &["answers", "questions[0].answers"],
        ),
        (
            json!({ "name": "AskUserQuestion", "input": { "questions": [claude()], "answers": {} } }),
            &["input.answers"],
        ),
        (with(yes_no("a"), &json!({ "answers": {} })), &["answers"]),
        (with(yes_no("a"), &json!({ "answer": "yes" })), &["answer"]),
        (
            json!([with(
                yes_no("a"),
                &json!({ "follow_up_questions": {
                "yes": [with(yes_no("b"), &json!({ "answer": "yes" }))] } })
            )]),
            &["[0].follow_up_questions.yes[0].answer"],
        ),
        (
            json!({ "type": "ask_user_question", "question": yes_no("a"), "answers": {} }),
            &["answers"],
        ),
    ] {
        let expected: Vec<String> = places
            .iter()
            .map(|place| format!("{place}: {say}"))
            .collect();
        check_refused(
            &input,
            &expected.iter().map(String::as_str).collect::<Vec<_>>(),
        );
    }
}

#[test]
fn nothing_to_ask() {
    for (input, line) in [
        (json!({}), "questions: required"),
        (json!([]), "questions: at least 1 needed, got 0"),
        (json!("[]"), "questions: at least 1 needed, got 0"),
        (
            json!({ "questions": {} }),
            "questions[0].question: required",
        ),
        (
            json!({ "questions": "hello" }),
            "questions: not valid JSON: expected value at line 1 column 1",
        ),
        (
            json!({ "questions": "\"[]\"" }),
            "questions: must be array, got string",
        ),
        (
            json!("hello"),
            "not valid JSON: expected value at line 1 column 1",
        ),
        (
            json!({ "question": 7 }),
            "question: must be string, got number",
        ),
        (
            json!({ "name": "Bash", "input": { "command": "ls" } }),
            "name: a call of the tool \"Bash\", not of ask_user_question",
        ),
        (
            json!({ "role": "assistant", "content": [{ "type": "thinking", "thinking": "…" }] }),
            "content: no question here; send {\"questions\":[…]}",
        ),
        (
            json!({ "tool_use_id": 7, "questions": [claude()] }),
            "tool_use_id: must be string, got number",
        ),
        (
            json!({ "tool_use_id": "x".repeat(257), "questions": [claude()] }),
            "tool_use_id: at most 256 characters, got 257",
        ),
    ] {
        let lines = lines(&parse(&input).unwrap_err());
        assert_eq!(lines[0], line, "{input}");
    }
}

#[test]
fn too_many_questions_and_too_deep_follow_ups() {
    let nested = |levels: usize| {
        (0..levels).rev().fold(yes_no("leaf"), |inner, level| {
            with(
                yes_no(&format!("q{level}")),
                &json!({ "follow_up_questions": { "yes": [inner] } }),
            )
        })
    };
    assert!(parse(&nested(5)).is_ok());
    let place = ["follow_up_questions"; 6].join(".yes[0].");
    check_refused(
        &nested(6),
        &[&format!("{place}: nested deeper than 5 levels")],
    );

    let wide = |count: usize| {
        let below: Vec<Value> = (0..count).map(|n| yes_no(&format!("f{n}"))).collect();
        json!([with(
            yes_no("a"),
            &json!({ "follow_up_questions": { "yes": below } })
        )])
    };
    assert!(parse(&wide(63)).is_ok());
    check_refused(&wide(64), &["questions: at most 64 allowed, got 65"]);
}
