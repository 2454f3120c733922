//! Who calls.

use std::sync::Arc;

use sayso_core::id::SessionId;

/// Who calls, by the credential that came along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Principal {
    /// A person, by the name that the credential is known by: may do everything.
    Person(Arc<str>),
    /// An agent: may ask, wait, withdraw and read; never answer.
    Agent,
    /// An agent of one session: the same, in that session alone.
    SessionAgent(SessionId),
}

impl Principal {
    /// Whether it may act in this session. To who may not, the session does not exist.
    pub(crate) fn may_see(&self, session: &SessionId) -> bool {
        match self {
            Self::Person(_) | Self::Agent => true,
            Self::SessionAgent(own) => own == session,
        }
    }

    /// The one session that it may act in, when there is only one.
    pub(crate) fn only_session(&self) -> Option<SessionId> {
        match self {
            Self::Person(_) | Self::Agent => None,
            Self::SessionAgent(own) => Some(own.clone()),
        }
    }

    /// Whether secret words are for it: for the asker's side alone.
    pub(crate) fn is_asker(&self) -> bool {
        !matches!(self, Self::Person(_))
    }
}

/// Who may call an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// Anyone, without a credential.
    Anyone,
    /// Any agent and any person.
    Everyone,
    /// A person alone.
    Person,
}
