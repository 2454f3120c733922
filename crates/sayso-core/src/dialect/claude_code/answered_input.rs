//! An answer, in the place where Claude Code looks for it: the tool's own input.

use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::given::Given;
use crate::lang::Lang;
use crate::outcome::Outcome;
use crate::pick::Pick;
use crate::question::Question;
use crate::texts;

/// The fields of the tool's input that are the agent's own. Whatever else it wrote there could be
/// read as a person's word: the tool's format has `response`, `annotations` and more for those.
const OF_THE_AGENT: &[&str] = &["questions", "title", "metadata"];

/// The tool's input with the answers in it: `questions` as they came, `answers` keyed by the full
/// text of the question. None unless somebody answered.
pub fn answered_input(input: &Value, outcome: &Outcome, lang: Lang) -> Option<Value> {
    if !outcome.is_answered() {
        return None;
    }
    let raw = input.get("questions")?.as_array()?;
    let (mut answers, mut notes) = (Map::new(), Map::new());
    for (raw, question) in raw.iter().zip(outcome.questions.iter()) {
        let Some(answer) = outcome.closing.answers.get(&question.id) else {
            continue;
        };
        let text = raw["question"].as_str()?.to_owned();
        answers.insert(text.clone(), json!(value(raw, question, answer)));
        let mark = answer
            .defaulted
            .then(|| texts::chosen_by_nobody(lang).trim());
        let note: Vec<&str> = answer.note.as_deref().into_iter().chain(mark).collect();
        if !note.is_empty() {
            notes.insert(text, json!({ "notes": note.join(" ") }));
        }
    }
    if answers.is_empty() {
        return None;
    }
    let fields = input.as_object()?.iter();
    let mut answered: Map<String, Value> = fields
        .filter(|(name, _)| OF_THE_AGENT.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    answered.insert("answers".into(), Value::Object(answers));
    if !notes.is_empty() {
        answered.insert("annotations".into(), Value::Object(notes));
    }
    Some(Value::Object(answered))
}

fn value(raw: &Value, question: &Question, answer: &Answer) -> String {
    match &answer.given {
        Given::One(pick) => word(raw, question, pick),
        Given::Many(picks) => {
            let words = picks.iter().map(|pick| quoted(word(raw, question, pick)));
            words.collect::<Vec<_>>().join(", ")
        }
        Given::Text(words) => words.clone(),
        Given::Yes(yes) => yes.to_string(),
        Given::Hidden => String::new(),
    }
}

/// The label exactly as it was offered, or own words.
fn word(raw: &Value, question: &Question, pick: &Pick) -> String {
    match pick {
        Pick::Other(words) => words.clone(),
        Pick::Choice(id) => {
            let place = question.choices.iter().position(|choice| choice.id == *id);
            let option = place.and_then(|place| raw["options"].get(place));
            let label = option.and_then(|option| option["label"].as_str().or(option.as_str()));
            label.unwrap_or(id.as_str()).to_owned()
        }
    }
}

/// One of several, as the program's own dialog writes it.
fn quoted(word: String) -> String {
    if word.contains([',', '"']) {
        Value::from(word).to_string()
    } else {
        word
    }
}
