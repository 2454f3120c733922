//! What was picked of a question's options, read back from what was recorded.

use serde_json::Value;

/// What was picked: of each option whether, and words of one's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Picked {
    pub(super) options: Vec<bool>,
    pub(super) other: Option<String>,
}

impl Picked {
    /// Reads a recorded answer. `names` are the options as answers know them, `many` whether
    /// several may be picked.
    pub(super) fn read(answer: &Value, names: &[&str], many: bool) -> Self {
        let mut picked = Self {
            options: vec![false; names.len()],
            other: None,
        };
        picked.take(answer, names, many);
        picked
    }

    fn take(&mut self, answer: &Value, names: &[&str], many: bool) {
        match answer {
            Value::Null => {}
            Value::String(words) => {
                for part in parts(words, names, many) {
                    self.take_one(part, names);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.take(item, names, false)),
            Value::Object(object) => match object.get("other") {
                Some(Value::String(words)) => self.take_other(words.clone()),
                _ => self.take_other(answer.to_string()),
            },
            other => self.take_other(other.to_string()),
        }
    }

    fn take_one(&mut self, part: String, names: &[&str]) {
        match names.iter().position(|name| *name == part) {
            Some(place) => self.options[place] = true,
            None => self.take_other(part),
        }
    }

    fn take_other(&mut self, words: String) {
        self.other = Some(match self.other.take() {
            Some(before) => format!("{before}, {words}"),
            None => words,
        });
    }
}

/// Takes a joined answer apart: names, JSON texts and other words with `, ` between them. What is
/// one name as a whole is that name, whatever it holds.
fn parts(words: &str, names: &[&str], many: bool) -> Vec<String> {
    if !many || names.contains(&words) {
        return vec![words.to_owned()];
    }
    let mut parts = Vec::new();
    let mut rest = words;
    while !rest.is_empty() {
        let (part, after) = first_part(rest, names);
        parts.push(part);
        rest = after;
    }
    parts
}

fn first_part<'w>(rest: &'w str, names: &[&str]) -> (String, &'w str) {
    if let Some((quoted, after)) = quoted(rest) {
        return (quoted, after);
    }
    let ends = |name: &&&str| {
        rest.strip_prefix(**name)
            .is_some_and(|after| after.is_empty() || after.starts_with(", "))
    };
    let longest = names.iter().filter(ends).max_by_key(|name| name.len());
    let end = match longest {
        Some(name) if !name.is_empty() => name.len(),
        _ => rest.find(", ").unwrap_or(rest.len()),
    };
    let after = &rest[end..];
    (
        rest[..end].to_owned(),
        after.strip_prefix(", ").unwrap_or(after),
    )
}

/// A JSON text at the beginning, with `, ` or nothing behind it.
fn quoted(rest: &str) -> Option<(String, &str)> {
    let inside = rest.strip_prefix('"')?;
    let mut escaped = false;
    let end = inside.char_indices().find_map(|(place, c)| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends.then_some(place)
    })?;
    let text = serde_json::from_str(&rest[..end + 2]).ok()?;
    let after = &rest[end + 2..];
    match after.strip_prefix(", ") {
        Some(after) => Some((text, after)),
        None if after.is_empty() => Some((text, after)),
        None => None,
    }
}
