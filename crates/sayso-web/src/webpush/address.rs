//! Where one browser is told.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::Uri;
use sayso_core::lang::Lang;
use serde::{Deserialize, Serialize};

/// Longer addresses are not kept.
const LONGEST: usize = 2_048;

/// Where one browser is told, and what only it can read with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// If it can be one: `https`, or this very machine, with keys of the right size.
    pub(crate) fn new(endpoint: String, public: &str, auth: &str, lang: Lang) -> Option<Self> {
        let public = decoded(public).filter(|key| key.len() == 65 && key[0] == 4)?;
        let auth = decoded(auth).filter(|secret| secret.len() == 16)?;
        let address = Self {
            endpoint,
            public,
            auth,
            lang: lang.pick("en", "zh").to_owned(),
            session: None,
        };
        address.origin()?;
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

    /// Whom a push to it is meant for: the service.
    pub(super) fn origin(&self) -> Option<String> {
        let uri: Uri = self.endpoint.parse().ok()?;
        let (scheme, host) = (uri.scheme_str()?, uri.authority()?);
        let own = matches!(host.host(), "127.0.0.1" | "localhost" | "[::1]");
        (scheme == "https" || (scheme == "http" && own)).then(|| format!("{scheme}://{host}"))
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
