//! Every JSON example of the seeds S0, S1 and S3: it parses to the right model, and its answer
//! goes back in the shape shown there. S3 is typeset with curly quotes, which stay as they are;
//! `{...}` and `[...]` are filled in as shortly as can be.

mod s0;
mod s1;
mod s3;

use sayso_core::dialect::{self, Parsed};
use sayso_core::json;
use sayso_core::limits::Limits;
use sayso_core::outcome::Outcome;
use sayso_core::question::Question;
use serde_json::{Value, json};

use crate::life::Life;

#[track_caller]
fn parse(text: &str, limits: &Limits) -> Parsed {
    let value = json::read(text.as_bytes()).unwrap();
    dialect::parse(&value, limits).unwrap()
}

/// Asks what was parsed and answers it whole.
#[track_caller]
fn answer(parsed: Parsed, answers: &Value) -> Outcome {
    let mut life = Life::new();
    let mut ask = life.ask(&json!([crate::life::yes_no("a")]));
    ask.parsed = parsed;
    let id = life.begins(ask);
    life.answers(id, answers)
}

/// The shape of a question in one line: kind, id, header, text, and its options as `id=label`.
fn outline(question: &Question) -> String {
    let options: Vec<String> = question
        .choices
        .iter()
        .map(|c| format!("{}={}{}", c.id, c.label, if c.default { "*" } else { "" }))
        .collect();
    let header = question.header.as_deref().unwrap_or("-");
    let (kind, id, text) = (question.kind, &question.id, &question.text);
    format!("{kind} [{id}] {header}: {text} ({})", options.join(", "))
}

fn outlines(questions: &[Question]) -> Vec<String> {
    questions.iter().map(outline).collect()
}
