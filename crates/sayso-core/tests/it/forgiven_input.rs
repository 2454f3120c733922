//! Odd wrappings and spellings are forgiven: the same model comes out.

use sayso_core::dialect::{self, Dialect, Parsed};
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

/// The same model as the plain form, whatever it is wrapped in.
#[track_caller]
fn check_same(plain: &Value, tool_use_id: Option<&str>, odd: &[Value]) {
    let mut expected = parse(plain).unwrap();
    expected.tool_use_id = tool_use_id.map(str::to_owned);
    for input in odd {
        assert_eq!(parse(input).as_ref(), Ok(&expected), "{input}");
        assert_eq!(parse(input).unwrap().digest, expected.digest);
    }
}

fn claude() -> Value {
    json!({ "question": "Which?", "header": "H", "multiSelect": true, "options": [
        { "label": "A", "description": "a" }, { "label": "B", "description": "b" } ] })
}

/// Every wrapping of spec §2.1, around either dialect.
#[test]
fn wrappings() {
    for list in [
        json!([claude()]),
        json!([yes_no("a")]),
        json!([yes_no("a"), yes_no("b")]),
    ] {
        let plain = json!({ "questions": list });
        let block =
            |name: &str| json!({ "type": "tool_use", "id": "t1", "name": name, "input": plain });
        let message = json!({ "type": "message", "role": "assistant", "content": [
            { "type": "thinking", "thinking": "Let me ask." },
            { "type": "text", "text": "One question:" },
            { "type": "tool_use", "id": "t0", "name": "Bash", "input": { "command": "ls" } },
            block("AskUserQuestion"),
        ] });
        check_same(
            &plain,
            None,
            &[
                list.clone(),
                json!(plain.to_string()),
                json!(list.to_string()),
                json!({ "questions": list.to_string() }),
                json!({ "name": "ask_user_question", "arguments": plain }),
                json!({ "name": "ask_user_question", "arguments": plain.to_string() }),
                json!({ "name": "mcp__sayso__ask_user_question", "input": plain }),
                json!({ "name": "ask-user-question", "input": list }),
            ],
        );
        check_same(
            &plain,
            Some("t1"),
            &[
                block("ask_user_question"),
                block("AskUserQuestion"),
                message.clone(),
                json!({ "type": "assistant", "message": message, "uuid": "u", "parentUuid": null }),
                json!({ "content": [block("AskUserQuestion")] }),
                json!([block("AskUserQuestion")]),
                json!({ "questions": list, "tool_use_id": "t1" }),
            ],
        );
    }
    for one in [claude(), yes_no("a")] {
        let plain = json!({ "questions": [one] });
        check_same(
            &plain,
            None,
            &[
                one.clone(),
                json!({ "questions": one }),
                json!(one.to_string()),
            ],
        );
        check_same(
            &plain,
            Some("t1"),
            &[
                json!({ "type": "ask_user_question", "question": one, "tool_use_id": "t1",
                      "timestamp": "2026-02-19T10:00:00.000Z" }),
            ],
        );
    }
}

#[test]
fn spellings() {
    let plain = with(
        yes_no("a"),
        &json!({ "allow_other": false, "follow_up_questions": { "yes": [yes_no("b")] } }),
    );
    let camel = json!({ "questionId": "a", "questionText": "a?", "type": "multipleChoice",
        "options": plain["options"], "allowOther": false,
        "followUpQuestions": { "yes": yes_no("b") } });
    check_same(
        &plain,
        None,
        &[
            camel,
            with(plain.clone(), &json!({ "type": "Multiple-Choice" })),
        ],
    );

    let strings = json!({ "question": "Which?", "multiSelect": false, "options": ["A", "B"] });
    let mut odd = Vec::new();
    for name in ["multi_select", "multiselect", "multiple"] {
        odd.push(json!({ "question": "Which?", name: false, "options": ["A", { "label": "B" }] }));
    }
    odd.push(json!({ "question": "Which?", "header": " ", "options": [{ "label": "A", "id": "A" }, "B"] }));
    odd.push(
        json!({ "question": "Which?", "choices": ["A", "B"], "context": null, "required": null }),
    );
    check_same(&strings, None, &odd);

    let yes = |trigger: &str| {
        json!({ "question_id": "a", "question_text": "?", "type": "boolean",
                "follow_up_questions": { trigger: [yes_no("b")] } })
    };
    check_same(&yes("true"), None, &[yes("yes")]);
    check_same(&yes("false"), None, &[yes("no")]);
    let files = json!([{ "path": "a.rs", "lines": [1, 9] }, { "path": "b.rs", "lines": [3, 3] }, { "path": "C:" }]);
    check_same(
        &with(yes_no("a"), &json!({ "context": files })),
        None,
        &[with(
            yes_no("a"),
            &json!({ "context": ["a.rs:1-9", "b.rs:3", "C:"] }),
        )],
    );
}

/// One question in the id dialect makes it the dialect of the call.
#[test]
fn mixed_dialects() {
    check_refused(
        &json!({ "questions": [yes_no("a"), claude()] }),
        &["questions[1].type: required"],
    );
    assert_eq!(parse(&json!([claude()])).unwrap().dialect, Dialect::Claude);
    let nameless = json!({ "question_text": "?", "type": "text" });
    let parsed = parse(&nameless).unwrap();
    assert_eq!(parsed.dialect, Dialect::Id);
    assert!(parsed.questions[0].id.is_unnamed());
}

/// Every field of either dialect, once, in the model that the wire and the log share.
#[test]
fn every_field() {
    let option =
        json!({ "id": "a", "label": "A", "description": "d", "default": true, "preview": "# A" });
    let shared = json!({ "header": "H", "options": [option], "allow_other": false, "required": false,
        "context": [{ "path": "a.rs", "lines": [1, 2] }] });
    let model =
        |question: &Value| serde_json::to_value(&parse(question).unwrap().questions[0]).unwrap();
    let claude = with(json!({ "question": "?", "multiSelect": true }), &shared);
    let expected = json!({ "question_id": "", "question_text": "?", "type": "checkbox" });
    assert_eq!(model(&claude), with(expected, &shared));
    let named =
        json!({ "question_id": "q", "question_text": "?", "type": "checkbox", "description": "D" });
    let named = with(named, &shared);
    assert_eq!(model(&named), named);
    let secret = json!({ "question_id": "q", "question_text": "?", "type": "text", "secret": true,
        "allow_other": true, "required": true });
    assert_eq!(model(&secret), secret);
}
