//! One thing wrong with what came from outside, and where.

use serde::Serialize;

use crate::lang::Lang;
use crate::problem::Problem;

/// One thing wrong, and where. Input is refused with all its issues at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// Where, as one would write it in code: `questions[0].options[1].label`.
    pub path: String,
    /// What.
    pub problem: Problem,
}

impl Issue {
    /// Puts a problem at a place.
    pub fn new(path: impl Into<String>, problem: Problem) -> Self {
        Self {
            path: path.into(),
            problem,
        }
    }

    /// `questions[0].options: at least 2 needed, got 1`.
    pub fn line(&self, lang: Lang) -> String {
        join(&self.path, &self.problem.text(lang))
    }

    /// The same in the wording that seed S1 fixes for the command.
    pub fn s1_line(&self) -> String {
        join(&self.path, &self.problem.s1_text())
    }

    /// As it stands in an error's `details`.
    pub fn wire(&self, lang: Lang) -> IssueWire {
        IssueWire {
            path: self.path.clone(),
            message: self.problem.text(lang),
        }
    }
}

fn join(path: &str, text: &str) -> String {
    if path.is_empty() {
        text.to_owned()
    } else {
        format!("{path}: {text}")
    }
}

/// One of an error's `details` on the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct IssueWire {
    /// Where.
    pub path: String,
    /// What is wrong, and what is expected.
    pub message: String,
}
