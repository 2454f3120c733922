//! The bytes of the log, as an export gives them, of a whole session.

use serde_json::json;

use super::normal::Normal;
use super::{answer, check, id_of};
use crate::desk::Desk;
use crate::questions::{ask, auth, colour, features, name, token};
use crate::stage::Stage;

#[test]
fn of_a_whole_session() {
    let stage = Stage::new();
    let asks = |questions: &[serde_json::Value], more: &[&str]| {
        let question = ask(questions);
        let args = [
            "ask",
            "--session",
            "s",
            "--agent",
            "claude",
            "--no-wait",
            &question,
        ];
        id_of(&stage.sayso([&args[..], more].concat()).done().exits(7))
    };
    let id = asks(&[auth(), features()], &["--rounds", "4"]);
    answer(
        &stage,
        &id,
        r#"{"Auth method":"JWT","Features":["Caching",{"other":"Tracing"}]}"#,
    );
    let id = asks(&[name(), token()], &["--call", "key"]);
    answer(&stage, &id, r#"{"name":"Otto","token":"s3cret"}"#);
    let id = asks(&[auth()], &[]);
    stage
        .sayso(["cancel", &id, "--reason", "later"])
        .done()
        .exits(0);
    let id = asks(
        &[colour()],
        &["--timeout", "100ms", "--on-timeout", "default"],
    );
    stage.sayso(["wait", &id]).done().exits(5);

    // Over HTTP: a message, an answer in two parts, and a question taken back.
    let desk = Desk::start(&stage);
    let message = json!({ "uuid": "m1", "kind": "text", "content": { "text": "Done." } });
    desk.agent()
        .post("/api/sessions/s/messages", &message)
        .is(201);
    let body = json!({ "session_id": "s", "idempotency_key": "h1", "input": { "questions": [auth(), features()] } });
    let asked = desk.agent().post("/api/interactions", &body).is(201).json();
    let path = format!(
        "/api/interactions/{}/answer",
        asked["interaction_id"].as_str().unwrap()
    );
    let questions = asked["questions"].as_array().unwrap();
    for (question, answer) in questions.iter().zip([json!("JWT"), json!(["Logging"])]) {
        let id = question["question_id"].as_str().unwrap();
        let part = json!({ "answers": { id: answer }, "part": true });
        desk.person().post(&path, &part).is(200);
    }
    desk.stopped();

    let export = stage.sayso(["audit", "export"]).done().exits(0).stdout;
    let mut normal = Normal::default();
    normal.hides_folder(&stage.path(""));
    check("log", &normal.of(&without_durations(&export)));
}

/// The same bytes, with a word for what was measured.
fn without_durations(export: &str) -> String {
    let mut parts = export.split(r#""took_ms":"#);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text += r#""took_ms":<duration>"#;
        text += part.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    text
}
