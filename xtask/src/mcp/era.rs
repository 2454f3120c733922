//! The eras of the protocol.

/// With a session that begins with `initialize`, or without any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Era {
    Legacy,
    Stateless,
}

impl Era {
    /// What the clients call it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Legacy => "legacy",
            Self::Stateless => "2026-07-28",
        }
    }
}
