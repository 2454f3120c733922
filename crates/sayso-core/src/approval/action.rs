//! What an agent wants to do.

use serde_json::Value;

use crate::digest::Digest;

/// What an agent wants to do: one tool, with exactly this input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// The tool.
    pub tool: String,
    /// What it would run with.
    pub input: Value,
    /// Why the agent must ask, in its own words.
    pub reason: Option<String>,
    /// The rules that the agent offers to remember, as it wrote them.
    pub rules: Vec<Value>,
}

impl Action {
    /// Binds the approval to all that a yes permits and all that the person read before it: the
    /// tool, its input, the reason, and the rules with their scope and duration.
    pub fn digest(&self) -> Digest {
        let input = serde_json::to_vec(&self.input).unwrap_or_default();
        let rules = serde_json::to_vec(&self.rules).unwrap_or_default();
        let reason = self.reason.as_deref().unwrap_or_default();
        Digest::of(&[
            b"approval",
            self.tool.as_bytes(),
            &input,
            reason.as_bytes(),
            &rules,
        ])
    }
}
