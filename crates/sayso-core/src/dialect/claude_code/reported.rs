//! What Claude Code reports that a person answered in its own dialog.

use serde_json::{Map, Value, json};

use super::question_call::QuestionCall;
use crate::command::GivenAnswer;
use crate::kind::Kind;
use crate::question::Question;

/// The answers in a tool's response to these questions. Empty when it reports that nobody answered,
/// that the tool failed, or what other questions were answered.
pub fn reported(response: &Value, asked: &[Question]) -> Vec<GivenAnswer> {
    let Some(answers) = answers(response, asked) else {
        return Vec::new();
    };
    let notes = &response["annotations"];
    asked
        .iter()
        .filter_map(|question| {
            let value = value(answers.get(&question.text)?, question)?;
            let mut given = GivenAnswer::new(question.id.clone(), value);
            let note = notes[&question.text]["notes"].as_str();
            given.note = note.filter(|note| !note.is_empty()).map(str::to_owned);
            Some(given)
        })
        .collect()
}

/// The answers by the questions' texts, if they are to these questions and to no other.
fn answers<'r>(response: &'r Value, asked: &[Question]) -> Option<&'r Map<String, Value>> {
    let says = |name: &str| response.get(name).is_some_and(|value| !value.is_null());
    if says("afkTimeoutMs") || says("error") || response["is_error"] == true {
        return None;
    }
    let call = json!({ "questions": response["questions"] });
    let call = QuestionCall::read(&call).ok()?;
    let answers = response["answers"].as_object()?;
    let is_asked = |text: &String| asked.iter().any(|question| question.text == *text);
    (call.is_of(asked) && answers.keys().all(is_asked)).then_some(answers)
}

fn value(answer: &Value, question: &Question) -> Option<Value> {
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
    let mut picks = Vec::new();
    let mut own = Vec::new();
    for word in words {
        match question.choices.iter().find(|choice| choice.label == word) {
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
