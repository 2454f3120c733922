//! What a login code is worth: the session of one browser or of one terminal.
//!
//! A session's credentials are signed with the person's token, so that every node accepts them and
//! they end with the token. A browser has two: a cookie, which browsers send to every port of the
//! host, and a secret in the storage of the page's own origin. Neither is worth anything alone.

use std::collections::HashSet;

use sayso_core::moment::Moment;
use sayso_desk::store::{LoginKind, LoginSession, StoreError};

use super::{Keys, Person, hex, read, same, sign, write};
use crate::principal::{Credential, Principal};

/// How long a browser or a terminal stays signed in: 30 days.
const SESSION_MILLIS: u64 = 30 * DAY_MILLIS;
const DAY_MILLIS: u64 = 24 * 60 * 60 * 1_000;
/// How long a code signs in: 10 minutes.
const CODE_MILLIS: u64 = 10 * 60 * 1_000;
/// Characters of a login code that nobody can guess; a name follows them.
const CODE_SECRET: usize = 32;
/// What a terminal's token begins with.
const TERMINAL: &str = "t.";

/// A session that was just begun, and what proves it from now on.
pub(crate) struct SignedIn {
    pub(crate) session: LoginSession,
    /// The cookie's value, or the terminal's token.
    pub(crate) credential: String,
    /// What a page sends beside its cookie.
    pub(crate) secret: Option<String>,
}

impl Keys {
    /// A code that signs a page or a terminal of the owner's in, once, within ten minutes.
    pub fn login_code(&self, now: Moment) -> Result<String, StoreError> {
        self.login_code_of(&self.owner, now)
    }

    /// The same for this person. The code ends with the name, so that any node can spend it.
    pub(crate) fn login_code_of(&self, person: &str, now: Moment) -> Result<String, StoreError> {
        let secret = uuid::Uuid::new_v4().simple();
        let code = format!("{secret}{}", hex(person.as_bytes()));
        self.codes.keep(&code, now.plus(CODE_MILLIS))?;
        Ok(code)
    }

    /// Spends a login code, and begins the session that it is worth.
    pub(crate) fn sign_in(
        &self,
        code: &str,
        kind: LoginKind,
        label: &str,
        now: Moment,
    ) -> Result<Option<SignedIn>, StoreError> {
        if !self.codes.spend(code, now)? {
            return Ok(None);
        }
        self.renew_both();
        let of_code = |one: &Person| {
            let name = code.get(CODE_SECRET..);
            name.is_some_and(|name| name == hex(one.name.as_bytes()))
        };
        let Some(person) = self.person(of_code) else {
            return Ok(None);
        };
        let session = LoginSession {
            id: uuid::Uuid::new_v4().simple().to_string(),
            kind,
            person: person.name.to_string(),
            label: label.to_owned(),
            since: now,
            until: now.plus(SESSION_MILLIS),
            token_mark: person.token_mark(),
            revoked: false,
        };
        // Nodes' clocks may differ: what one holds for expired another may still let in.
        let expired = Moment::from_millis(now.millis().saturating_sub_unsigned(DAY_MILLIS));
        self.sessions.add(&session, expired)?;
        let until = session.until.millis().to_string();
        Ok(Some(SignedIn {
            credential: person.credential(kind, &until, &session.id),
            secret: (kind == LoginKind::Page).then(|| person.page_secret(&until, &session.id)),
            session,
        }))
    }

    /// The person whose page sends this cookie and this secret.
    pub(crate) fn page(&self, cookie: &str, secret: &str, now: Moment) -> Option<Principal> {
        self.renew_both();
        let (person, id, until) = self.session_of(LoginKind::Page, cookie, cookie, now)?;
        same(secret, &person.page_secret(until, id)).then(|| Principal::Person {
            name: person.name,
            credential: Credential::Page(id.into()),
        })
    }

    /// The person whose terminal sends this token.
    pub(super) fn terminal(&self, token: &str, now: Moment) -> Option<Principal> {
        let parts = token.strip_prefix(TERMINAL)?;
        let (person, id, _) = self.session_of(LoginKind::Terminal, token, parts, now)?;
        Some(Principal::Person {
            name: person.name,
            credential: Credential::Terminal(id.into()),
        })
    }

    /// Whose session this credential proves, if it is neither over nor revoked; its id and its end.
    fn session_of<'c>(
        &self,
        kind: LoginKind,
        credential: &str,
        parts: &'c str,
        now: Moment,
    ) -> Option<(Person, &'c str, &'c str)> {
        let (until, rest) = parts.split_once('.')?;
        let (id, _) = rest.split_once('.')?;
        let end = Moment::from_millis(until.parse().ok()?);
        let signed = |one: &Person| same(credential, &one.credential(kind, until, id));
        let person = self.person(signed)?;
        (now <= end && !self.is_revoked(id)).then_some((person, id, until))
    }

    /// Whether this session was signed out.
    pub(crate) fn is_revoked(&self, id: &str) -> bool {
        read(&self.revoked).contains(id)
    }

    /// The sessions that are signed in, the newest first: everyone's for the owner, a person's own
    /// for anybody else.
    pub(crate) fn login_sessions(
        &self,
        person: &str,
        now: Moment,
    ) -> Result<Vec<LoginSession>, StoreError> {
        let mut sessions = self.sessions.list()?;
        self.renew_both();
        sessions.retain(|one| {
            let stands = |person: &Person| {
                *person.name == *one.person && same(&person.token_mark(), &one.token_mark)
            };
            let seen = *person == *self.owner || person == one.person;
            seen && !one.revoked && now <= one.until && self.person(stands).is_some()
        });
        Ok(sessions)
    }

    /// Signs a session out, on this node at once and on the others within a second.
    pub(crate) fn revoke_session(&self, id: &str) -> Result<(), StoreError> {
        self.sessions.revoke(id)?;
        self.knows_revoked([id.to_owned()]);
        Ok(())
    }

    /// Looks up which sessions were revoked on other nodes. It may take a while.
    pub fn renew_sessions(&self) -> Result<(), StoreError> {
        self.knows_revoked(self.sessions.revoked()?);
        Ok(())
    }

    /// A session that was revoked stays so: the set only grows, whoever reads the list late.
    fn knows_revoked(&self, ids: impl IntoIterator<Item = String>) {
        let grown = {
            let mut revoked: std::sync::RwLockWriteGuard<'_, HashSet<String>> =
                write(&self.revoked);
            let before = revoked.len();
            revoked.extend(ids);
            revoked.len() > before
        };
        if grown {
            self.look_again();
        }
    }
}

impl Person {
    /// A page's cookie, or a terminal's token.
    fn credential(&self, kind: LoginKind, until: &str, id: &str) -> String {
        let start = match kind {
            LoginKind::Page => "",
            LoginKind::Terminal => TERMINAL,
        };
        let signature = sign(&self.token, &[kind.word(), until, id, &self.name]);
        format!("{start}{until}.{id}.{signature}")
    }

    fn page_secret(&self, until: &str, id: &str) -> String {
        sign(&self.token, &["page secret", until, id, &self.name])
    }

    /// Shows whether the token is still the same, and nothing of it.
    fn token_mark(&self) -> String {
        let mut mark = sign(&self.token, &["mark", &self.name]);
        mark.truncate(16);
        mark
    }
}
