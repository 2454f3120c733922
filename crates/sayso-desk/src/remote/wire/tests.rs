//! Answers as a desk writes them.

use sayso_core::given::Given;
use serde_json::{Value, json};

use super::{InteractionBody, RemoteError};

/// What the client makes of an answer to a question that may be secret.
fn read(secret: bool, answer: &Value, more: &Value) -> Result<Given, RemoteError> {
    let mut wire = json!({ "question_id": "q", "answer": answer });
    for (name, value) in more.as_object().unwrap() {
        wire[name] = value.clone();
    }
    let body = json!({
        "interaction_id": "00000000000000000000000000000001",
        "session_id": "s", "round": 1, "state": "answered",
        "questions": [{ "question_id": "q", "question_text": "?", "type": "text", "secret": secret }],
        "outcome": {
            "state": "answered", "answers": [wire], "decided_by": "person", "evidence": "page",
            "delivery": "waiting", "by": "ada", "via": "web", "at": "2026-02-19T10:00:00.000Z",
            "took_ms": 1,
        },
    });
    let body: InteractionBody = serde_json::from_value(body).unwrap();
    let outcome = body.into_interaction(Value::Null)?.outcome.unwrap();
    let (_, answer) = outcome.closing.answers.iter().next().unwrap();
    Ok(answer.given.clone())
}

#[test]
fn an_answer_that_cannot_be_read_is_an_error_and_no_mask() {
    let unreadable = Err(RemoteError::Unreadable("q".into()));
    let hidden = json!({ "hidden": true });
    for (secret, answer, more, expected) in [
        (
            false,
            json!("yes"),
            json!({}),
            Ok(Given::Text("yes".into())),
        ),
        (true, json!("yes"), json!({}), Ok(Given::Text("yes".into()))),
        (true, json!(null), hidden, Ok(Given::Hidden)),
        (true, json!(null), json!({}), unreadable.clone()),
        (false, json!(null), json!({}), unreadable.clone()),
        (false, json!(7), json!({}), unreadable.clone()),
        (false, json!({ "later": "kind" }), json!({}), unreadable),
    ] {
        assert_eq!(read(secret, &answer, &more), expected, "{answer} {more}");
    }
}
