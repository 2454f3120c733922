//! The key by which push services know this desk (RFC 8292).

use std::io;

use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use sayso_core::moment::Moment;
use serde_json::json;

use super::address::encoded;

/// How long a signature is good for: twelve hours, of the twenty-four that are allowed.
const GOOD_FOR: i64 = 12 * 60 * 60;
/// Whom a push service may turn to.
const CONTACT: &str = env!("CARGO_PKG_REPOSITORY");

/// The key by which push services know this desk.
pub(super) struct Vapid(EcdsaKeyPair);

impl Vapid {
    /// A new key, as it is kept.
    pub(super) fn make() -> io::Result<Vec<u8>> {
        let random = SystemRandom::new();
        EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random)
            .map(|document| document.as_ref().to_vec())
            .map_err(|_| io::Error::other("no randomness for a key"))
    }

    /// From what is kept.
    pub(super) fn read(kept: &[u8]) -> io::Result<Self> {
        let random = SystemRandom::new();
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, kept, &random)
            .map(Self)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))
    }

    /// As browsers take it.
    pub(super) fn public_key(&self) -> String {
        encoded(self.0.public_key())
    }

    /// The `Authorization` of a push to a service.
    pub(super) fn authorization(&self, service: &str, now: Moment) -> io::Result<String> {
        let head = json!({ "typ": "JWT", "alg": "ES256" });
        let until = now.millis() / 1_000 + GOOD_FOR;
        let claims = json!({ "aud": service, "exp": until, "sub": CONTACT });
        let said = format!(
            "{}.{}",
            encoded(head.to_string()),
            encoded(claims.to_string())
        );
        let signature = self
            .0
            .sign(&SystemRandom::new(), said.as_bytes())
            .map_err(|_| io::Error::other("no randomness for a signature"))?;
        let signature = encoded(signature.as_ref());
        Ok(format!(
            "vapid t={said}.{signature}, k={}",
            self.public_key()
        ))
    }
}
