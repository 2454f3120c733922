//! One step of a scenario.

use super::verb::Verb;
use super::when::When;

/// One step of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Where it stands in the scenario: `steps[2].steps[0]`; part of every id made in it.
    pub path: String,
    /// What a `goto` of the same list, or of a list inside it, calls it.
    pub label: Option<String>,
    /// What must hold for it to be taken; otherwise it is passed over.
    pub when: When,
    /// What is done.
    pub verb: Verb,
}
