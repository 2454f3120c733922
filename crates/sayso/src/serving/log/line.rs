//! One line of the log.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use sayso_core::moment::Moment;
use sayso_core::safe_text;
use serde_json::Value;
use tracing::Level;
use tracing::field::{Field, Visit};

/// Room for a line; most need half of it.
const USUAL: usize = 256;

/// One line, written down as it is heard, with nothing else to hold it: a busy desk writes tens of
/// thousands a second.
///
/// `2026-02-19T10:00:00.000Z INFO  request method=POST status=201` or
/// `{"at":"…","level":"info","message":"request","method":"POST","status":201}`
pub(super) struct Line {
    json: bool,
    text: String,
    /// Where the message belongs.
    message_at: usize,
}

impl Line {
    /// As text, or as JSON.
    pub(super) fn begin(json: bool, at: Moment, level: Level) -> Self {
        let mut text = String::with_capacity(USUAL);
        let _ = match json {
            true => {
                let level = level.as_str().to_ascii_lowercase();
                write!(text, r#"{{"at":"{at}","level":"{level}""#)
            }
            false => write!(text, "{at} {level:<5} "),
        };
        let message_at = text.len();
        Self {
            json,
            text,
            message_at,
        }
    }

    pub(super) fn written(mut self) -> String {
        self.text.push_str(if self.json { "}\n" } else { "\n" });
        self.text
    }

    /// A value that cannot be taken for anything else.
    fn set(&mut self, field: &Field, value: impl fmt::Display) {
        self.name(field);
        let _ = write!(self.text, "{value}");
    }

    fn name(&mut self, field: &Field) {
        let (before, after) = match self.json {
            true => (",\"", "\":"),
            false => (" ", "="),
        };
        for part in [before, field.name(), after] {
            self.text.push_str(part);
        }
    }

    /// What may be anything, as `written` puts it down.
    fn set_words(&mut self, field: &Field, written: impl FnOnce(&mut String)) {
        let is_message = field.name() == "message";
        let begin = self.text.len();
        if self.json || !is_message {
            self.name(field);
        }
        let value_at = self.text.len();
        written(&mut self.text);
        let value = &self.text[value_at..];
        // What could be taken for another field, or for another line, is quoted.
        let other = match (self.json, is_message) {
            (true, _) => Some(quoted(value)),
            (false, true) => (!is_one_line(value)).then(|| one_line(value)),
            (false, false) => (!is_plain(value)).then(|| quoted(value)),
        };
        if let Some(other) = other {
            self.text.replace_range(value_at.., &other);
        }
        if is_message && begin > self.message_at {
            let message = self.text.split_off(begin);
            self.text.insert_str(self.message_at, &message);
        }
    }
}

fn is_one_line(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte == b' ' || byte.is_ascii_graphic())
}

fn one_line(text: &str) -> String {
    safe_text::shown(&text.replace(['\n', '\r'], " ")).into_owned()
}

/// As a JSON string, in which whatever could act on a terminal or hide is escaped as well.
fn quoted(value: &str) -> String {
    let json = Value::from(value).to_string();
    let mut quoted = String::with_capacity(json.len());
    for c in json.chars() {
        if is_seen(c) {
            quoted.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(quoted, "\\u{unit:04x}");
            }
        }
    }
    quoted
}

/// Whether a character alone is shown as it is.
fn is_seen(c: char) -> bool {
    let shown = |c: char| {
        matches!(
            safe_text::shown(c.encode_utf8(&mut [0; 4])),
            Cow::Borrowed(_)
        )
    };
    c == ' ' || c.is_ascii_graphic() || !c.is_ascii() && shown(c)
}

fn is_plain(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'=' | b'\\');
    !text.is_empty() && text.bytes().all(plain)
}

impl Visit for Line {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.set_words(field, |text| text.push_str(value));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.set(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.set(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.set(field, value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.set_words(field, |text| {
            let _ = write!(text, "{value:?}");
        });
    }
}
