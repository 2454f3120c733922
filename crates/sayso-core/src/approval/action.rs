//! What an agent wants to do.

use serde_json::Value;

use crate::digest::Digest;
use crate::id::CallKey;

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

    /// A key for one approval of this action in a session of the agent's own. Two ways that ask for
    /// the same action, to the letter, know it by the key's beginning, whatever reason and rules each
    /// of them was given.
    pub fn key(&self, session: &str, name: &str) -> CallKey {
        CallKey::from(format!("{}{name}", self.key_beginning(session)))
    }

    /// Whether an approval of this key is about this action in this session.
    pub fn has_key(&self, session: &str, key: Option<&CallKey>) -> bool {
        key.is_some_and(|key| key.as_str().starts_with(&self.key_beginning(session)))
    }

    fn key_beginning(&self, session: &str) -> String {
        let input = serde_json::to_vec(&self.input).unwrap_or_default();
        let parts = [session.as_bytes(), self.tool.as_bytes(), &input];
        format!("action:{}:", Digest::of(&parts))
    }
}
