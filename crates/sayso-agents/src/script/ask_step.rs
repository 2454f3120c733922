//! Asking, as a scenario says it.

use std::time::Duration;

use sayso_core::asker::AskerKind;
use sayso_core::deadline::OnTimeout;
use serde_json::Value;

/// Asking, as a scenario says it.
#[derive(Clone, Debug, PartialEq)]
pub struct AskStep {
    /// What is asked, in either dialect.
    pub input: Value,
    /// How long it waits; without it, for as long as it takes.
    pub timeout: Option<Duration>,
    /// What happens then, when said outright.
    pub on_timeout: Option<OnTimeout>,
    /// Who asks; a sub-agent is refused.
    pub asker: AskerKind,
    /// How many rounds are announced.
    pub total_rounds: Option<u32>,
    /// The name under which branches and texts know what came of it.
    pub save: Option<String>,
}
