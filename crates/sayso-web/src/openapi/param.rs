//! A value behind the question mark.

use serde_json::{Value, json};

/// A value behind the question mark.
#[derive(Clone, Copy)]
pub(super) struct Param {
    name: &'static str,
    about: &'static str,
    example: Example,
}

#[derive(Clone, Copy)]
enum Example {
    Text(&'static str),
    Number(u64),
}

impl Param {
    pub(super) const fn text(
        name: &'static str,
        about: &'static str,
        example: &'static str,
    ) -> Self {
        let example = Example::Text(example);
        Self {
            name,
            about,
            example,
        }
    }

    pub(super) const fn number(name: &'static str, about: &'static str, example: u64) -> Self {
        let example = Example::Number(example);
        Self {
            name,
            about,
            example,
        }
    }

    pub(super) fn describe(&self) -> Value {
        let (schema, example) = match self.example {
            Example::Text(text) => (json!({ "type": "string" }), json!(text)),
            Example::Number(number) => (json!({ "type": "integer", "minimum": 0 }), json!(number)),
        };
        json!({ "name": self.name, "in": "query", "description": self.about, "schema": schema,
                "example": example })
    }
}
