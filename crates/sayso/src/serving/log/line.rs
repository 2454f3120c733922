//! One line of the log.

use std::fmt::{self, Write as _};

use sayso_core::moment::Moment;
use sayso_core::safe_text;
use serde_json::{Map, Value};
use tracing::Level;
use tracing::field::{Field, Visit};

/// What one line says.
#[derive(Default)]
pub(super) struct Line {
    message: String,
    fields: Vec<(&'static str, Value)>,
}

impl Line {
    /// `2026-02-19T10:00:00.000Z INFO  request method=POST status=201`
    pub(super) fn text(self, at: Moment, level: Level) -> String {
        let mut line = format!("{at} {level:<5} {}", one_line(&self.message));
        for (name, value) in &self.fields {
            // What could be taken for another field, or for another line, is quoted.
            let _ = match value.as_str().filter(|text| is_plain(text)) {
                Some(text) => write!(line, " {name}={text}"),
                None => write!(line, " {name}={value}"),
            };
        }
        line.push('\n');
        line
    }

    /// `{"at":"…","level":"info","message":"request","method":"POST","status":201}`
    pub(super) fn json(self, at: Moment, level: Level) -> String {
        let mut all = Map::new();
        all.insert("at".into(), at.to_string().into());
        let level = level.as_str().to_ascii_lowercase();
        all.insert("level".into(), level.into());
        all.insert("message".into(), self.message.into());
        for (name, value) in self.fields {
            all.insert(name.to_owned(), value);
        }
        format!("{}\n", Value::Object(all))
    }

    fn set(&mut self, field: &Field, value: impl Into<Value>) {
        self.fields.push((field.name(), value.into()));
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
        match field.name() {
            "message" => self.message = value.to_owned(),
            _ => self.set(field, value),
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
