//! Answers that were written down beforehand: `--answers FILE`.

use serde_json::{Value, json};

use crate::questions::{ask, auth, colour, deploy, features, name, with};
use crate::running::Done;
use crate::stage::Stage;

fn run(stage: &Stage, questions: &[Value], answers: &str) -> Done {
    let file = stage.file("answers.json", answers);
    stage
        .sayso(["ask", &ask(questions), "--answers", &file])
        .done()
}

#[track_caller]
fn takes(questions: &[Value], answers: &Value, expected: &Value) {
    let stage = Stage::new();
    let done = run(&stage, questions, &answers.to_string()).exits(0);
    done.prints(&json!({ "answers": expected }).to_string())
        .complains(&[]);
    let outcome = &stage.history()[0];
    assert_eq!(outcome["via"], "file");
    assert_eq!(outcome["decided_by"], "file");
}

#[track_caller]
fn refuses(questions: &[Value], answers: &Value, why: &[&str]) {
    refuses_text(questions, &answers.to_string(), why);
}

#[track_caller]
fn refuses_text(questions: &[Value], answers: &str, why: &[&str]) {
    let stage = Stage::new();
    let done = run(&stage, questions, answers).exits(1).prints_nothing();
    for why in why {
        assert!(done.stderr.contains(why), "no {why:?} in {:?}", done.stderr);
    }
    let states = stage.states();
    assert!(
        states.iter().all(|state| state == "cancelled"),
        "{states:?}"
    );
    assert_eq!(stage.pending().len(), 0);
}

#[test]
fn questions_by_id_header_or_text() {
    for key in ["colour", "Colour", "Which colour?"] {
        takes(
            &[colour()],
            &json!({ key: "red" }),
            &json!({ "Colour": "Red" }),
        );
        takes(
            &[colour()],
            &json!({ "answers": { key: "red" } }),
            &json!({ "Colour": "Red" }),
        );
    }
    for key in [
        "r1.q1",
        "Auth method",
        "Which authentication method should we use?",
    ] {
        takes(
            &[auth()],
            &json!({ key: "JWT" }),
            &json!({ "Auth method": "JWT" }),
        );
    }
}

#[test]
fn options_by_id_or_label() {
    for option in ["blue", "Blue"] {
        takes(
            &[colour()],
            &json!({ "colour": option }),
            &json!({ "Colour": "Blue" }),
        );
        let many = with(colour(), &json!({ "type": "checkbox" }));
        for option in [json!(option), json!([option])] {
            takes(
                std::slice::from_ref(&many),
                &json!({ "colour": option }),
                &json!({ "Colour": "Blue" }),
            );
        }
        takes(
            &[many],
            &json!({ "colour": [option, "red"] }),
            &json!({ "Colour": "Blue, Red" }),
        );
    }
}

#[test]
fn every_kind() {
    takes(
        &[auth(), features()],
        &json!({ "Features": ["Metrics", { "other": "Tracing" }], "Auth method": { "other": "Passkeys" } }),
        &json!({ "Auth method": "Other (custom: Passkeys)", "Features": "Metrics, Other (custom: Tracing)" }),
    );
    takes(
        &[name(), deploy()],
        &json!({ "name": "Otto\nof Berlin", "deploy": false }),
        &json!({ "name": "Otto\nof Berlin", "deploy": "false" }),
    );
}

#[test]
fn what_is_not_required_may_be_left_out() {
    let optional = with(deploy(), &json!({ "required": false }));
    for answers in [
        json!({ "name": "Otto" }),
        json!({ "name": "Otto", "deploy": null }),
    ] {
        takes(
            &[name(), optional.clone()],
            &answers,
            &json!({ "name": "Otto" }),
        );
    }
}

#[test]
fn follow_ups_by_their_own_ids() {
    let parent = with(
        colour(),
        &json!({ "follow_up_questions": { "red": [
        { "question_id": "shade", "question_text": "How dark?", "type": "text" },
    ] } }),
    );
    takes(
        std::slice::from_ref(&parent),
        &json!({ "colour": "red", "shade": "very" }),
        &json!({ "Colour": "Red", "shade": "very" }),
    );
    refuses(
        std::slice::from_ref(&parent),
        &json!({ "colour": "red" }),
        &["- answers.shade: required, but not answered"],
    );
    // What is not asked is left out, whatever the file holds.
    takes(
        &[parent],
        &json!({ "colour": "blue", "shade": "very" }),
        &json!({ "Colour": "Blue" }),
    );
}

