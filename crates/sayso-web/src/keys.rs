//! Credentials: two tokens in files of their owner's, and what is derived from them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hmac::{Hmac, KeyInit, Mac};
use sayso_core::id::SessionId;
use sayso_core::moment::Moment;
use sayso_desk::store::{LoginCodes, StoreError};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::principal::Principal;

/// How long a page stays signed in: 30 days.
const COOKIE_MILLIS: u64 = 30 * 24 * 60 * 60 * 1_000;
/// How long a login code can be used: 10 minutes.
const CODE_MILLIS: u64 = 10 * 60 * 1_000;
/// Login codes outstanding at once.
const CODES: usize = 16;

/// The desk's credentials. Comparing takes the same time whatever is wrong.
pub struct Keys {
    person: String,
    agent: String,
    codes: Arc<dyn LoginCodes>,
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
            person: person.into(),
            agent: agent.into(),
            codes,
        }
    }

    /// The token of an agent that may act in one session alone.
    pub fn session_token(&self, session: &SessionId) -> String {
        let name: String = session
            .as_str()
            .bytes()
            .map(|b| format!("{b:02x}"))
            .collect();
        format!("s.{name}.{}", self.sign(&self.agent, &["session", &name]))
    }

    /// A code that signs a page in, once, within ten minutes.
    pub fn login_code(&self, now: Moment) -> Result<String, StoreError> {
        let code = uuid::Uuid::new_v4().simple().to_string();
        self.codes.keep(&code, now.plus(CODE_MILLIS))?;
        Ok(code)
    }

    /// Spends a login code: the value of the cookie it is worth.
    pub(crate) fn spend_code(&self, code: &str, now: Moment) -> Result<Option<String>, StoreError> {
        if !self.codes.spend(code, now)? {
            return Ok(None);
        }
        let until = now.plus(COOKIE_MILLIS).millis().to_string();
        let signature = self.sign(&self.person, &["cookie", &until]);
        Ok(Some(format!("{until}.{signature}")))
    }

    /// Whose bearer token this is.
    pub(crate) fn bearer(&self, token: &str) -> Option<Principal> {
        if same(token, &self.person) {
            return Some(Principal::Person);
        }
        if same(token, &self.agent) {
            return Some(Principal::Agent);
        }
        let (name, signature) = token.strip_prefix("s.")?.split_once('.')?;
        if !same(signature, &self.sign(&self.agent, &["session", name])) {
            return None;
        }
        let bytes = (0..name.len())
            .step_by(2)
            .map(|n| u8::from_str_radix(name.get(n..n + 2)?, 16).ok())
            .collect::<Option<Vec<u8>>>()?;
        let session = SessionId::new(String::from_utf8(bytes).ok()?);
        Some(Principal::SessionAgent(session))
    }

    /// Whether this cookie was given to a page that a person signed in.
    pub(crate) fn is_cookie(&self, value: &str, now: Moment) -> bool {
        let Some((until, signature)) = value.split_once('.') else {
            return false;
        };
        let fresh = until
            .parse()
            .is_ok_and(|until| now <= Moment::from_millis(until));
        same(signature, &self.sign(&self.person, &["cookie", until])) && fresh
    }

    fn sign(&self, key: &str, parts: &[&str]) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key.as_bytes()) else {
            return String::new();
        };
        for part in parts {
            mac.update(&(part.len() as u64).to_le_bytes());
            mac.update(part.as_bytes());
        }
        let sum = mac.finalize().into_bytes();
        sum.iter().map(|byte| format!("{byte:02x}")).collect()
    }
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
