//! Where one browser is told.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::Uri;
use sayso_core::lang::Lang;
use serde::{Deserialize, Serialize};

use super::agent::is_public;

/// Longer addresses are not kept.
const LONGEST: usize = 2_048;

/// Where one browser is told, and what only it can read with.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Address {
    /// The push service's address for it.
    pub(super) endpoint: String,
    /// Its public key: an uncompressed point of P-256.
    #[serde(with = "text")]
    pub(super) public: Vec<u8>,
    /// The secret it shares with us.
    #[serde(with = "text")]
    pub(super) auth: Vec<u8>,
    /// `en` or `zh`.
    lang: String,
    /// The login session of the page that asked for it; with the session it ends.
    #[serde(default)]
    pub(super) session: Option<String>,
}

impl Address {
    /// If it can be one that the desk calls, with keys of the right size.
    pub(crate) fn new(
        endpoint: String,
        (public, auth): (&str, &str),
        lang: Lang,
        allow_private: bool,
    ) -> Option<Self> {
        let public = decoded(public).filter(|key| key.len() == 65 && key[0] == 4)?;
        let auth = decoded(auth).filter(|secret| secret.len() == 16)?;
        let address = Self {
            endpoint,
            public,
            auth,
            lang: lang.pick("en", "zh").to_owned(),
            session: None,
        };
        address.service(allow_private)?;
        (address.endpoint.len() <= LONGEST).then_some(address)
    }

    /// Asked for by the page of this login session.
    pub(crate) fn of_session(mut self, session: Option<&str>) -> Self {
        self.session = session.map(str::to_owned);
        self
    }

    /// The language of what it is told.
    pub(super) fn lang(&self) -> Lang {
        self.lang.parse().unwrap_or_default()
    }

    /// The origin of the push service: over `https`, at a name or a public address. Private ones
    /// count only where they are allowed, this machine then over `http` as well.
    pub(super) fn service(&self, allow_private: bool) -> Option<String> {
        let uri: Uri = self.endpoint.parse().ok()?;
        let (scheme, authority) = (uri.scheme_str()?, uri.authority()?);
        let called = match scheme {
            "https" => allow_private || may_be_public(authority.host()),
            "http" => allow_private && is_local(authority.host()),
            _ => false,
        };
        // A password would be sent to the service and stand in what is kept.
        let plain = !authority.as_str().contains('@');
        (called && plain).then(|| format!("{scheme}://{authority}"))
    }
}

fn is_local(host: &str) -> bool {
    matches!(host, "127.0.0.1" | "localhost" | "[::1]")
}

/// Whether a host is a public address, or a name: what that leads to is known when it is called.
fn may_be_public(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    bare.parse().map_or(!is_local(host), is_public)
}

impl std::fmt::Debug for Address {
    /// Whoever knows the whole of it can send to the browser.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Address")
    }
}

/// Bytes that were written in the letters of URLs, with or without padding.
pub(super) fn decoded(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

/// Bytes in the letters of URLs.
pub(super) fn encoded(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

mod text {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&super::encoded(bytes))
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(from)?;
        super::decoded(&text).ok_or_else(|| D::Error::custom("not base64"))
    }
}
