//! One line of the log.

use std::fmt::{self, Write as _};

use sayso_core::moment::Moment;
use sayso_core::safe_text;
use serde_json::Value;
use tracing::Level;
use tracing::field::{Field, Visit};

/// What one line says, written down as it is heard: a busy desk writes tens of thousands a second.
#[derive(Default)]
pub(super) struct Line {
    json: bool,
    message: String,
    /// All fields, in the form of the line.
    fields: String,
}

impl Line {
    /// As text, or as JSON.
    pub(super) fn new(json: bool) -> Self {
        Self {
            json,
            ..Self::default()
        }
    }

    /// `2026-02-19T10:00:00.000Z INFO  request method=POST status=201` or
    /// `{"at":"…","level":"info","message":"request","method":"POST","status":201}`
    pub(super) fn written(self, at: Moment, level: Level) -> String {
        let Self {
            message, fields, ..
        } = self;
        let mut line = String::with_capacity(64 + message.len() + fields.len());
        let _ = match self.json {
            true => {
                let (level, message) = (level.as_str().to_ascii_lowercase(), Value::from(message));
                writeln!(
                    line,
                    r#"{{"at":"{at}","level":"{level}","message":{message}{fields}}}"#
                )
            }
            false => writeln!(line, "{at} {level:<5} {}{fields}", one_line(&message)),
        };
        line
    }

    fn set(&mut self, field: &Field, value: impl fmt::Display) {
        let name = field.name();
        let _ = match self.json {
            true => write!(self.fields, r#","{name}":{value}"#),
            false => write!(self.fields, " {name}={value}"),
        };
    }
}

fn one_line(text: &str) -> String {
    safe_text::shown(&text.replace(['\n', '\r'], " ")).into_owned()
}

fn is_plain(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'=' | b'\\');
    !text.is_empty() && text.bytes().all(plain)
}

impl Visit for Line {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "message" {
            self.message = value.to_owned();
        } else if !self.json && is_plain(value) {
            self.set(field, value);
        } else {
            // What could be taken for another field, or for another line, is quoted.
            self.set(field, Value::from(value));
        }
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
        self.record_str(field, &format!("{value:?}"));
    }
}
