//! How an answer is known.

use serde::{Deserialize, Serialize};

use crate::decider::Decider;
use crate::face::Face;

/// How an answer is known, from the strongest to the weakest. The desk sets it from the way an
/// answer came in; a caller's word never does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// A WebAuthn signature over what was shown and answered.
    Passkey,
    /// A PIN that only the person knows.
    Pin,
    /// A browser that is signed in.
    Page,
    /// Typed on a controlling terminal.
    Terminal,
    /// A chat or push account that is bound to the person.
    Channel,
    /// A form of an MCP client.
    ClientForm,
    /// The agent's own dialog, as a hook reports it.
    Reported,
    /// A standing grant.
    Grant,
    /// Piped input, a file, a JSON argument or a bare token.
    Script,
    /// A default that the asker declared, applied at its deadline.
    Default,
}

impl Evidence {
    /// Every value, for tables and tests.
    pub const ALL: [Self; 10] = [
        Self::Passkey,
        Self::Pin,
        Self::Page,
        Self::Terminal,
        Self::Channel,
        Self::ClientForm,
        Self::Reported,
        Self::Grant,
        Self::Script,
        Self::Default,
    ];

    /// Whether it is enough for a yes to an approval.
    pub const fn permits(self) -> bool {
        matches!(
            self,
            Self::Passkey | Self::Pin | Self::Page | Self::Terminal
        )
    }

    /// What decided an answer that is known in this way.
    pub const fn decided_by(self) -> Decider {
        match self {
            Self::Passkey
            | Self::Pin
            | Self::Page
            | Self::Terminal
            | Self::Channel
            | Self::Grant => Decider::Person,
            Self::ClientForm => Decider::Client,
            Self::Reported => Decider::Hook,
            Self::Script => Decider::File,
            Self::Default => Decider::Timeout,
        }
    }

    /// What a record from before evidence was recorded rests on.
    pub(crate) const fn of_old_record(via: Face) -> Self {
        match via {
            Face::Terminal | Face::Inbox => Self::Terminal,
            Face::Web => Self::Page,
            Face::Mcp => Self::ClientForm,
            Face::Hook => Self::Reported,
            Face::Http | Face::File | Face::Pipe | Face::Host => Self::Script,
            Face::Desk => Self::Default,
        }
    }

    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Passkey => "passkey",
            Self::Pin => "pin",
            Self::Page => "page",
            Self::Terminal => "terminal",
            Self::Channel => "channel",
            Self::ClientForm => "client_form",
            Self::Reported => "reported",
            Self::Grant => "grant",
            Self::Script => "script",
            Self::Default => "default",
        }
    }
}
