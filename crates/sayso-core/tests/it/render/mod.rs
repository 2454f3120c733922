//! What the agent gets back, for every outcome, in every format and both languages.

mod formats;
mod outcomes;

use sayso_core::outcome::Outcome;
use sayso_core::render::{KeyBy, command_output, outcome_wire};
use serde_json::{Value, json};

use crate::life::Life;

/// Asks and answers whole.
#[track_caller]
fn answered(input: &Value, answers: &Value) -> Outcome {
    let mut life = Life::new();
    let id = life.asks(input);
    life.answers(id, answers)
}

/// The outcome as it goes over the wire.
fn wire(outcome: &Outcome) -> Value {
    json!(outcome_wire(outcome))
}

/// What the command prints under each of the three keys.
fn printed(outcome: &Outcome) -> [Value; 3] {
    [KeyBy::Header, KeyBy::Question, KeyBy::Id].map(|key| command_output(outcome, key))
}
