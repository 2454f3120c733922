//! Reads fields with their limits and gathers everything that is wrong.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::Dialect;
use super::envelope::wrong_type;
use crate::choice::Choice;
use crate::context_file::ContextFile;
use crate::id::ChoiceId;
use crate::issue::Issue;
use crate::json::under;
use crate::kind::Kind;
use crate::limits::{self, Limits};
use crate::on_the_table::whole_tree;
use crate::problem::Problem;
use crate::question::Question;
use crate::safe_text;

/// A JSON object.
pub(super) type Object = Map<String, Value>;

/// Whether a field must be there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    Must,
    May,
}

impl Need {
    pub(super) fn must_if(strict: bool) -> Self {
        if strict { Self::Must } else { Self::May }
    }
}

/// Reads fields with their limits and gathers everything that is wrong.
pub(super) struct Reader<'l> {
    pub(super) limits: &'l Limits,
    issues: Vec<Issue>,
    warnings: Vec<Issue>,
    ids: HashSet<String>,
}

impl<'l> Reader<'l> {
    pub(super) fn new(limits: &'l Limits) -> Self {
        Self {
            limits,
            issues: Vec::new(),
            warnings: Vec::new(),
            ids: HashSet::new(),
        }
    }

    /// What was read, unless anything was wrong.
    pub(super) fn finish<T>(self, read: impl FnOnce(Vec<Issue>) -> T) -> Result<T, Vec<Issue>> {
        if self.issues.is_empty() {
            Ok(read(self.warnings))
        } else {
            Err(self.issues)
        }
    }

    pub(super) fn issue(&mut self, path: impl Into<String>, problem: Problem) {
        if self.issues.len() < limits::ISSUES {
            self.issues.push(Issue::new(path, problem));
        }
    }

    pub(super) fn warn(&mut self, path: impl Into<String>, problem: Problem) {
        self.warnings.push(Issue::new(path, problem));
    }

    /// Says it once a place: a lone question and its wrapping are the same object.
    pub(super) fn refuse_answers(&mut self, path: &str) {
        let known = |issue: &Issue| issue.path == path && issue.problem == Problem::AnswersInInput;
        if !self.issues.iter().any(known) {
            self.issue(path, Problem::AnswersInInput);
        }
    }

    /// Says of a question's id that it stood before in this call.
    pub(super) fn unique_id(&mut self, id: &str, path: &str) {
        if !self.ids.insert(id.to_owned()) {
            self.issue(under(path, "question_id"), Problem::Twice(id.to_owned()));
        }
    }

    /// Whether a list has a good length; `name` stands in for an empty path.
    pub(super) fn count(&mut self, name: &str, path: &str, min: usize, max: usize, got: usize) {
        let path = if path.is_empty() { name } else { path };
        if got < min {
            self.issue(path, Problem::TooFew { min, got });
        } else if got > max {
            self.issue(path, Problem::TooMany { max, got });
        }
    }

