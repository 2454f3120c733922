//! Browsers and terminals that a person signed in.

use sayso_core::moment::Moment;
use serde::{Deserialize, Serialize};

use super::StoreError;

/// What was signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoginKind {
    /// A browser, for the page.
    Page,
    /// A terminal, with `sayso login`.
    Terminal,
}

impl LoginKind {
    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Terminal => "terminal",
        }
    }
}

/// A browser or terminal that a person signed in. It holds no credential.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoginSession {
    /// Its id.
    pub id: String,
    /// Browser or terminal.
    pub kind: LoginKind,
    /// The person's name.
    pub person: String,
    /// What it calls itself.
    pub label: String,
    /// When it signed in.
    pub since: Moment,
    /// When it must sign in again.
    pub until: Moment,
    /// A fingerprint of the person's token at that time. With another token the session is over.
    pub token_mark: String,
    /// Whether it was signed out.
    pub revoked: bool,
}

/// Where login sessions are listed. A session's own credential is signed, so every node accepts it
/// without looking here; what a node must know are those that were revoked.
pub trait LoginSessions: Send + Sync {
    /// Lists a new session, and forgets those that expired before `now`.
    fn add(&self, session: &LoginSession, now: Moment) -> Result<(), StoreError>;

    /// Returns all sessions, the newest first, revoked ones too.
    fn list(&self) -> Result<Vec<LoginSession>, StoreError>;

    /// Revokes a session for good.
    fn revoke(&self, id: &str) -> Result<(), StoreError>;

    /// Returns the ids of the revoked sessions.
    fn revoked(&self) -> Result<Vec<String>, StoreError>;
}
