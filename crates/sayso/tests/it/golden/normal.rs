//! What differs from run to run, replaced by words: ids, hashes, times, places.

use std::path::Path;

use serde_json::{Value, json};

/// Fields that hold a number of milliseconds which nobody can know.
const DURATIONS: &[&str] = &["took_ms", "left_ms"];

/// The replacements of one file. The same id has the same number all through it.
#[derive(Default)]
pub(super) struct Normal {
    hidden: Vec<(String, String)>,
    ids: Vec<String>,
    hashes: Vec<String>,
}

impl Normal {
    pub(super) fn hides(&mut self, what: &str, word: &str) {
        self.hidden.push((what.to_owned(), word.to_owned()));
    }

    /// The folder of a stage, which ends with a slash.
    pub(super) fn hides_folder(&mut self, folder: &Path) {
        let folder = folder.to_str().unwrap().trim_end_matches('/');
        let (_, name) = folder.rsplit_once('/').unwrap();
        self.hides(folder, "<folder>");
        self.hides(name, "<folder name>");
    }

    pub(super) fn of(&mut self, text: &str) -> String {
        let mut text = text.to_owned();
        for (what, word) in &self.hidden {
            text = text.replace(what, word);
        }
        text = text.replace(env!("CARGO_PKG_VERSION"), "<version>");
        let mut normal = String::new();
        let mut rest = text.as_str();
        while let Some(first) = rest.chars().next() {
            let part = |c: char| c.is_ascii_alphanumeric() || "-:._".contains(c);
            let end = rest.find(|c| !part(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end.max(first.len_utf8()));
            normal += &self.word(word);
            rest = after;
        }
        normal
    }

    /// One word, and what punctuation ends it.
    fn word(&mut self, word: &str) -> String {
        let bare = word.trim_end_matches(['.', ':']);
        let after = &word[bare.len()..];
        let port = bare.strip_prefix("127.0.0.1:");
        let plain = bare.replace('-', "");
        if is_time(bare) {
            format!("<time>{after}")
        } else if port.is_some_and(|port| port.bytes().all(|b| b.is_ascii_digit())) {
            format!("127.0.0.1:<port>{after}")
        } else if is_id(&plain) {
            format!("<id {}>{after}", number(&mut self.ids, &plain))
        } else if bare.len() == 64 && is_hex(bare) {
            format!("<hash {}>{after}", number(&mut self.hashes, bare))
        } else {
            let mut parts = Vec::new();
            for part in word.split('-') {
                parts.push(match is_id(part) {
                    true => format!("<id {}>", number(&mut self.ids, part)),
                    false => part.to_owned(),
                });
            }
            parts.join("-")
        }
    }
}

/// 32 digits of an interaction, a session or a message.
fn is_id(word: &str) -> bool {
    word.len() == 32 && is_hex(word)
}

fn is_hex(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Its place among those that were seen, from 1.
fn number(seen: &mut Vec<String>, one: &str) -> usize {
    let known = seen.iter().position(|other| other == one);
    known.unwrap_or_else(|| {
        seen.push(one.to_owned());
        seen.len() - 1
    }) + 1
}

/// `2026-02-19T10:00:00.123Z`.
fn is_time(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() >= 20
        && bytes.ends_with(b"Z")
        && bytes[10] == b'T'
        && bytes[..4].iter().all(u8::is_ascii_digit)
}

/// Whether somebody waits is noticed after some seconds, which a slow machine may take.
const NOTICED_LATER: &str = "unattended";

/// The same value, with a word for every duration that was measured, and without what only a slow
/// run shows.
pub(super) fn without_durations(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            fields.shift_remove(NOTICED_LATER);
            for (name, field) in fields.iter_mut() {
                *field = if DURATIONS.contains(&name.as_str()) && field.is_number() {
                    json!("<duration>")
                } else {
                    without_durations(field.take())
                };
            }
        }
        Value::Array(list) => {
            for one in list {
                *one = without_durations(one.take());
            }
        }
        _ => {}
    }
    value
}

#[test]
fn what_differs_is_named_and_the_rest_stays() {
    let (one, other) = ("0123456789abcdef0123456789abcdef", "f".repeat(32));
    let hash = "ab".repeat(32);
    for (text, expected) in [
        (
            format!("wait {one}, {other}; {one}."),
            "wait <id 1>, <id 2>; <id 1>.",
        ),
        (format!("\"hash\":\"{hash}\""), "\"hash\":\"<hash 1>\""),
        ("at 2026-02-19T10:00:00.123Z: x".into(), "at <time>: x"),
        (
            "http://127.0.0.1:7319/q".into(),
            "http://127.0.0.1:<port>/q",
        ),
        ("12345678-1234-1234-1234-123456789abc".into(), "<id 1>"),
        (
            "in /tmp/sayso-x/data of sayso-x".into(),
            "in <folder>/data of <folder name>",
        ),
        (
            format!("mcp-{one}, {one}-result"),
            "mcp-<id 1>, <id 1>-result",
        ),
        (
            "ünchanged: 42, r1.q1, 2026-02-19".into(),
            "ünchanged: 42, r1.q1, 2026-02-19",
        ),
    ] {
        let mut normal = Normal::default();
        normal.hides_folder(Path::new("/tmp/sayso-x/"));
        assert_eq!(normal.of(&text), expected);
    }
}
