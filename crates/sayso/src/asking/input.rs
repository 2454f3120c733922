//! Reading the JSON of an ask, and complaining about it in the words of S1.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sayso_core::dialect::{self, Parsed};
use sayso_core::issue::Issue;
use sayso_core::json;
use sayso_core::limits::{INPUT_BYTES, Limits};
use sayso_core::problem::Problem;
use serde_json::Value;

/// Where the JSON comes from.
#[derive(Debug)]
pub(crate) enum Input<'a> {
    /// The argument itself.
    Argument(&'a str),
    /// A file.
    File(&'a Path),
    /// Standard input.
    Stdin,
    /// Nowhere.
    Missing,
}

/// Why it cannot be asked.
#[derive(Debug)]
pub(crate) enum BadInput {
    /// No JSON was given.
    Missing,
    /// The file cannot be read.
    Unreadable(String),
    /// It is no JSON.
    NotJson(String),
    /// It is JSON, but no good question.
    Invalid(Vec<Issue>),
}

impl Input<'_> {
    /// Reads and checks it.
    pub(crate) fn parse(&self, limits: &Limits) -> Result<(Parsed, Value), BadInput> {
        let bytes = self.read()?;
        let value = json::read(&bytes).map_err(|issues| match &issues[..] {
            [
                Issue {
                    problem: Problem::NotJson(broken),
                    ..
                },
            ] => BadInput::NotJson(broken.words.clone()),
            _ => BadInput::Invalid(issues),
        })?;
        let parsed = dialect::parse(&value, limits).map_err(BadInput::Invalid)?;
        Ok((parsed, value))
    }

    fn read(&self) -> Result<Vec<u8>, BadInput> {
        let bytes = match self {
            Self::Missing => return Err(BadInput::Missing),
            Self::Argument(text) => text.as_bytes().to_vec(),
            Self::Stdin => bounded(io::stdin().lock())
                .map_err(|error| BadInput::Unreadable(format!("standard input: {error}")))?,
            Self::File(path) => File::open(path)
                .and_then(bounded)
                .map_err(|error| BadInput::Unreadable(format!("{}: {error}", path.display())))?,
        };
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(BadInput::Missing);
        }
        Ok(bytes)
    }
}

/// Reads no more than one byte over the limit, however much there is.
pub(super) fn bounded(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(INPUT_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl BadInput {
    /// The complaint, line by line, in the manner of S1.
    pub(crate) fn lines(&self) -> Vec<String> {
        let usage = "Usage: AskUserQuestion '{\"questions\":[...]}'".to_owned();
        match self {
            Self::Missing => vec!["Error: Missing JSON parameter".into(), usage],
            Self::Unreadable(why) => vec![format!("Error: {why}")],
            Self::NotJson(why) => vec![
                "Error: Invalid JSON format".into(),
                usage,
                format!("Detail: {why}"),
            ],
            Self::Invalid(issues) => std::iter::once("Error: Validation failed".to_owned())
                .chain(issues.iter().map(|issue| format!("- {}", issue.s1_line())))
                .collect(),
        }
    }
}
