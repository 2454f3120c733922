//! What an ask comes wrapped in: a list, a tool call, a message, a push, a JSON string.

use serde_json::{Map, Value};

use crate::issue::Issue;
use crate::json::{self, under};
use crate::limits;
use crate::problem::Problem;
use crate::safe_text;

/// Wrappings inside wrappings, at most.
const LAYERS: usize = 6;

/// The questions taken out of their wrapping, each with the path it had in it.
pub(super) struct Envelope {
    pub(super) path: String,
    pub(super) questions: Vec<(String, Value)>,
    pub(super) tool_use_id: Option<String>,
    /// Where the asker tried to bring answers along.
    pub(super) answers: Vec<String>,
}

impl Envelope {
    pub(super) fn open(input: &Value) -> Result<Self, Vec<Issue>> {
        let mut envelope = Self {
            path: String::new(),
            questions: Vec::new(),
            tool_use_id: None,
            answers: Vec::new(),
        };
        envelope.unwrap(input, "", 0)?;
        Ok(envelope)
    }

    fn unwrap(&mut self, value: &Value, path: &str, layer: usize) -> Result<(), Vec<Issue>> {
        if layer > LAYERS {
            return one(path, Problem::NoQuestions);
        }
        match value {
            Value::String(text) => {
                let inner = inner_json(text, path)?;
                self.unwrap(&inner, path, layer + 1)
            }
            Value::Array(items) if items.iter().any(is_block) => {
                self.unwrap_blocks(items, path, layer)
            }
            Value::Array(items) => {
                self.take_list(items, path);
                Ok(())
            }
            Value::Object(object) => self.unwrap_object(object, path, layer),
            other => one(path, wrong_type("object", other)),
        }
    }

    fn unwrap_object(
        &mut self,
        object: &Map<String, Value>,
        path: &str,
        layer: usize,
    ) -> Result<(), Vec<Issue>> {
        let next = |key: &str| under(path, key);
        if let Some(message @ Value::Object(_)) = object.get("message") {
            return self.unwrap(message, &next("message"), layer + 1);
        }
        if let Some(content @ Value::Array(_)) = object.get("content") {
            return self.unwrap(content, &next("content"), layer + 1);
        }
        if let (Some(name), Some((key, input))) = (
            object.get("name").and_then(Value::as_str),
            first_of(object, &["input", "arguments"]),
        ) {
            if !is_our_tool(name) {
                return one(&next("name"), Problem::OtherTool(name.to_owned()));
            }
            self.take_tool_use_id(object.get("id"), &next("id"))?;
            return self.unwrap(input, &next(key), layer + 1);
        }
        if object.contains_key("answers") {
            self.answers.push(next("answers"));
        }
        self.take_tool_use_id(object.get("tool_use_id"), &next("tool_use_id"))?;
        if let Some(questions) = object.get("questions") {
            return self.take_questions(questions, &next("questions"));
        }
        if let Some(question @ Value::Object(_)) = object.get("question") {
            self.path = next("question");
            self.questions.push((next("question"), question.clone()));
            return Ok(());
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
            path.clone_into(&mut self.path);
            self.questions
                .push((path.to_owned(), Value::Object(object.clone())));
            return Ok(());
        }
        one(&next("questions"), Problem::Missing)
    }

    fn unwrap_blocks(
        &mut self,
        items: &[Value],
        path: &str,
        layer: usize,
    ) -> Result<(), Vec<Issue>> {
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
            Some((n, call)) => self.unwrap(call, &format!("{path}[{n}]"), layer + 1),
            None => one(path, Problem::NoQuestions),
        }
    }

    fn take_questions(&mut self, questions: &Value, path: &str) -> Result<(), Vec<Issue>> {
        match questions {
            Value::String(text) => {
                let inner = inner_json(text, path)?;
                match &inner {
                    Value::String(_) => one(path, wrong_type("array", &inner)),
                    inner => self.take_questions(inner, path),
                }
            }
            Value::Array(items) => {
                self.take_list(items, path);
                Ok(())
            }
            Value::Object(_) => {
                self.take_list(std::slice::from_ref(questions), path);
                Ok(())
            }
            other => one(path, wrong_type("array", other)),
        }
    }

    fn take_list(&mut self, items: &[Value], path: &str) {
        path.clone_into(&mut self.path);
        self.questions = items
            .iter()
            .enumerate()
            .map(|(n, item)| (format!("{path}[{n}]"), item.clone()))
            .collect();
    }

    fn take_tool_use_id(&mut self, id: Option<&Value>, path: &str) -> Result<(), Vec<Issue>> {
        match id {
            None | Some(Value::Null) => Ok(()),
            Some(Value::String(id)) => {
                let (max, got) = (limits::ID_CHARS, safe_text::count(id));
                if got > max {
                    return one(path, Problem::TooLong { max, got });
                }
                if id.contains('\0') {
                    return one(path, Problem::Nul);
                }
                if !id.is_empty() {
                    self.tool_use_id = Some(id.clone());
                }
                Ok(())
            }
            Some(other) => one(path, wrong_type("string", other)),
        }
    }
}

/// Nothing can be read past this one.
fn one<T>(path: &str, problem: Problem) -> Result<T, Vec<Issue>> {
    Err(vec![Issue::new(path, problem)])
}

fn inner_json(text: &str, path: &str) -> Result<Value, Vec<Issue>> {
    json::read(text.as_bytes()).map_err(|issues| {
        let placed = |issue: Issue| Issue::new(json::within(path, &issue.path), issue.problem);
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
pub(super) fn is_our_tool(name: &str) -> bool {
    let last = name.rsplit("__").next().unwrap_or(name);
    last.chars()
        .filter(|c| *c != '_' && *c != '-')
        .flat_map(char::to_lowercase)
        .eq("askuserquestion".chars())
}

/// The complaint that a value is of another type.
pub(super) fn wrong_type(expected: &'static str, got: &Value) -> Problem {
    let got = match got {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    Problem::WrongType { expected, got }
}
