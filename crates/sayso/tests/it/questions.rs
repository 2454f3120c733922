//! What the tests ask.

use serde_json::{Value, json};

/// What stands behind the box of a single choice.
pub(crate) const ONE: &str = "Enter number or 0 for custom: ";
/// What stands behind the box of a multiple choice.
pub(crate) const MANY: &str = "Enter numbers (e.g., 1,3) or 0 for custom: ";
/// What own words are asked for with.
pub(crate) const WORDS: &str = "Enter your answer: ";

/// A whole ask of these questions.
pub(crate) fn ask(questions: &[Value]) -> String {
    json!({ "questions": questions }).to_string()
}

/// The first example of S1.
pub(crate) fn auth() -> Value {
    json!({
        "question": "Which authentication method should we use?",
        "header": "Auth method",
        "options": [
            { "label": "OAuth 2.0", "description": "Industry standard, supports social login" },
            { "label": "JWT", "description": "Stateless tokens, good for APIs" },
        ],
        "multiSelect": false,
    })
}

/// A question of S1 with several answers.
pub(crate) fn features() -> Value {
    json!({
        "question": "Which features to enable?",
        "header": "Features",
        "options": [
            { "label": "Caching", "description": "Redis caching" },
            { "label": "Logging", "description": "JSON logs" },
            { "label": "Metrics", "description": "Prometheus" },
        ],
        "multiSelect": true,
    })
}

/// Own words, in the dialect with ids.
pub(crate) fn name() -> Value {
    json!({ "question_id": "name", "question_text": "What shall it be called?", "type": "text" })
}

/// Own words that nobody may see.
pub(crate) fn token() -> Value {
    json!({
        "question_id": "token",
        "question_text": "The deploy token?",
        "type": "text",
        "secret": true,
    })
}

/// Yes or no.
pub(crate) fn deploy() -> Value {
    json!({ "question_id": "deploy", "question_text": "Deploy now?", "type": "boolean" })
}

/// One of two colours; blue is declared as the default.
pub(crate) fn colour() -> Value {
    json!({
        "question_id": "colour",
        "header": "Colour",
        "question_text": "Which colour?",
        "type": "multiple_choice",
        "options": [{ "id": "red", "label": "Red" }, { "id": "blue", "label": "Blue", "default": true }],
    })
}

/// The same question with these fields in place of its own; `null` takes one out.
pub(crate) fn with(mut question: Value, fields: &Value) -> Value {
    for (name, value) in fields.as_object().unwrap() {
        let object = question.as_object_mut().unwrap();
        if value.is_null() {
            object.remove(name);
        } else {
            object.insert(name.clone(), value.clone());
        }
    }
    question
}
