//! Credentials: tokens in files of their owner's, and what is derived from them.

mod own_logins;
mod sessions;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use hmac::{Hmac, KeyInit, Mac};
use sayso_core::id::SessionId;
use sayso_core::moment::Moment;
use sayso_desk::store::{LoginCodes, LoginSessions, StoreError};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::bell::Bell;
use crate::ear::Ear;
use crate::principal::{Credential, Principal};
use own_logins::OwnLogins;

/// The name of who starts a desk, when it is not told.
const OWNER: &str = "owner";

/// The desk's credentials. Comparing takes the same time whatever is wrong. They come and go while
/// the desk runs.
pub struct Keys {
    /// The owner's name.
    owner: Arc<str>,
    both: RwLock<BothTokens>,
    /// Further people.
    people: RwLock<Vec<Person>>,
    codes: Arc<dyn LoginCodes>,
    sessions: Arc<dyn LoginSessions>,
    /// The sessions that were signed out before their time.
    revoked: RwLock<HashSet<String>>,
    both_source: Option<Box<BothSource>>,
    source: Option<Box<PeopleSource>>,
    /// Held from the reading of tokens until they are taken over: who read the old ones must not
    /// bring them back over newer ones.
    renewing: Mutex<()>,
    renewals: AtomicU64,
    /// Rings with each.
    renewal_bell: Arc<Bell>,
}

/// The tokens that every desk has. Who has none is not let in.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct BothTokens {
    /// The owner's.
    pub person: Option<String>,
    /// That of agents.
    pub agent: Option<String>,
}

/// The owner's token and the agents', if one of them may be another.
type BothSource = dyn Fn() -> Option<BothTokens> + Send + Sync;

/// Further people, each with a token, if some came or went.
type PeopleSource = dyn Fn() -> Option<Vec<(String, String)>> + Send + Sync;

/// A person and what lets that person in.
#[derive(Clone, PartialEq)]
struct Person {
    name: Arc<str>,
    token: String,
}

impl Keys {
    /// From the two tokens. Who signs in is forgotten with the process.
    pub fn new(person: impl Into<String>, agent: impl Into<String>) -> Self {
        Self::with_logins(person, agent, Arc::new(OwnLogins::default()))
    }

    /// The same, with the sessions that this file lists.
    pub fn with_sessions_in(
        file: PathBuf,
        person: impl Into<String>,
        agent: impl Into<String>,
    ) -> io::Result<Self> {
        let logins = Arc::new(OwnLogins::in_file(file)?);
        let keys = Self::with_logins(person, agent, logins);
        keys.renew_sessions().map_err(io::Error::other)?;
        Ok(keys)
    }

    /// The same, with login codes and sessions that other nodes know too.
    pub fn sharing(
        person: impl Into<String>,
        agent: impl Into<String>,
        logins: Arc<impl LoginCodes + LoginSessions + 'static>,
    ) -> Result<Self, StoreError> {
        let keys = Self::with_logins(person, agent, logins);
        keys.renew_sessions()?;
        Ok(keys)
    }

    fn with_logins(
        person: impl Into<String>,
        agent: impl Into<String>,
        logins: Arc<impl LoginCodes + LoginSessions + 'static>,
    ) -> Self {
        Self {
            owner: OWNER.into(),
            both: RwLock::new(BothTokens {
                person: Some(person.into()),
                agent: Some(agent.into()),
            }),
            people: RwLock::default(),
            codes: logins.clone(),
            sessions: logins,
            revoked: RwLock::default(),
            both_source: None,
            source: None,
            renewing: Mutex::default(),
            renewals: AtomicU64::new(0),
            renewal_bell: Arc::default(),
        }
    }

    /// The name by which answers with the owner's token are recorded.
    pub fn owned_by(mut self, name: &str) -> Self {
        self.owner = name.into();
        self
    }

    /// One more person, with a token of their own.
    pub fn and(self, name: &str, token: impl Into<String>) -> Self {
        write(&self.people).push(Person {
            name: name.into(),
            token: token.into(),
        });
        self
    }

    /// Asked for the owner's token and the agents' whenever somebody calls, and when they are renewed.
    pub fn both_renewed_by(
        mut self,
        source: impl Fn() -> Option<BothTokens> + Send + Sync + 'static,
    ) -> Self {
        self.both_source = Some(Box::new(source));
        self
    }

