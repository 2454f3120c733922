//! How a session began.

use serde::{Deserialize, Serialize};

use crate::id::{MessageId, SessionId};

/// How a session began, and what holds for all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The agent's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The project's root directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// Whether a second question is refused while one is open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub serial: bool,
    /// Rounds of one chain; 0 is no limit, none is the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain_rounds: Option<u32>,
    /// The session and round that this one branches off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<Branch>,
}

/// Where a session branches off another. The other is kept as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// The other session.
    pub session: SessionId,
    /// Its last round that both share.
    pub round: u32,
    /// The last message that both share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<MessageId>,
}
