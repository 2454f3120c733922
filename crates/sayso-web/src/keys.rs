//! Credentials: tokens in files of their owner's, and what is derived from them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockWriteGuard};

use hmac::{Hmac, KeyInit, Mac};
use sayso_core::id::SessionId;
use sayso_core::moment::Moment;
use sayso_desk::store::{LoginCodes, StoreError};
use sha2::Sha256;
use subtle::ConstantTimeEq;
use tokio::sync::watch;

use crate::principal::Principal;

/// How long a page stays signed in: 30 days.
const COOKIE_MILLIS: u64 = 30 * 24 * 60 * 60 * 1_000;
/// How long a login code can be used: 10 minutes.
const CODE_MILLIS: u64 = 10 * 60 * 1_000;
/// Characters of a login code that nobody can guess; a name follows them.
const CODE_SECRET: usize = 32;

/// Login codes outstanding at once.
const CODES: usize = 16;

/// The name of who starts a desk, when it is not told.
const OWNER: &str = "owner";

/// The desk's credentials. Comparing takes the same time whatever is wrong.
pub struct Keys {
    owner: Person,
    /// Further people; they come and go while the desk runs.
    people: RwLock<Vec<Person>>,
    agent: String,
    codes: Arc<dyn LoginCodes>,
    source: Option<Box<PeopleSource>>,
    renewals: watch::Sender<u64>,
}

/// Further people, each with a token, if some came or went.
type PeopleSource = dyn Fn() -> Option<Vec<(String, String)>> + Send + Sync;

/// A person and what lets that person in.
#[derive(Clone, PartialEq)]
struct Person {
    name: Arc<str>,
    token: String,
}

impl Keys {
    /// From the two tokens.
    pub fn new(person: impl Into<String>, agent: impl Into<String>) -> Self {
        Self::sharing(person, agent, Arc::new(OwnCodes::default()))
    }

    /// The same, with login codes that other nodes know too.
    pub fn sharing(
        person: impl Into<String>,
        agent: impl Into<String>,
        codes: Arc<dyn LoginCodes>,
    ) -> Self {
        Self {
            owner: Person {
                name: OWNER.into(),
                token: person.into(),
            },
            people: RwLock::default(),
            agent: agent.into(),
            codes,
            source: None,
            renewals: watch::Sender::new(0),
        }
    }

    /// The name by which answers with the owner's token are recorded.
    pub fn owned_by(mut self, name: &str) -> Self {
        self.owner.name = name.into();
        self
    }

    /// One more person, with a token of their own.
    pub fn and(self, name: &str, token: impl Into<String>) -> Self {
        self.write().push(Person {
            name: name.into(),
            token: token.into(),
        });
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
        if let Some(people) = self.source.as_ref().and_then(|source| source()) {
            let person = |(name, token): (String, String)| Person {
                name: name.into(),
                token,
            };
            let people: Vec<Person> = people.into_iter().map(person).collect();
            let before = std::mem::replace(&mut *self.write(), people.clone());
            if before != people {
                self.renewals.send_modify(|count| *count += 1);
            }
        }
    }

    /// Counts how often people came or went: whoever is let in for long looks again then.
    pub(crate) fn renewals(&self) -> watch::Receiver<u64> {
        self.renewals.subscribe()
    }

    /// The first person, the owner before all others, who fits. Of the others only those count who
    /// have a token at this very moment.
    fn person(&self, fits: impl Fn(&Person) -> bool) -> Option<Person> {
        if fits(&self.owner) {
            return Some(self.owner.clone());
        }
        self.renew();
        let people = self.people.read().unwrap_or_else(PoisonError::into_inner);
        people.iter().find(|one| fits(one)).cloned()
    }

    fn write(&self) -> RwLockWriteGuard<'_, Vec<Person>> {
        self.people.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The token of an agent that may act in one session alone.
    pub fn session_token(&self, session: &SessionId) -> String {
        let name = hex(session.as_str().as_bytes());
        format!("s.{name}.{}", sign(&self.agent, &["session", &name]))
    }

