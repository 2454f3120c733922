//! What `config.toml` says about what is asked at this desk.

use std::time::Duration;

use sayso_desk::Options;
use serde::Deserialize;

use crate::time_setting::time;

/// About what is asked at this desk, where who asks says nothing else.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct AskingFile {
    /// Rounds that may be asked in a row; 0 for as many as there are.
    chain_rounds: Option<u32>,
    /// How long a question waits for its answer.
    #[serde(deserialize_with = "time")]
    timeout: Option<Duration>,
}

impl AskingFile {
    /// Whether questions have a deadline that their askers did not set.
    pub(crate) fn has_deadline(&self) -> bool {
        self.timeout.is_some()
    }

    /// Sets a desk up by it.
    pub(crate) fn set(&self, desk: &mut Options) {
        if let Some(rounds) = self.chain_rounds {
            desk.chain_rounds = rounds;
        }
        desk.timeout = self.timeout;
    }
}
