//! Answers that were written down beforehand.

use std::fs::File;
use std::path::Path;

use sayso_core::command::GivenAnswer;
use sayso_core::id::ChoiceId;
use sayso_core::json;
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::on_the_table::whole_tree;
use sayso_core::question::{Question, Questions};
use serde_json::{Map, Value};

use super::input::bounded;

/// Answers that were written down beforehand, by question id, header or text. Options may be named
/// by id or by label, and a note may stand beside. They are checked like everyone's.
#[derive(Clone, Debug)]
pub(crate) struct AnswerFile(Map<String, Value>);

impl AnswerFile {
    /// Reads a file of `{"<question>": <answer>}`, also under `"answers"`.
    pub(crate) fn open(path: &Path, lang: Lang) -> Result<Self, String> {
        let bytes = File::open(path)
            .and_then(bounded)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Self::parse(&bytes, lang).map_err(|why| format!("{}: {why}", path.display()))
    }

    /// Reads the same from JSON.
    pub(crate) fn parse(bytes: &[u8], lang: Lang) -> Result<Self, String> {
        let value = json::read(bytes).map_err(|issues| {
            let lines: Vec<String> = issues.iter().map(|issue| issue.line(lang)).collect();
            lines.join("; ")
        })?;
        match value.get("answers").unwrap_or(&value) {
            Value::Object(answers) => Ok(Self(answers.clone())),
            _ => Err("answers are written as {\"<question id or header>\": <answer>}".into()),
        }
    }

    /// The answers to these questions; complains of what fits none of them.
    pub(crate) fn answers(&self, questions: &Questions) -> Result<Vec<GivenAnswer>, String> {
        let tree: Vec<&Question> = whole_tree(questions).collect();
        let mut given = Vec::new();
        let (mut strange, mut ambiguous) = (Vec::new(), Vec::new());
        for (name, value) in &self.0 {
            match find(&tree, name)[..] {
                [question] => given.push(given_for(question, value)),
                [] => strange.push(format!("{name:?}")),
                [..] => ambiguous.push(format!("{name:?}")),
            }
        }
        if !strange.is_empty() {
            return Err(format!("no such question: {}", strange.join(", ")));
        }
        if !ambiguous.is_empty() {
            let names = ambiguous.join(", ");
            return Err(format!(
                "several questions have this name, use their ids: {names}"
            ));
        }
        Ok(given)
    }
}

/// The questions that a name stands for. An id stands for its question alone.
fn find<'q>(tree: &[&'q Question], name: &str) -> Vec<&'q Question> {
    let by = |fits: &dyn Fn(&Question) -> bool| -> Vec<&'q Question> {
        let all = tree.iter().copied();
        all.filter(|question| fits(question)).collect()
    };
    let by_id = by(&|q| q.id.as_str() == name);
    if by_id.is_empty() {
        by(&|q| q.header.as_deref() == Some(name) || q.text == name)
    } else {
        by_id
    }
}

/// The answer alone, or `{"answer": …, "note": "…"}`.
fn given_for(question: &Question, value: &Value) -> GivenAnswer {
    let (answer, note) = match value.get("answer") {
        Some(answer) => (answer, value.get("note").and_then(Value::as_str)),
        None => (value, None),
    };
    GivenAnswer {
        note: note.map(str::to_owned),
        ..GivenAnswer::new(question.id.clone(), by_id(question, answer))
    }
}

/// Labels become ids; whatever else stands there is left to the check.
fn by_id(question: &Question, value: &Value) -> Value {
    match (question.kind, value) {
        (Kind::MultipleChoice, option) => option_id(question, option),
        (Kind::Checkbox, Value::Array(options)) => options
            .iter()
            .map(|option| option_id(question, option))
            .collect(),
        (Kind::Checkbox, Value::String(_)) => Value::Array(vec![option_id(question, value)]),
        (_, other) => other.clone(),
    }
}

/// An id goes before a label of the same words.
fn option_id(question: &Question, option: &Value) -> Value {
    let Value::String(text) = option else {
        return option.clone();
    };
    let by_label = || question.choices.iter().find(|c| c.label == *text);
    let choice = question.choice(&ChoiceId::from(text.as_str()));
    let choice = choice.or_else(by_label);
    choice.map_or_else(|| option.clone(), |choice| Value::from(choice.id.as_str()))
}
