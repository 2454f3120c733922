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

/// The questions taken out of their wrapping.
#[derive(Default)]
pub(super) struct Envelope<'v> {
    /// The path that they had in it.
    pub(super) path: String,
    /// Whether a list stood there, and not one question alone.
    pub(super) listed: bool,
    pub(super) questions: Cow<'v, [Value]>,
    pub(super) tool_use_id: Option<String>,
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
        if [
            "question_text",
            "questionText",
            "question_id",
            "questionId",
            "question",
        ]
        .iter()
        .any(|key| object.contains_key(*key))
        {
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
        let calls = || {
            items
                .iter()
                .enumerate()
                .filter(|(_, item)| item.get("type").and_then(Value::as_str) == Some("tool_use"))
        };
        let ours = calls().find(|(_, item)| {
            item.get("name")
                .and_then(Value::as_str)
                .is_some_and(is_our_tool)
        });
        match ours.or_else(|| calls().next()) {
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
                if !id.is_empty() {
                    self.tool_use_id = Some(id.clone());
                }
                Ok(())
            }
            Some(other) => one(place, Problem::wrong_type("string", other)),
        }
    }
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