    /// A code that signs a page of the owner's in, once, within ten minutes.
    pub fn login_code(&self, now: Moment) -> Result<String, StoreError> {
        self.login_code_of(self.owner.name.clone(), now)
    }

    /// The same for a page of this person's, whose name is the code's end: any node can spend it.
    pub(crate) fn login_code_of(
        &self,
        person: Arc<str>,
        now: Moment,
    ) -> Result<String, StoreError> {
        let secret = uuid::Uuid::new_v4().simple();
        let code = format!("{secret}{}", hex(person.as_bytes()));
        self.codes.keep(&code, now.plus(CODE_MILLIS))?;
        Ok(code)
    }

    /// Spends a login code: the value of the cookie it is worth.
    pub(crate) fn spend_code(&self, code: &str, now: Moment) -> Result<Option<String>, StoreError> {
        if !self.codes.spend(code, now)? {
            return Ok(None);
        }
        let until = now.plus(COOKIE_MILLIS).millis().to_string();
        let of_code = |one: &Person| {
            let name = code.get(CODE_SECRET..);
            name.is_some_and(|name| name == hex(one.name.as_bytes()))
        };
        Ok(self.person(of_code).map(|person| person.cookie(&until)))
    }

    /// Whose bearer token this is.
    pub(crate) fn bearer(&self, token: &str) -> Option<Principal> {
        if same(token, &self.agent) {
            return Some(Principal::Agent);
        }
        let person = || self.person(|one| same(token, &one.token));
        let of_session = self.session_bearer(token);
        of_session.or_else(|| person().map(|person| Principal::Person(person.name)))
    }

    fn session_bearer(&self, token: &str) -> Option<Principal> {
        let (name, signature) = token.strip_prefix("s.")?.split_once('.')?;
        if !same(signature, &sign(&self.agent, &["session", name])) {
            return None;
        }
        let bytes = (0..name.len())
            .step_by(2)
            .map(|n| u8::from_str_radix(name.get(n..n + 2)?, 16).ok())
            .collect::<Option<Vec<u8>>>()?;
        let session = SessionId::new(String::from_utf8(bytes).ok()?);
        Some(Principal::SessionAgent(session))
    }

    /// Whose page this cookie was given to. It is signed with that person's own token, so it is
    /// worth nothing once the token is another.
    pub(crate) fn cookie(&self, value: &str, now: Moment) -> Option<Principal> {
        let (until, _) = value.split_once('.')?;
        let fresh = until
            .parse()
            .is_ok_and(|until| now <= Moment::from_millis(until));
        let person = self.person(|one| same(value, &one.cookie(until)))?;
        fresh.then_some(Principal::Person(person.name))
    }
}

impl Person {
    fn cookie(&self, until: &str) -> String {
        let signature = sign(&self.token, &["cookie", until, &self.name]);
        format!("{until}.{signature}")
    }
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

/// The login codes of a desk that is alone.
#[derive(Default)]
struct OwnCodes(Mutex<Vec<(String, Moment)>>);

impl OwnCodes {
    fn lock(&self) -> MutexGuard<'_, Vec<(String, Moment)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LoginCodes for OwnCodes {
    fn keep(&self, code: &str, until: Moment) -> Result<(), StoreError> {
        let mut codes = self.lock();
        if codes.len() >= CODES {
            codes.remove(0);
        }
        codes.push((code.to_owned(), until));
        Ok(())
    }

    fn spend(&self, code: &str, now: Moment) -> Result<bool, StoreError> {
        let mut codes = self.lock();
        let place = codes
            .iter()
            .position(|(known, until)| same(known, code) && now <= *until);
        Ok(place.map(|place| codes.remove(place)).is_some())
    }
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys")
    }
}

fn same(one: &str, other: &str) -> bool {
    !other.is_empty() && bool::from(one.as_bytes().ct_eq(other.as_bytes()))
}