    /// The object at this place.
    pub(super) fn object<'v>(&mut self, value: &'v Value, path: &str) -> Option<&'v Object> {
        match value {
            Value::Object(object) => Some(object),
            other => {
                self.issue(path, wrong_type("object", other));
                None
            }
        }
    }

    /// A text field under any of its spellings; the first spelling names it in complaints.
    pub(super) fn text(
        &mut self,
        object: &Object,
        path: &str,
        names: &[&str],
        max: usize,
        need: Need,
    ) -> Option<String> {
        let (name, value) = find(object, names);
        let place = under(path, name);
        match value {
            None | Some(Value::Null) => {
                if need == Need::Must {
                    self.issue(place, Problem::Missing);
                }
                None
            }
            Some(Value::String(text)) => self.checked(text, place, max, need),
            Some(other) => {
                self.issue(place, wrong_type("string", other));
                None
            }
        }
    }

    /// A text within its bounds. An optional one may be blank: then it is not there.
    pub(super) fn checked(
        &mut self,
        text: &str,
        place: String,
        max: usize,
        need: Need,
    ) -> Option<String> {
        if text.contains('\0') {
            self.issue(place, Problem::Nul);
            return None;
        }
        if safe_text::is_blank(text) {
            if need == Need::Must {
                self.issue(place, Problem::Blank);
            }
            return None;
        }
        let got = safe_text::count(text);
        if got > max {
            self.issue(place, Problem::TooLong { max, got });
            return None;
        }
        Some(text.to_owned())
    }

    /// A yes-or-no field.
    pub(super) fn flag(
        &mut self,
        object: &Object,
        path: &str,
        names: &[&str],
        need: Need,
    ) -> Option<bool> {
        let (name, value) = find(object, names);
        match value {
            Some(Value::Bool(flag)) => Some(*flag),
            None | Some(Value::Null) => {
                if need == Need::Must {
                    self.issue(under(path, name), Problem::Missing);
                }
                None
            }
            Some(other) => {
                self.issue(under(path, name), wrong_type("boolean", other));
                None
            }
        }
    }

    /// The options of a choice question, each an object or a plain string.
    pub(super) fn choices(&mut self, object: &Object, path: &str, min: usize) -> Vec<Choice> {
        let (name, value) = find(object, &["options", "choices"]);
        let path = under(path, name);
        let items = match value {
            Some(Value::Array(items)) => items,
            None | Some(Value::Null) => {
                self.issue(path, Problem::Missing);
                return Vec::new();
            }
            Some(other) => {
                self.issue(path, wrong_type("array", other));
                return Vec::new();
            }
        };
        let max = self.limits.options_max;
        self.count("options", &path, min, max, items.len());
        let mut choices = Vec::new();
        let (mut labels, mut ids) = (HashSet::new(), HashSet::new());
        for (n, item) in items.iter().enumerate() {
            let path = format!("{path}[{n}]");
            let Some(choice) = self.choice(item, &path) else {
                continue;
            };
            let new = self.unique(&mut labels, &choice.label, &path, "label");
            if new || choice.id.as_str() != choice.label {
                self.unique(&mut ids, choice.id.as_str(), &path, "id");
            }
            choices.push(choice);
        }
        choices
    }

    fn choice(&mut self, item: &Value, path: &str) -> Option<Choice> {
        let (label_max, description_max) = (self.limits.label, self.limits.description);
        let strict = self.limits.strict;
        if let Value::String(label) = item {
            let label = self.checked(label, path.to_owned(), label_max, Need::Must)?;
            if strict {
                self.issue(under(path, "description"), Problem::Missing);
            }
            return Some(Choice::new(label.as_str(), label.as_str()));
        }
        let object = self.object(item, path)?;
        let label = self.text(object, path, &["label"], label_max, Need::Must);
        let description = self.text(
            object,
            path,
            &["description"],
            description_max,
            Need::must_if(strict),
        );
        let id = self.text(object, path, &["id"], limits::ID_CHARS, Need::May);
        let default = self
            .flag(object, path, &["default"], Need::May)
            .unwrap_or(false);
        let preview = self.text(object, path, &["preview"], limits::WORDS_CHARS, Need::May);
        let label = label?;
        Some(Choice {
            id: ChoiceId::new(id.unwrap_or_else(|| label.clone())),
            label,
            description,
            default,
            preview,
        })
    }

    /// The files a question is about: `{"path","lines":[1,9]}` or `"src/a.rs:1-9"`.
    pub(super) fn context(&mut self, object: &Object, path: &str) -> Vec<ContextFile> {
        let path = under(path, "context");
        let items = match object.get("context") {
            None | Some(Value::Null) => return Vec::new(),
            Some(Value::Array(items)) => items,
            Some(other) => {
                self.issue(path, wrong_type("array", other));
                return Vec::new();
            }
        };
        self.count("context", &path, 0, limits::CONTEXT_FILES, items.len());
        let mut files = Vec::new();
        for (n, item) in items.iter().take(limits::CONTEXT_FILES).enumerate() {
            let place = format!("{path}[{n}]");
            match context_file(item) {
                Some(file) if !file.path.contains('\0') && !safe_text::is_blank(&file.path) => {
                    files.push(file);
                }
                _ => self.issue(
                    place,
                    Problem::WrongShape {
                        expected: "{\"path\":\"…\",\"lines\":[first,last]}",
                    },
                ),
            }
        }
        files
    }

    /// A single choice has one default at most.
    pub(super) fn check_defaults(&mut self, question: &Question, path: &str) {
        let got = question.defaults().count();
        if question.kind == Kind::MultipleChoice && got > 1 {
            let place = under(path, "options");
            self.issue(under(&place, "default"), Problem::TooMany { max: 1, got });
        }
    }

    /// Says of a text that it is among those seen before; they differ by more than white space.
    fn unique(&mut self, seen: &mut HashSet<String>, text: &str, path: &str, field: &str) -> bool {
        let new = seen.insert(text.trim().to_owned());
        if !new {
            self.issue(under(path, field), Problem::Twice(text.to_owned()));
        }
        new
    }

    /// What must be unique over the whole call, each question with its place in it.
    pub(super) fn check_unique(&mut self, read: &[(&str, Question)], dialect: Dialect) {
        let text_field = match dialect {
            Dialect::Claude => "question",
            Dialect::Id => "question_text",
        };
        let (mut texts, mut headers) = (HashSet::new(), HashSet::new());
        for (path, question) in read {
            self.unique(&mut texts, &question.text, path, text_field);
            if let Some(header) = &question.header
                && self.limits.unique_headers
            {
                self.unique(&mut headers, header, path, "header");
            }
        }
        let trees = read
            .iter()
            .map(|(_, q)| whole_tree(std::slice::from_ref(q)));
        let (max, got) = (limits::TREE_QUESTIONS, trees.map(Iterator::count).sum());
        if got > max {
            self.issue("questions", Problem::TooMany { max, got });
        }
    }
}

/// The first spelling that is there, with its value; else the first spelling.
fn find<'o, 'k>(object: &'o Object, names: &[&'k str]) -> (&'k str, Option<&'o Value>) {
    names
        .iter()
        .find_map(|name| object.get(*name).map(|value| (*name, Some(value))))
        .unwrap_or((names[0], None))
}

fn context_file(item: &Value) -> Option<ContextFile> {
    match item {
        Value::String(text) => Some(match text.rsplit_once(':') {
            Some((path, lines)) if line_range(lines).is_some() => ContextFile {
                path: path.to_owned(),
                lines: line_range(lines),
            },
            _ => ContextFile {
                path: text.clone(),
                lines: None,
            },
        }),
        item => serde_json::from_value::<ContextFile>(item.clone()).ok(),
    }
}

fn line_range(text: &str) -> Option<(u32, u32)> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    Some((first.parse().ok()?, last.parse().ok()?))
}
