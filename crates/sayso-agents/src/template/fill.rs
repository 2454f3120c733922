//! Filling a template. What is filled in is words: nothing in it is looked at again.

use std::collections::BTreeMap;

use sayso_core::json::under;
use serde_json::{Map, Value};

use super::limits;
use super::variable::is_name;
use crate::script::wrong::Wrong;

/// The name of the value at hand where several are made of a list.
pub(super) const ITEM: &str = "item";
/// The field that makes several of one.
const EACH: &str = "each";

/// What a variable is filled with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Filling {
    Words(String),
    List(Vec<String>),
}

impl Filling {
    fn words(&self) -> String {
        match self {
            Self::Words(words) => words.clone(),
            Self::List(values) => values.join(", "),
        }
    }
}

/// Fills a value, and remembers which part of the template each part of the outcome is made of.
pub(super) struct Fill<'v> {
    values: &'v BTreeMap<String, Filling>,
    item: Option<String>,
    left: usize,
    /// From where a part ended up to where it stands in the template.
    origins: BTreeMap<String, String>,
    pub(super) wrong: Vec<(String, Wrong)>,
}

impl<'v> Fill<'v> {
    pub(super) fn new(values: &'v BTreeMap<String, Filling>) -> Self {
        Self {
            values,
            item: None,
            left: limits::FILLED_BYTES,
            origins: BTreeMap::new(),
            wrong: Vec::new(),
        }
    }

    /// Where in the template something stands that stands here in the outcome.
    pub(super) fn origin(&self, path: &str) -> String {
        let mut end = path.len();
        loop {
            if let Some(origin) = self.origins.get(&path[..end]) {
                return format!("{origin}{}", &path[end..]);
            }
            match path[..end].rfind(['.', '[']) {
                Some(shorter) => end = shorter,
                None => return path.to_owned(),
            }
        }
    }

    pub(super) fn value(&mut self, value: &Value, from: &str, to: &str) -> Value {
        match value {
            Value::String(text) => Value::from(self.text(text, from)),
            Value::Array(items) => self.list(items, from, to),
            Value::Object(object) => Value::Object(self.object(object, from, to)),
            other => other.clone(),
        }
    }

    fn object(&mut self, object: &Map<String, Value>, from: &str, to: &str) -> Map<String, Value> {
        let fields = object.iter().filter(|(key, _)| *key != EACH);
        fields
            .map(|(key, value)| {
                let (from, to) = (under(from, key), under(to, key));
                (key.clone(), self.value(value, &from, &to))
            })
            .collect()
    }

    fn list(&mut self, items: &[Value], from: &str, to: &str) -> Value {
        let mut filled = Vec::new();
        for (number, item) in items.iter().enumerate() {
            let from = format!("{from}[{number}]");
            let values = match item.get(EACH) {
                None => vec![self.item.clone()],
                Some(each) => self.each(each, &from),
            };
            let outer = self.item.clone();
            for value in values {
                if filled.len() >= limits::VALUES {
                    break;
                }
                let to = format!("{to}[{}]", filled.len());
                self.origins.insert(to.clone(), from.clone());
                self.item = value;
                filled.push(self.value(item, &from, &to));
            }
            self.item = outer;
        }
        Value::Array(filled)
    }

    /// The values of the list that an `each` names.
    fn each(&mut self, each: &Value, path: &str) -> Vec<Option<String>> {
        let name = each.as_str().unwrap_or_default();
        match self.values.get(name) {
            Some(Filling::List(values)) => values.iter().cloned().map(Some).collect(),
            found => {
                let name = name.to_owned();
                let wrong = match found {
                    Some(_) => Wrong::NotAList(name),
                    None => Wrong::UnknownVariable(name),
                };
                self.wrong.push((under(path, EACH), wrong));
                Vec::new()
            }
        }
    }

    fn text(&mut self, text: &str, path: &str) -> String {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find("{{") {
            let inside = &rest[start + 2..];
            let hole = inside
                .find("}}")
                .map(|end| (inside[..end].trim(), &inside[end + 2..]));
            let Some((name, after)) = hole.filter(|(name, _)| is_name(name)) else {
                filled.push_str(&rest[..start + 2]);
                rest = inside;
                continue;
            };
            filled.push_str(&rest[..start]);
            let words = self.words(name, path);
            filled.push_str(&words);
            rest = after;
        }
        filled + rest
    }

    fn words(&mut self, name: &str, path: &str) -> String {
        let words = match (&self.item, self.values.get(name)) {
            (Some(item), _) if name == ITEM => item.clone(),
            (_, Some(filling)) => filling.words(),
            _ => {
                let unknown = Wrong::UnknownVariable(name.to_owned());
                self.wrong.push((path.to_owned(), unknown));
                return name.to_owned();
            }
        };
        if words.len() > self.left {
            return "…".to_owned();
        }
        self.left -= words.len();
        words
    }
}
