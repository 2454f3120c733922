//! What an ask comes wrapped in: a list, a tool call, a message, a push, a JSON string.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::issue::Issue;
use crate::json::{self, Place};
use crate::limits;
use crate::problem::Problem;
use crate::safe_text;

/// Wrappings inside wrappings, at most.
const LAYERS: usize = 6;

/// Fields that questions can be wrapped in.
const WRAPPINGS: &[&str] = &["questions", "message", "content", "input", "arguments"];
/// Fields that make an object one question alone.
const LONE: &[&str] = &[
    "question_text",
    "questionText",
    "question_id",
    "questionId",
    "question",
];

/// The questions taken out of their wrapping.
#[derive(Default)]
pub(super) struct Envelope<'v> {
    /// The path that they had in it.
    pub(super) path: String,
    /// Whether a list stood there, and not one question alone.
    pub(super) listed: bool,
    pub(super) questions: Cow<'v, [Value]>,
    pub(super) tool_use_id: Option<String>,
    /// Where the name of the call stood.
    tool_use_id_at: String,
    /// Where the asker tried to bring answers along.
    pub(super) answers: Vec<String>,
}

impl<'v> Envelope<'v> {
    pub(super) fn open(input: &'v Value) -> Result<Self, Vec<Issue>> {
        Self::default().unwrap(input, Place::At(""), 0)
    }

    fn unwrap(self, value: &'v Value, place: Place<'_>, layer: usize) -> Result<Self, Vec<Issue>> {
        if layer > LAYERS {
            return one(place, Problem::NoQuestions);
        }
        match value {
            Value::String(text) => {
                let inner = inner_json(text, place)?;
                let opened = Envelope::unwrap(self, &inner, place, layer + 1)?;
                Ok(opened.into_owned())
            }
            Value::Array(items) if items.iter().any(is_block) => {
                self.unwrap_blocks(items, place, layer)
            }
            Value::Array(items) => Ok(self.with_list(items, place)),
            Value::Object(object) => self.unwrap_object(value, object, place, layer),
            other => one(place, Problem::wrong_type("object", other)),
        }
    }

    fn unwrap_object(
        mut self,
        value: &'v Value,
        object: &'v Map<String, Value>,
        place: Place<'_>,
        layer: usize,
    ) -> Result<Self, Vec<Issue>> {
        let mut holders = holders(object);
        if let (Some(first), Some(second)) = (holders.next(), holders.next()) {
            return one(place.key(second), Problem::conflict(place.key(first)));
        }
        drop(holders);
        if let Some(message @ Value::Object(_)) = object.get("message") {
            return self.unwrap(message, place.key("message"), layer + 1);
        }
        if let Some(content @ Value::Array(_)) = object.get("content") {
            return self.unwrap(content, place.key("content"), layer + 1);
        }
        if let (Some(name), Some((key, input))) = (
            object.get("name").and_then(Value::as_str),
            first_of(object, &["input", "arguments"]),
        ) {
            if !is_our_tool(name) {
                return one(place.key("name"), Problem::OtherTool(name.to_owned()));
            }
            self.take_tool_use_id(object.get("id"), place.key("id"))?;
            return self.unwrap(input, place.key(key), layer + 1);
        }
        if object.contains_key("answers") {
            self.answers.push(place.key("answers").path());
        }
        self.take_tool_use_id(object.get("tool_use_id"), place.key("tool_use_id"))?;
        if let Some(questions) = object.get("questions") {
            return self.with_questions(questions, place.key("questions"));
        }
        if let Some(question @ Value::Object(_)) = object.get("question") {
            return Ok(self.with_one(question, place.key("question")));
        }
        if LONE.iter().any(|key| object.contains_key(*key)) {
            return Ok(self.with_one(value, place));
        }
        one(place.key("questions"), Problem::Missing)
    }

