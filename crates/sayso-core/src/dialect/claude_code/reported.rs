//! What Claude Code reports that a person answered in its own dialog.

use serde_json::{Value, json};

use crate::command::GivenAnswer;
use crate::kind::Kind;
use crate::question::Question;

/// The answers in a tool's response, for the questions that were asked; empty when it reports
/// that nobody answered.
pub fn reported(response: &Value, questions: &[Question]) -> Vec<GivenAnswer> {
    if response.get("afkTimeoutMs").is_some_and(|ms| !ms.is_null()) {
        return Vec::new();
    }
    let raw = response["questions"].as_array();
    let raw = raw.map(Vec::as_slice).unwrap_or_default();
    let pairs = raw.iter().zip(questions);
    pairs
        .filter_map(|(raw, question)| {
            let text = raw["question"].as_str()?;
            let value = value(&response["answers"][text], raw, question)?;
            let mut given = GivenAnswer::new(question.id.clone(), value);
            let note = response["annotations"][text]["notes"].as_str();
            given.note = note.filter(|note| !note.is_empty()).map(str::to_owned);
            Some(given)
        })
        .collect()
}

fn value(answer: &Value, raw: &Value, question: &Question) -> Option<Value> {
    let words: Vec<String> = match (answer, question.kind) {
        (Value::String(text), _) if text.trim().is_empty() => return None,
        (Value::String(text), Kind::Checkbox) => split(text),
        (Value::String(text), _) => vec![text.clone()],
        (Value::Array(items), _) => {
            let words = items.iter().filter_map(Value::as_str);
            words.map(str::to_owned).collect()
        }
        _ => return None,
    };
    let label = |option: &Value| {
        option["label"]
            .as_str()
            .or(option.as_str())
            .map(str::to_owned)
    };
    let labels: Vec<Option<String>> = raw["options"].as_array()?.iter().map(label).collect();
    let mut picks = Vec::new();
    let mut own = Vec::new();
    for word in words {
        let place = labels
            .iter()
            .position(|label| label.as_ref() == Some(&word));
        match place.and_then(|place| question.choices.get(place)) {
            Some(choice) => picks.push(json!(choice.id)),
            None => own.push(word),
        }
    }
    if !own.is_empty() {
        picks.push(json!({ "other": own.join(", ") }));
    }
    match question.kind {
        Kind::Checkbox => Some(Value::Array(picks)),
        _ => picks.into_iter().next(),
    }
}

/// Takes `a, "b, c", d` apart.
fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let mut quoted = serde_json::Deserializer::from_str(rest).into_iter::<String>();
        if rest.starts_with('"')
            && let Some(Ok(word)) = quoted.next()
        {
            let after = rest[quoted.byte_offset()..].trim_start();
            if after.is_empty() || after.starts_with(',') {
                words.push(word);
                rest = after.trim_start_matches(',').trim_start();
                continue;
            }
        }
        let (word, after) = rest.split_once(", ").unwrap_or((rest, ""));
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}
