//! What a reader of a body says when it is of another form.

use std::fmt;

use sayso_core::issue::Issue;
use sayso_core::json::within;
use sayso_core::lang::Lang;
use sayso_core::problem::Problem;
use serde::de::{Error, Expected, Unexpected};

/// What is wrong with a body, and where: as data, so that it can be said in any language.
#[derive(Debug)]
pub(crate) struct Fault(pub(crate) Issue);

impl Fault {
    /// Here.
    pub(crate) fn here(problem: Problem) -> Self {
        Self(Issue::new("", problem))
    }

    /// In the value at this place.
    pub(crate) fn below(mut self, place: &str) -> Self {
        self.0.path = within(place, &self.0.path);
        self
    }
}

impl Error for Fault {
    fn custom<T: fmt::Display>(words: T) -> Self {
        Self::here(Problem::NotAsExpected(words.to_string()))
    }

    fn invalid_type(got: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let got = match got {
            Unexpected::Bool(_) => "boolean",
            Unexpected::Unsigned(_) | Unexpected::Signed(_) | Unexpected::Float(_) => "number",
            Unexpected::Str(_) => "string",
            Unexpected::Seq => "array",
            Unexpected::Map => "object",
            _ => "null",
        };
        Self::here(Problem::UnknownWord {
            got: got.to_owned(),
            expected: expected.to_string(),
        })
    }

    fn unknown_variant(word: &str, expected: &'static [&'static str]) -> Self {
        Self::here(Problem::UnknownWord {
            got: word.to_owned(),
            expected: expected.join(", "),
        })
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let expected = expected.join(", ");
        Self::here(Problem::UnknownField { expected }).below(field)
    }

    fn missing_field(field: &'static str) -> Self {
        Self::here(Problem::Missing).below(field)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.line(Lang::En))
    }
}

impl std::error::Error for Fault {}
