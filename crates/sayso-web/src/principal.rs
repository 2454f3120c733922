//! Who calls.

use std::sync::Arc;

use sayso_core::evidence::Evidence;
use sayso_core::id::SessionId;

/// Who calls, by the credential that came along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Principal {
    /// A person: may do everything.
    Person {
        /// The name that the credential is known by.
        name: Arc<str>,
        /// What let that person in.
        credential: Credential,
    },
    /// An agent: may ask, wait, withdraw and read; never answer.
    Agent,
    /// An agent of one session: the same, in that session alone.
    SessionAgent(SessionId),
}

impl Principal {
    /// Whether it may act in this session. To who may not, the session does not exist.
    pub(crate) fn may_see(&self, session: &SessionId) -> bool {
        match self {
            Self::Person { .. } | Self::Agent => true,
            Self::SessionAgent(own) => own == session,
        }
    }

    /// The one session that it may act in, when there is only one.
    pub(crate) fn only_session(&self) -> Option<SessionId> {
        match self {
            Self::Person { .. } | Self::Agent => None,
            Self::SessionAgent(own) => Some(own.clone()),
        }
    }

    /// The id of the login session that it calls from, if it is one.
    pub(crate) fn login_session(&self) -> Option<&str> {
        match self {
            Self::Person {
                credential: Credential::Page(id) | Credential::Terminal(id),
                ..
            } => Some(id),
            _ => None,
        }
    }

    /// The name under which what is asked with it stands on record.
    pub(crate) fn credential_name(&self) -> String {
        match self {
            Self::Agent => "agent.token".into(),
            Self::SessionAgent(_) => "session".into(),
            Self::Person { name, credential } => match credential {
                Credential::Token => format!("person:{name}"),
                Credential::Page(id) => format!("page:{id}"),
                Credential::Terminal(id) => format!("terminal:{id}"),
            },
        }
    }

    /// Whether secret words are for it: for the asker's side alone.
    pub(crate) fn is_asker(&self) -> bool {
        !matches!(self, Self::Person { .. })
    }
}

/// What lets a person in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Credential {
    /// The person's token: whoever holds it may be a script.
    Token,
    /// A browser that signed in, by the id of its session.
    Page(Arc<str>),
    /// A terminal that signed in, by the id of its session.
    Terminal(Arc<str>),
}

impl Credential {
    /// How what is done with it is known.
    pub(crate) const fn evidence(&self) -> Evidence {
        match self {
            Self::Token => Evidence::Script,
            Self::Page(_) => Evidence::Page,
            Self::Terminal(_) => Evidence::Terminal,
        }
    }

    /// The id of the page's session, if it is one.
    pub(crate) fn page(&self) -> Option<&str> {
        match self {
            Self::Page(id) => Some(id),
            Self::Token | Self::Terminal(_) => None,
        }
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
