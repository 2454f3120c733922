use std::fmt;

use crate::file::File;

/// One place that breaks a house rule, and the way out.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Violation {
    path: String,
    line: usize,
    problem: String,
    remedy: &'static str,
}

impl Violation {
    pub(super) fn new(
        file: &File,
        line: usize,
        problem: impl Into<String>,
        remedy: &'static str,
    ) -> Self {
        Self {
            path: file.path.clone(),
            line,
            problem: problem.into(),
            remedy,
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            line,
            problem,
            remedy,
        } = self;
        write!(f, "{path}:{line}: {problem}; {remedy}")
    }
}
