//! What the command prints (S1): `{"answers":{"<header>":"<label>"}}`.

use serde_json::{Map, Value, json};

use super::spoken::spoken;
use crate::interaction::shown;
use crate::outcome::Outcome;
use crate::question::Question;

/// What keys the answers in the command's output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeyBy {
    /// The header, as S1 has it; the id of a question that has none.
    #[default]
    Header,
    /// The question's text.
    Question,
    /// The question's id.
    Id,
}

/// `{"answers":{"<key>":"<label>"}}`; what nobody chose is listed under `"defaulted"`.
/// Where a key is taken already, the question's id keeps its answer from getting lost.
pub fn command_output(outcome: &Outcome, key_by: KeyBy) -> Value {
    let mut answers = Map::new();
    let mut defaulted = Vec::new();
    for place in shown(&outcome.questions, &outcome.closing.answers) {
        let question = place.question;
        let Some(answer) = outcome.closing.answers.get(&question.id) else {
            continue;
        };
        let mut key = key(question, key_by);
        if answers.contains_key(&key) {
            key = question.id.to_string();
        }
        while answers.contains_key(&key) {
            key.push('_');
        }
        if answer.defaulted {
            defaulted.push(Value::from(key.as_str()));
        }
        let words = spoken(question, answer, |words| format!("Other (custom: {words})"));
        answers.insert(key, Value::from(words));
    }
    let mut output = json!({ "answers": answers });
    if !defaulted.is_empty() {
        output["defaulted"] = Value::Array(defaulted);
    }
    output
}

fn key(question: &Question, key_by: KeyBy) -> String {
    match key_by {
        KeyBy::Header => question
            .header
            .clone()
            .unwrap_or_else(|| question.id.to_string()),
        KeyBy::Question => question.text.clone(),
        KeyBy::Id => question.id.to_string(),
    }
}
