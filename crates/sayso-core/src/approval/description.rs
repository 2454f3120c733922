//! What a question of Sayso's own says about something to approve.
//!
//! Field names and Sayso's own words begin a line; every line of what somebody else wrote stands
//! behind a gutter. So no value can pass for a field, or for Sayso's own words.

use std::borrow::Cow;

use serde_json::Value;

use crate::question::Question;

/// What stands before every line that somebody else wrote.
const GUTTER: &str = "│ ";

/// A line of what is to be approved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line<'q> {
    /// Sayso's own words, or the name of a field.
    Own(&'q str),
    /// Somebody else's words. They are drawn behind a gutter that is repeated on every row.
    Foreign(&'q str),
}

/// The question itself, and what it says about what is to be approved, line by line. Where Sayso
/// did not write the question, all of it is somebody else's.
pub fn lines(question: &Question) -> impl Iterator<Item = Line<'_>> {
    let is_ours = question.action_digest.is_some();
    let text = question.text.split('\n').map(move |line| match is_ours {
        true => Line::Own(line),
        false => Line::Foreign(line),
    });
    let description = question.description.as_deref();
    let about = description.into_iter().flat_map(|text| text.split('\n'));
    text.chain(about.map(move |line| match line.strip_prefix(GUTTER) {
        Some(words) if is_ours => Line::Foreign(words),
        None if is_ours => Line::Own(line),
        _ => Line::Foreign(line),
    }))
}

/// A description while it is written.
#[derive(Debug, Default)]
pub(crate) struct Description(Vec<String>);

impl Description {
    /// A line of Sayso's own.
    pub(crate) fn own(&mut self, line: impl Into<String>) {
        self.0.push(line.into());
    }

    /// Somebody else's words.
    pub(crate) fn foreign(&mut self, text: &str) {
        let lines = text.split('\n').map(|line| format!("{GUTTER}{line}"));
        self.0.extend(lines);
    }

    /// A field. Text stands as it is, other values as JSON.
    pub(crate) fn field(&mut self, name: &str, value: &Value) {
        let name = name_shown(name);
        match value {
            Value::String(text) => {
                self.own(format!("{name}:"));
                self.foreign(text);
            }
            Value::Array(_) | Value::Object(_) => {
                self.own(format!("{name} (JSON):"));
                self.foreign(&value.to_string());
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => self.own(format!("{name}: {value}")),
        }
    }

    /// All of it; none when there is nothing.
    pub(crate) fn text(self) -> Option<String> {
        (!self.0.is_empty()).then(|| self.0.join("\n"))
    }
}

/// A name that somebody else chose, whole and on one line; in quotation marks unless it is a word.
pub(crate) fn name_shown(name: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    if !name.is_empty() && name.chars().all(is_plain) {
        return name.into();
    }
    Value::from(name).to_string().into()
}
