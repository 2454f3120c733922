//! Reads fields with their limits and gathers everything that is wrong.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::Dialect;
use super::envelope::second_reading;
use crate::choice::Choice;
use crate::context_file::ContextFile;
use crate::id::ChoiceId;
use crate::issue::Issue;
use crate::json::Place;
use crate::kind::Kind;
use crate::limits::{self, Limits};
use crate::on_the_table::whole_tree;
use crate::problem::Problem;
use crate::question::Question;
use crate::safe_text;
use crate::shape::Shape;

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

/// How a question may say that several options can be picked.
pub(super) const MANY: &[&str] = &["multiSelect", "multi_select", "multiselect", "multiple"];
/// How the options of a choice question may be called.
pub(super) const OPTIONS: &[&str] = &["options", "choices"];

/// Texts that stood before; they differ by more than white space.
type Seen<'v> = HashSet<&'v str>;

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
    pub(super) fn unique_id(&mut self, id: &str, place: Place<'_>) {
        if !self.ids.insert(id.to_owned()) {
            self.issue(place.key("question_id"), Problem::Twice(id.to_owned()));
        }
    }

    /// Whether a list has a good length; `name` stands in for an empty path.
    pub(super) fn count(
        &mut self,
        name: &str,
        place: Place<'_>,
        min: usize,
        max: usize,
        got: usize,
    ) {
        let problem = if got < min {
            Problem::TooFew { min, got }
        } else if got > max {
            Problem::TooMany { max, got }
        } else {
            return;
        };
        match place.path() {
            path if path.is_empty() => self.issue(name, problem),
            path => self.issue(path, problem),
        }
    }

    /// The object at this place.
    pub(super) fn object<'v>(&mut self, value: &'v Value, place: Place<'_>) -> Option<&'v Object> {
        match value {
            Value::Object(object) => Some(object),
            other => {
                self.issue(place, Problem::wrong_type("object", other));
                None
            }
        }
    }

    /// Refuses every field but these.
    pub(super) fn only(&mut self, object: &Object, place: Place<'_>, fields: &[&str]) {
        for name in object
            .keys()
            .filter(|name| !fields.contains(&name.as_str()))
        {
            let expected = fields.join(", ");
            self.issue(place.key(name), Problem::UnknownField { expected });
        }
    }

    /// A list; nothing in its place is complained of.
    pub(super) fn list<'v>(
        &mut self,
        object: &'v Object,
        place: Place<'_>,
        name: &str,
    ) -> Option<&'v [Value]> {
        let problem = match object.get(name) {
            Some(Value::Array(items)) => return Some(items),
            None | Some(Value::Null) => Problem::Missing,
            Some(other) => Problem::wrong_type("array", other),
        };
        self.issue(place.key(name), problem);
        None
    }

    /// A field under the first of its spellings that is there. Another spelling that says something
    /// else is refused.
    pub(super) fn find<'o, 'k>(
        &mut self,
        object: &'o Object,
        place: Place<'_>,
        names: &[&'k str],
    ) -> (&'k str, Option<&'o Value>) {
        let there = |name: &&'k str| Some((*name, object.get(*name)?));
        let mut found = names.iter().filter_map(there).filter(|(_, v)| !v.is_null());
        let Some((first, value)) = found.next() else {
            return names
                .iter()
                .find_map(there)
                .map_or((names[0], None), |(name, value)| (name, Some(value)));
        };
        for (other, _) in found.filter(|(_, other)| *other != value) {
            let conflict = Issue::new(place.key(other), Problem::conflict(place.key(first)));
            if !self.issues.contains(&conflict) {
                self.issues.push(conflict);
            }
        }
        (first, Some(value))
    }

    /// Refuses a question that holds others beside its own text.
    pub(super) fn alone(&mut self, object: &Object, place: Place<'_>, text: &str) {
        for key in second_reading(object) {
            self.issue(place.key(key), Problem::conflict(place.key(text)));
        }
    }

    /// A text field under any of its spellings; the first spelling names it in complaints.
    pub(super) fn text<'v>(
        &mut self,
        object: &'v Object,
        place: Place<'_>,
        names: &[&str],
        max: usize,
        need: Need,
    ) -> Option<&'v str> {
        let (name, value) = self.find(object, place, names);
        let place = place.key(name);
        match value {
            None | Some(Value::Null) => {
                if need == Need::Must {
                    self.issue(place, Problem::Missing);
                }
                None
            }
            Some(Value::String(text)) => self.checked(text, place, max, need),
            Some(other) => {
                self.issue(place, Problem::wrong_type("string", other));
                None
            }
        }
    }

    /// A text within its bounds. An optional one may be blank: then it is not there.
    fn checked<'v>(
        &mut self,
        text: &'v str,
        place: Place<'_>,
        max: usize,
        need: Need,
    ) -> Option<&'v str> {
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
        Some(text)
    }

    /// A yes-or-no field.
    pub(super) fn flag(
        &mut self,
        object: &Object,
        place: Place<'_>,
        names: &[&str],
        need: Need,
    ) -> Option<bool> {
        let (name, value) = self.find(object, place, names);
        match value {
            Some(Value::Bool(flag)) => Some(*flag),
            None | Some(Value::Null) => {
                if need == Need::Must {
                    self.issue(place.key(name), Problem::Missing);
                }
                None
            }
            Some(other) => {
                self.issue(place.key(name), Problem::wrong_type("boolean", other));
                None
            }
        }
    }

    /// The options of a choice question, each an object or a plain string.
    pub(super) fn choices(&mut self, object: &Object, place: Place<'_>, min: usize) -> Vec<Choice> {
        let (name, _) = self.find(object, place, OPTIONS);
        let Some(items) = self.list(object, place, name) else {
            return Vec::new();
        };
        let place = place.key(name);
        let max = self.limits.options_max;
        self.count("options", place, min, max, items.len());
        let mut choices = Vec::with_capacity(items.len());
        let (mut labels, mut ids) = (Seen::new(), Seen::new());
        for (n, item) in items.iter().enumerate() {
            choices.extend(self.choice(item, place.item(n), &mut labels, &mut ids));
        }
        if choices.len() == items.len() {
            self.check_crossed(&choices, place);
        }
        choices
    }

    /// An answer that names an option is given by its id or by its label: no id may be the label of
    /// another option.
    fn check_crossed(&mut self, choices: &[Choice], place: Place<'_>) {
        let by_label: HashMap<&str, usize> = choices
            .iter()
            .enumerate()
            .map(|(n, choice)| (choice.label.trim(), n))
            .collect();
        let named = |(_, choice): &(usize, &Choice)| choice.id.as_str() != choice.label;
        for (n, choice) in choices.iter().enumerate().filter(named) {
            let other = by_label.get(choice.id.as_str().trim());
            if let Some(other) = other.filter(|other| **other != n) {
                let other = Problem::conflict(place.item(*other).key("label"));
                self.issue(place.item(n).key("id"), other);
            }
        }
    }

    fn choice<'v>(
        &mut self,
        item: &'v Value,
        place: Place<'_>,
        labels: &mut Seen<'v>,
        ids: &mut Seen<'v>,
    ) -> Option<Choice> {
        let limits = self.limits;
        let (label, id, choice) = if let Value::String(label) = item {
            let label = self.checked(label, place, limits.label, Need::Must)?;
            if limits.strict {
                self.issue(place.key("description"), Problem::Missing);
            }
            (label, label, Choice::new(label, label))
        } else {
            let object = self.object(item, place)?;
            let label = self.text(object, place, &["label"], limits.label, Need::Must);
            let must = Need::must_if(limits.strict);
            let description = self.text(object, place, &["description"], limits.description, must);
            let id = self.text(object, place, &["id"], limits::ID_CHARS, Need::May);
            let default = self.flag(object, place, &["default"], Need::May);
            let preview = self.text(object, place, &["preview"], limits::WORDS_CHARS, Need::May);
            let label = label?;
            let id = id.unwrap_or(label);
            let choice = Choice {
                id: ChoiceId::from(id),
                label: label.to_owned(),
                description: description.map(str::to_owned),
                default: default.unwrap_or(false),
                preview: preview.map(str::to_owned),
            };
            (label, id, choice)
        };
        let new = self.unique(labels, label, place, "label");
        if new || id != label {
            self.unique(ids, id, place, "id");
        }
        Some(choice)
    }

    /// The files a question is about: `{"path","lines":[1,9]}` or `"src/a.rs:1-9"`.
    pub(super) fn context(&mut self, object: &Object, place: Place<'_>) -> Vec<ContextFile> {
        let place = place.key("context");
        let items = match object.get("context") {
            None | Some(Value::Null) => return Vec::new(),
            Some(Value::Array(items)) => items,
            Some(other) => {
                self.issue(place, Problem::wrong_type("array", other));
                return Vec::new();
            }
        };
        self.count("context", place, 0, limits::CONTEXT_FILES, items.len());
        let mut files = Vec::new();
        for (n, item) in items.iter().take(limits::CONTEXT_FILES).enumerate() {
            match context_file(item) {
                Some(file) if !file.path.contains('\0') && !safe_text::is_blank(&file.path) => {
                    files.push(file);
                }
                _ => self.issue(
                    place.item(n),
                    Problem::WrongShape {
                        expected: Shape::ContextFile,
                    },
                ),
            }
        }
        files
    }

    /// A single choice has one default at most.
    pub(super) fn check_defaults(&mut self, question: &Question, place: Place<'_>) {
        let got = question.defaults().count();
        if question.kind == Kind::MultipleChoice && got > 1 {
            let options = place.key("options");
            self.issue(options.key("default"), Problem::TooMany { max: 1, got });
        }
    }

    /// Says of a text that it is among those seen before.
    fn unique<'v>(
        &mut self,
        seen: &mut Seen<'v>,
        text: &'v str,
        place: Place<'_>,
        field: &str,
    ) -> bool {
        let new = seen.insert(text.trim());
        if !new {
            self.issue(place.key(field), Problem::Twice(text.to_owned()));
        }
        new
    }

    /// What must be unique over the whole call, each question with its place in it.
    pub(super) fn check_unique(&mut self, read: &[(Place<'_>, Question)], dialect: Dialect) {
        let text_field = match dialect {
            Dialect::Claude => "question",
            Dialect::Id => "question_text",
        };
        let (mut texts, mut headers) = (Seen::new(), Seen::new());
        for (place, question) in read {
            self.unique(&mut texts, &question.text, *place, text_field);
            if let Some(header) = &question.header
                && self.limits.unique_headers
            {
                self.unique(&mut headers, header, *place, "header");
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
