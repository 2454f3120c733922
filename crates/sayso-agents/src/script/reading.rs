//! Reading fields, and gathering everything that is wrong.

use std::collections::BTreeMap;
use std::fmt;

use sayso_core::issue::Issue;
use sayso_core::json::{under, within};
use sayso_core::limits::Limits;
use sayso_core::problem::Problem;
use sayso_core::question::Questions;
use sayso_core::safe_text;
use serde_json::{Map, Value};

use super::limits;
use super::mistake::{Mistake, Mistakes};
use super::place::Spot;
use super::wrong::Wrong;

/// Whether a field has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    Must,
    May,
}

/// A file on its way to becoming a scenario.
pub(crate) struct Reading<'p> {
    spots: &'p Spot,
    mistakes: Vec<Mistake>,
    /// How much one ask may hold.
    pub(crate) limits: Limits,
    /// Steps so far, at all levels.
    pub(crate) steps: usize,
    /// What is asked under each name that is saved; none when it could not be read.
    pub(crate) saved: BTreeMap<String, Vec<Option<Questions>>>,
}

impl<'p> Reading<'p> {
    pub(crate) fn new(spots: &'p Spot) -> Self {
        Self {
            spots,
            mistakes: Vec::new(),
            limits: Limits::api(),
            steps: 0,
            saved: BTreeMap::new(),
        }
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.mistakes.is_empty()
    }

    /// In the order of the file, as far as that is known.
    pub(crate) fn into_mistakes(mut self) -> Mistakes {
        self.mistakes
            .sort_by_key(|mistake| mistake.place.map(|place| (place.line, place.column)));
        Mistakes(self.mistakes)
    }

    pub(crate) fn wrong(&mut self, path: impl Into<String>, wrong: impl Into<Wrong>) {
        if self.mistakes.len() < limits::MISTAKES {
            let path = path.into();
            self.mistakes.push(Mistake {
                place: self.spots.find(&path),
                path,
                wrong: wrong.into(),
            });
        }
    }

    /// What a dialect says about something that stands at this path.
    pub(crate) fn issues(&mut self, path: &str, issues: Vec<Issue>) {
        for issue in issues {
            self.wrong(within(path, &issue.path), issue.problem);
        }
    }

    /// An object with no other fields than these.
    pub(crate) fn object<'v>(
        &mut self,
        value: &'v Value,
        path: &str,
        fields: &[&str],
    ) -> Option<&'v Map<String, Value>> {
        let Value::Object(object) = value else {
            self.wrong(path, Problem::wrong_type("object", value));
            return None;
        };
        for field in object.keys() {
            if !fields.contains(&field.as_str()) {
                let expected = fields.join(", ");
                self.wrong(under(path, field), Problem::UnknownField { expected });
            }
        }
        Some(object)
    }

    /// A field, unless it is missing or `null`.
    pub(crate) fn field<'v>(
        &mut self,
        object: &'v Map<String, Value>,
        path: &str,
        key: &str,
        need: Need,
    ) -> Option<&'v Value> {
        match object.get(key) {
            None | Some(Value::Null) => {
                if need == Need::Must {
                    self.wrong(under(path, key), Problem::Missing);
                }
                None
            }
            found => found,
        }
    }

    pub(crate) fn text(
        &mut self,
        object: &Map<String, Value>,
        path: &str,
        key: &str,
        need: Need,
    ) -> Option<String> {
        let value = self.field(object, path, key, need)?;
        self.words(value, &under(path, key))
    }

    /// A text with something to read in it.
    pub(crate) fn words(&mut self, value: &Value, path: &str) -> Option<String> {
        match value {
            Value::String(text) if safe_text::is_blank(text) => {
                self.wrong(path, Problem::Blank);
                None
            }
            Value::String(text) => Some(text.clone()),
            other => {
                self.wrong(path, Problem::wrong_type("string", other));
                None
            }
        }
    }

    /// A text of a few words on one line.
    pub(crate) fn short(
        &mut self,
        object: &Map<String, Value>,
        path: &str,
        key: &str,
        need: Need,
    ) -> Option<String> {
        let text = self.text(object, path, key, need)?;
        let (max, got) = (limits::NAME_CHARS, safe_text::count(&text));
        if got > max {
            self.wrong(under(path, key), Problem::TooLong { max, got });
            return None;
        }
        Some(text)
    }

    pub(crate) fn flag(
        &mut self,
        object: &Map<String, Value>,
        path: &str,
        key: &str,
    ) -> Option<bool> {
        let value = self.field(object, path, key, Need::May)?;
        if let Value::Bool(flag) = value {
            return Some(*flag);
        }
        self.wrong(under(path, key), Problem::wrong_type("boolean", value));
        None
    }

    /// A number within bounds.
    pub(crate) fn number<N: PartialOrd + fmt::Display>(
        &mut self,
        value: &Value,
        path: &str,
        (min, max): (N, N),
        read: impl Fn(&Value) -> Option<N>,
    ) -> Option<N> {
        if !value.is_number() {
            self.wrong(path, Problem::wrong_type("number", value));
            return None;
        }
        let number = read(value).filter(|number| *number >= min && *number <= max);
        if number.is_none() {
            let (min, max) = (min.to_string(), max.to_string());
            self.wrong(path, Wrong::OutOfRange { min, max });
        }
        number
    }

    /// One of a few words.
    pub(crate) fn word<T>(
        &mut self,
        word: &str,
        path: &str,
        expected: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let read = read(word);
        if read.is_none() {
            let (got, expected) = (word.to_owned(), expected.to_owned());
            self.wrong(path, Problem::UnknownWord { got, expected });
        }
        read
    }
}
