//! The questions of the tests.

use serde_json::{Value, json};

/// One of `yes` and `no`.
pub(crate) fn choice(id: &str) -> Value {
    json!({ "question_id": id, "question_text": format!("{id}?"), "type": "multiple_choice",
            "options": [{ "id": "yes", "label": "Yes, do" }, { "id": "no", "label": "No" }] })
}

/// Some of `a`, `b` and `c`.
pub(crate) fn boxes(id: &str) -> Value {
    json!({ "question_id": id, "question_text": format!("{id}?"), "type": "checkbox",
            "options": [{ "id": "a", "label": "A" }, { "id": "b", "label": "B" },
                        { "id": "c", "label": "C" }] })
}

/// Own words.
pub(crate) fn text(id: &str) -> Value {
    json!({ "question_id": id, "question_text": format!("{id}?"), "type": "text" })
}

/// Yes or no.
pub(crate) fn boolean(id: &str) -> Value {
    json!({ "question_id": id, "question_text": format!("{id}?"), "type": "boolean" })
}

/// A question with other fields set.
pub(crate) fn with(mut question: Value, fields: Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        question[name] = value.clone();
    }
    question
}

/// The seed's example: a choice, under it boxes, under those words.
pub(crate) fn auth() -> Value {
    json!({
        "question_id": "auth", "question_text": "Which strategy?", "type": "multiple_choice",
        "options": [{ "id": "oauth2", "label": "OAuth 2.0" }, { "id": "jwt", "label": "JWT" }],
        "follow_up_questions": { "oauth2": [{
            "question_id": "providers", "question_text": "Which providers?", "type": "checkbox",
            "options": [{ "id": "google", "label": "Google" }, { "id": "github", "label": "GitHub" }],
            "follow_up_questions": { "github": [
                { "question_id": "org", "question_text": "Which organisation?", "type": "text" },
            ]},
        }]},
    })
}