    fn unwrap_blocks(
        self,
        items: &'v [Value],
        place: Place<'_>,
        layer: usize,
    ) -> Result<Self, Vec<Issue>> {
        let text = |item: &'v Value, key: &str| item.get(key).and_then(Value::as_str);
        let is_call = |item: &'v Value| text(item, "type") == Some("tool_use");
        let is_ours = |item: &'v Value| text(item, "name").is_some_and(is_our_tool);
        let asks = |item: &'v Value| match (text(item, "type"), item) {
            (Some("tool_use"), _) => is_ours(item),
            (Some("text" | "thinking") | None, Value::Object(object)) => {
                holders(object).next().is_some()
            }
            // Other blocks have contents and inputs of their own.
            (Some(_), Value::Object(object)) => {
                holders(object).any(|key| key == WRAPPINGS[0] || LONE.contains(&key))
            }
            _ => false,
        };
        let mut asking = items.iter().enumerate().filter(|(_, item)| asks(item));
        let ours = asking.next();
        if let (Some((first, _)), Some((second, _))) = (ours, asking.next()) {
            return one(place.item(second), Problem::conflict(place.item(first)));
        }
        let other = || items.iter().enumerate().find(|(_, item)| is_call(item));
        match ours.filter(|(_, item)| is_call(item)).or_else(other) {
            Some((n, call)) => self.unwrap(call, place.item(n), layer + 1),
            None => one(place, Problem::NoQuestions),
        }
    }

    fn with_questions(self, questions: &'v Value, place: Place<'_>) -> Result<Self, Vec<Issue>> {
        match questions {
            Value::String(text) => {
                let inner = inner_json(text, place)?;
                match &inner {
                    Value::String(_) => one(place, Problem::wrong_type("array", &inner)),
                    inner => {
                        let opened = Envelope::with_questions(self, inner, place)?;
                        Ok(opened.into_owned())
                    }
                }
            }
            Value::Array(items) => Ok(self.with_list(items, place)),
            Value::Object(_) => Ok(self.with_list(std::slice::from_ref(questions), place)),
            other => one(place, Problem::wrong_type("array", other)),
        }
    }

    fn with_list(self, items: &'v [Value], place: Place<'_>) -> Self {
        Self {
            path: place.path(),
            listed: true,
            questions: Cow::Borrowed(items),
            ..self
        }
    }

    fn with_one(self, question: &'v Value, place: Place<'_>) -> Self {
        Self {
            listed: false,
            ..self.with_list(std::slice::from_ref(question), place)
        }
    }

    /// With questions that live no longer than this does.
    fn into_owned<'o>(self) -> Envelope<'o> {
        Envelope {
            path: self.path,
            listed: self.listed,
            questions: Cow::Owned(self.questions.into_owned()),
            tool_use_id: self.tool_use_id,
            tool_use_id_at: self.tool_use_id_at,
            answers: self.answers,
        }
    }

    fn take_tool_use_id(&mut self, id: Option<&Value>, place: Place<'_>) -> Result<(), Vec<Issue>> {
        match id {
            None | Some(Value::Null) => Ok(()),
            Some(Value::String(id)) => {
                let (max, got) = (limits::ID_CHARS, safe_text::count(id));
                if got > max {
                    return one(place, Problem::TooLong { max, got });
                }
                if id.contains('\0') {
                    return one(place, Problem::Nul);
                }
                if id.is_empty() {
                    return Ok(());
                }
                if self.tool_use_id.as_ref().is_some_and(|other| other != id) {
                    return one(place, Problem::conflict(self.tool_use_id_at.as_str()));
                }
                self.tool_use_id = Some(id.clone());
                self.tool_use_id_at = place.path();
                Ok(())
            }
            Some(other) => one(place, Problem::wrong_type("string", other)),
        }
    }
}

/// The fields of an object that questions could be read from, where several could the first of each.
/// All the fields of one question alone are one.
fn holders(object: &Map<String, Value>) -> impl Iterator<Item = &'static str> {
    let lone = |key: &&&str| object.get(**key).is_some_and(|value| !value.is_null());
    let mut lone = LONE.iter().filter(lone).copied();
    let first = lone.next();
    // A question in a field of its own is not a field of the question beside it.
    let apart = lone.find(|key| object.get(*key).is_some_and(Value::is_object));
    second_reading(object).chain(first).chain(apart)
}

/// The fields of an object that hold, or seem to hold, a list of questions or their wrapping.
pub(super) fn second_reading(object: &Map<String, Value>) -> impl Iterator<Item = &'static str> {
    let nested = |key: &&&str| match object.get(**key) {
        Some(Value::Object(_) | Value::Array(_)) => true,
        Some(Value::String(text)) => text.trim_start().starts_with(['{', '[']),
        _ => false,
    };
    WRAPPINGS.iter().filter(nested).copied()
}

/// Nothing can be read past this one.
fn one<T>(place: Place<'_>, problem: Problem) -> Result<T, Vec<Issue>> {
    Err(vec![Issue::new(place, problem)])
}

fn inner_json(text: &str, place: Place<'_>) -> Result<Value, Vec<Issue>> {
    json::read(text.as_bytes()).map_err(|issues| {
        let path = place.path();
        let placed = |issue: Issue| Issue::new(json::within(&path, &issue.path), issue.problem);
        issues.into_iter().map(placed).collect()
    })
}

fn first_of<'o, 'k>(
    object: &'o Map<String, Value>,
    keys: &[&'k str],
) -> Option<(&'k str, &'o Value)> {
    keys.iter()
        .find_map(|key| object.get(*key).map(|value| (*key, value)))
}

/// A content block of a message, as opposed to a question, whose type can be `text` too.
fn is_block(item: &Value) -> bool {
    match item.get("type").and_then(Value::as_str) {
        Some("tool_use" | "tool_result" | "thinking") => true,
        Some("text") => item.get("text").is_some(),
        _ => false,
    }
}

/// `AskUserQuestion`, `ask_user_question`, and the same behind an MCP server's prefix.
/// Whether a tool of this name asks a person, in whichever spelling, and behind whichever MCP server.
pub fn is_our_tool(name: &str) -> bool {
    let last = name.rsplit("__").next().unwrap_or(name);
    last.chars()
        .filter(|c| *c != '_' && *c != '-')
        .flat_map(char::to_lowercase)
        .eq("askuserquestion".chars())
}