#[test]
fn wrong_keys_are_all_named() {
    refuses(
        &[auth()],
        &json!({ "Auth method": "JWT", "Colour": "red", "\u{1b}[2J": 1 }),
        &[r#"no such question: "Colour", "\u{1b}[2J""#],
    );
}

/// A name that two questions have stands for neither.
#[test]
fn a_name_of_two_questions_is_refused() {
    let by = |id: &str, header: &str, text: &str| json!({ "question_id": id, "header": header, "question_text": text, "type": "boolean" });
    let questions = [by("a", "Prod", "Delete it?"), by("b", "Test", "Prod")];
    refuses(
        &questions,
        &json!({ "Prod": true }),
        &[r#"several questions have this name, use their ids: "Prod""#],
    );
    takes(
        &[
            by("a", "Prod", "Delete it?"),
            by("Prod", "Test", "Keep it?"),
        ],
        &json!({ "Prod": true, "a": false }),
        &json!({ "Prod": "false", "Test": "true" }),
    );
}

#[test]
fn wrong_values_are_all_named() {
    refuses(
        &[auth(), features()],
        &json!({ "Auth method": "Kerberos", "Features": ["Caching", "Tracing"] }),
        &[
            r#"- answers.r1.q1: "Kerberos" is not offered; expected one of "OAuth 2.0", "JWT", {"other":"…"}"#,
            r#"- answers.r1.q2: "Tracing" is not offered; expected one of "Caching", "Logging", "Metrics", {"other":"…"}"#,
        ],
    );
    refuses(
        &[name(), deploy()],
        &json!({ "name": 7, "deploy": "yes" }),
        &[
            "- answers.name: expected a string",
            "- answers.deploy: expected true or false",
        ],
    );
    refuses(
        &[name(), deploy()],
        &json!({ "name": "x".repeat(10_001), "deploy": true }),
        &["- answers.name: at most 10000 characters, got 10001"],
    );
    refuses(
        &[name(), deploy()],
        &json!({ "name": " ", "deploy": null }),
        &[
            "- answers.name: required, but not answered",
            "- answers.deploy: required, but not answered",
        ],
    );
    refuses(
        &[with(auth(), &json!({ "allow_other": false }))],
        &json!({ "Auth method": { "other": "Passkeys" } }),
        &["own words are not taken here"],
    );
    refuses(
        &[features()],
        &json!({ "Features": ["Caching", "Caching"] }),
        &["stands twice"],
    );
    refuses(
        &[auth()],
        &json!({}),
        &["- answers.r1.q1: required, but not answered"],
    );
}

#[test]
fn files_that_hold_no_answers() {
    for (text, why) in [
        ("", "not valid JSON"),
        ("{", "not valid JSON"),
        ("[]", "answers are written as"),
        ("7", "answers are written as"),
        (r#"{"answers":[]}"#, "answers are written as"),
        (
            r#"{"Auth method":"JWT","Auth method":"OAuth 2.0"}"#,
            "the key \"Auth method\" stands twice",
        ),
    ] {
        refuses_text(&[auth()], text, &["Error: ", "answers.json: ", why]);
    }
    let stage = Stage::new();
    let file = stage.file("answers.json", b"\xff{}");
    let call = stage.sayso(["ask", &ask(&[auth()]), "--answers", &file]);
    call.done().exits(1).prints_nothing();
    let call = stage.sayso(["ask", &ask(&[auth()]), "--answers", "/dev/zero"]);
    call.done().exits(1).prints_nothing();
    assert_eq!(stage.states(), [] as [&str; 0]);
}

/// A file answers in place of a person, so it needs none; and a person is not asked.
#[test]
fn nobody_is_asked() {
    let stage = Stage::new();
    let file = stage.file("answers.json", r#"{"Auth method":"JWT"}"#);
    let call = stage.sayso(["ask", &ask(&[auth()]), "--answers", &file]);
    let done = call.at_terminal().done().exits(0);
    assert_eq!(done.screen, "");
    let call = stage.sayso(["ask", &ask(&[auth()]), "--answers", &file]);
    let jwt = r#"{"answers":{"Auth method":"JWT"}}"#;
    call.piped("1\n").done().exits(0).prints(jwt);
}
