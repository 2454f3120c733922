//! A variable of a template.

use sayso_core::json::under;
use sayso_core::problem::Problem;
use serde_json::{Map, Value};

use super::limits;
use super::source::Source;
use crate::script::reading::{Need, Reading};
use crate::script::wrong::Wrong;

/// A variable of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// What it stands for.
    pub description: Option<String>,
    /// What it is when it is not given.
    pub default: Option<String>,
    /// What of the project it is taken from.
    pub source: Source,
    /// How many values of a list are taken.
    pub most: usize,
}

const FIELDS: &[&str] = &[
    "description",
    "default",
    "from",
    "match",
    "path",
    "lines",
    "most",
];

impl Variable {
    /// Whether whoever asks has to give it.
    pub fn is_required(&self) -> bool {
        self.source == Source::Given && self.default.is_none()
    }

    pub(super) fn read(
        reading: &mut Reading<'_>,
        name: &str,
        value: &Value,
        path: &str,
    ) -> Option<Self> {
        if !is_name(name) {
            reading.wrong(path, Wrong::NotAName(name.to_owned()));
        }
        if name == super::fill::ITEM {
            reading.wrong(path, Wrong::TakenName(name.to_owned()));
        }
        let mut variable = Self {
            name: name.to_owned(),
            description: None,
            default: None,
            source: Source::Given,
            most: limits::USUAL_VALUES,
        };
        match value {
            Value::Object(_) => {}
            Value::Null => return Some(variable),
            plain @ (Value::String(_) | Value::Number(_) | Value::Bool(_)) => {
                variable.default = Some(words(plain));
                return Some(variable);
            }
            _ => {
                let got = "array";
                let expected = "a default, or an object";
                reading.wrong(path, Problem::WrongType { expected, got });
                return None;
            }
        }
        let object = reading.object(value, path, FIELDS)?;
        variable.description = reading.text(object, path, "description", Need::May);
        variable.default = match object.get("default") {
            None | Some(Value::Null) => None,
            Some(Value::Array(_) | Value::Object(_)) => {
                let wrong = Problem::WrongType {
                    expected: "a text",
                    got: "a list",
                };
                reading.wrong(under(path, "default"), wrong);
                None
            }
            Some(plain) => Some(words(plain)),
        };
        if let Some(most) = object.get("most") {
            let bounds = (1, limits::VALUES as u64);
            let most = reading.number(most, &under(path, "most"), bounds, Value::as_u64);
            variable.most = most.map_or(variable.most, |most| most as usize);
        }
        variable.source = source(reading, object, path)?;
        Some(variable)
    }
}

fn source(reading: &mut Reading<'_>, object: &Map<String, Value>, path: &str) -> Option<Source> {
    let Some(from) = reading.text(object, path, "from", Need::May) else {
        return (!object.contains_key("from")).then_some(Source::Given);
    };
    match from.as_str() {
        "git_branch" => Some(Source::GitBranch),
        "git_branches" => Some(Source::GitBranches),
        "git_tags" => Some(Source::GitTags),
        "project" => Some(Source::Project),
        "files" => reading
            .text(object, path, "match", Need::Must)
            .map(Source::Files),
        "content" => {
            let file = reading.text(object, path, "path", Need::Must);
            let bounds = (1, limits::LINES as u64);
            let lines = object
                .get("lines")
                .map_or(Some(limits::USUAL_LINES as u64), |lines| {
                    reading.number(lines, &under(path, "lines"), bounds, Value::as_u64)
                });
            Some(Source::Content {
                path: file?,
                lines: lines? as usize,
            })
        }
        _ => {
            let expected = Source::WORDS.to_owned();
            reading.wrong(
                under(path, "from"),
                Problem::UnknownWord {
                    got: from,
                    expected,
                },
            );
            None
        }
    }
}

fn words(plain: &Value) -> String {
    plain
        .as_str()
        .map_or_else(|| plain.to_string(), str::to_owned)
}

/// Letters, digits, `_` and `-`.
pub(super) fn is_name(text: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    !text.is_empty() && text.len() <= 64 && text.chars().all(fits)
}
