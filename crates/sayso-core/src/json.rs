//! JSON from outside, read strictly: bounded, no key twice, every complaint with its place.

mod broken;
mod place;

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::issue::Issue;
use crate::limits;
use crate::problem::Problem;
pub use broken::Broken;
pub(crate) use place::Place;

/// Fields that most objects have room for at once: to grow by two and four takes longer.
const USUAL_FIELDS: usize = 7;

/// Reads one JSON text. Models that learnt from typeset documents write curly quotes;
/// when the text is no JSON as it stands, it is tried once more with straight ones.
pub fn read(bytes: &[u8]) -> Result<Value, Vec<Issue>> {
    read_within(bytes, limits::INPUT_BYTES)
}

/// The same, with a bound of its own.
pub fn read_within(bytes: &[u8], max: usize) -> Result<Value, Vec<Issue>> {
    if bytes.len() > max {
        return Err(vec![Issue::new("", Problem::TooLarge { max })]);
    }
    match read_once(bytes) {
        Err(issues)
            if matches!(
                issues[..],
                [Issue {
                    problem: Problem::NotJson(_),
                    ..
                }]
            ) =>
        {
            let Ok(text) = std::str::from_utf8(bytes) else {
                return Err(issues);
            };
            let straight = text.replace(['\u{201c}', '\u{201d}'], "\"");
            if straight == text {
                return Err(issues);
            }
            read_once(straight.as_bytes()).map_err(|_| issues)
        }
        read => read,
    }
}

fn read_once(bytes: &[u8]) -> Result<Value, Vec<Issue>> {
    let issues = RefCell::new(Vec::new());
    let node = Node {
        place: &Place::At(""),
        depth: 0,
        issues: &issues,
    };
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let read = node
        .deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value));
    let mut issues = issues.into_inner();
    match read {
        Ok(value) if issues.is_empty() => Ok(value),
        Ok(_) => Err(issues),
        Err(error) => {
            if !issues
                .iter()
                .any(|i| matches!(i.problem, Problem::TooDeep { .. }))
            {
                issues = vec![Issue::new("", Problem::NotJson(Broken::from(&error)))];
            }
            Err(issues)
        }
    }
}

/// One value to be read, knowing where it stands.
struct Node<'i> {
    place: &'i Place<'i>,
    depth: usize,
    issues: &'i RefCell<Vec<Issue>>,
}

impl Node<'_> {
    fn below<'p>(&'p self, place: &'p Place<'p>) -> Node<'p> {
        Node {
            place,
            depth: self.depth + 1,
            issues: self.issues,
        }
    }

    fn check_depth<E: serde::de::Error>(&self) -> Result<(), E> {
        if self.depth < limits::JSON_DEPTH {
            return Ok(());
        }
        let max = limits::JSON_DEPTH;
        let issue = Issue::new(self.place, Problem::TooDeep { max });
        self.issues.borrow_mut().push(issue);
        Err(E::custom("too deep"))
    }
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Bool(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        self.check_depth::<A::Error>()?;
        let mut list = Vec::new();
        loop {
            let place = self.place.item(list.len());
            match items.next_element_seed(self.below(&place))? {
                Some(item) => list.push(item),
                None => return Ok(Value::Array(list)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        self.check_depth::<A::Error>()?;
        let mut object = Map::with_capacity(USUAL_FIELDS);
        while let Some(key) = entries.next_key::<String>()? {
            let place = self.place.key(&key);
            let value = entries.next_value_seed(self.below(&place))?;
            let mut issues = self.issues.borrow_mut();
            if object.contains_key(&key) && issues.len() < limits::ISSUES {
                let twice = Problem::KeyTwice(key.clone());
                issues.push(Issue::new(self.place, twice));
            }
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

/// The path of a field below another.
pub fn under(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else {
        format!("{path}.{key}")
    }
}

/// The path of something inside a text that stands at another path.
pub fn within(path: &str, inner: &str) -> String {
    if path.is_empty() || inner.is_empty() || inner.starts_with('[') {
        format!("{path}{inner}")
    } else {
        under(path, inner)
    }
}