    /// Asked for further people whenever one of them may be calling, and when they are renewed.
    pub fn renewed_by(
        mut self,
        source: impl Fn() -> Option<Vec<(String, String)>> + Send + Sync + 'static,
    ) -> Self {
        self.source = Some(Box::new(source));
        self
    }

    /// Takes over who came and who went. A token that was taken away is worth nothing from now on,
    /// nor is a page that was signed in with it.
    pub fn renew(&self) {
        self.renew_both();
        self.renew_people();
    }

    fn renew_both(&self) {
        let _turn = self.renewing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(both) = self.both_source.as_ref().and_then(|source| source()) {
            let before = std::mem::replace(&mut *write(&self.both), both.clone());
            if before != both {
                self.look_again();
            }
        }
    }

    fn renew_people(&self) {
        let _turn = self.renewing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(people) = self.source.as_ref().and_then(|source| source()) {
            let person = |(name, token): (String, String)| Person {
                name: name.into(),
                token,
            };
            let people: Vec<Person> = people.into_iter().map(person).collect();
            let before = std::mem::replace(&mut *write(&self.people), people.clone());
            if before != people {
                self.look_again();
            }
        }
    }

    /// Has whoever is let in for long look again whether that holds.
    pub(crate) fn look_again(&self) {
        self.renewals.fetch_add(1, Ordering::AcqRel);
        self.renewal_bell.ring();
    }

    /// Counts how often tokens came or went: whoever is let in for long looks again then.
    pub(crate) fn renewals(&self) -> u64 {
        self.renewals.load(Ordering::Acquire)
    }

    /// Hears when that counts on.
    pub(crate) fn ear(&self) -> Ear {
        self.renewal_bell.ear()
    }

    /// The first person, the owner before all others, who fits. Only those count who have a token
    /// at this very moment: the owner's was just renewed.
    fn person(&self, fits: impl Fn(&Person) -> bool) -> Option<Person> {
        let token = read(&self.both).person.clone();
        let owner = token.map(|token| Person {
            name: self.owner.clone(),
            token,
        });
        if let Some(owner) = owner.filter(&fits) {
            return Some(owner);
        }
        self.renew_people();
        read(&self.people).iter().find(|one| fits(one)).cloned()
    }

    /// The token of an agent that may act in one session alone; none when agents have none.
    pub fn session_token(&self, session: &SessionId) -> Option<String> {
        self.renew_both();
        let name = hex(session.as_str().as_bytes());
        let signature = sign(read(&self.both).agent.as_ref()?, &["session", &name]);
        Some(format!("s.{name}.{signature}"))
    }

    /// Whose bearer token this is.
    pub(crate) fn bearer(&self, token: &str, now: Moment) -> Option<Principal> {
        self.renew_both();
        let person = || {
            let person = self.person(|one| same(token, &one.token))?;
            Some(Principal::Person {
                name: person.name,
                credential: Credential::Token,
            })
        };
        self.agent(token)
            .or_else(|| self.terminal(token, now))
            .or_else(person)
    }

    /// Which agents' token this is: that of all, or that of one session.
    fn agent(&self, token: &str) -> Option<Principal> {
        let both = read(&self.both);
        let agent = both.agent.as_ref()?;
        match same(token, agent) {
            true => Some(Principal::Agent),
            false => session_bearer(token, agent),
        }
    }
}

fn session_bearer(token: &str, agent: &str) -> Option<Principal> {
    let (name, signature) = token.strip_prefix("s.")?.split_once('.')?;
    if !same(signature, &sign(agent, &["session", name])) {
        return None;
    }
    let bytes = (0..name.len())
        .step_by(2)
        .map(|n| u8::from_str_radix(name.get(n..n + 2)?, 16).ok())
        .collect::<Option<Vec<u8>>>()?;
    let session = SessionId::new(String::from_utf8(bytes).ok()?);
    Some(Principal::SessionAgent(session))
}

fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

fn sign(key: &str, parts: &[&str]) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key.as_bytes()) else {
        return String::new();
    };
    for part in parts {
        mac.update(&(part.len() as u64).to_le_bytes());
        mac.update(part.as_bytes());
    }
    hex(&mac.finalize().into_bytes())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl std::fmt::Debug for BothTokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BothTokens")
    }
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys")
    }
}

pub(crate) fn same(one: &str, other: &str) -> bool {
    !other.is_empty() && bool::from(one.as_bytes().ct_eq(other.as_bytes()))
}
