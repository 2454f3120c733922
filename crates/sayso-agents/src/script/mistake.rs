//! What is wrong with a scenario or template file, and where.

use std::fmt;

use sayso_core::issue::IssueWire;
use sayso_core::json::within;
use sayso_core::lang::Lang;

use super::place::Place;
use super::wrong::Wrong;

/// One thing that is wrong with a scenario or template file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The path of the value: `steps[2].ask.input`; empty for the whole file.
    pub path: String,
    /// Where that stands in the file.
    pub place: Option<Place>,
    /// What is wrong.
    pub wrong: Wrong,
}

impl Mistake {
    /// `12:5 steps[2].ask.input: required`.
    pub fn line(&self, lang: Lang) -> String {
        let place = self.placed(&self.path);
        let wrong = self.wrong.text(lang);
        if place.is_empty() {
            wrong
        } else {
            format!("{place}: {wrong}")
        }
    }

    /// Where it stands in the file, and this path.
    fn placed(&self, path: &str) -> String {
        let place = self.place.map(|place| place.to_string());
        let path = Some(path.to_owned()).filter(|path| !path.is_empty());
        let place: Vec<String> = [place, path].into_iter().flatten().collect();
        place.join(" ")
    }
}

/// Everything that is wrong with a scenario or template file; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistakes(pub Vec<Mistake>);

impl Mistakes {
    pub(crate) fn one(path: &str, wrong: impl Into<Wrong>) -> Self {
        Self(vec![Mistake {
            path: path.to_owned(),
            place: None,
            wrong: wrong.into(),
        }])
    }

    /// As the `details` of an error; `path` is where the file's content stands in what was sent.
    pub fn wires(&self, path: &str, lang: Lang) -> Vec<IssueWire> {
        let wire = |mistake: &Mistake| IssueWire {
            path: mistake.placed(&within(path, &mistake.path)),
            message: mistake.wrong.text(lang),
        };
        self.0.iter().map(wire).collect()
    }

    /// One a line.
    pub fn text(&self, lang: Lang) -> String {
        let lines: Vec<String> = self.0.iter().map(|mistake| mistake.line(lang)).collect();
        lines.join("\n")
    }
}

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

impl std::error::Error for Mistakes {}
