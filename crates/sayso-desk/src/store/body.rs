//! A fact exactly as it is hashed and stored.

use bytes::Bytes;

/// A fact exactly as it is hashed and stored: JSON. Those of a batch share their memory.
#[derive(Clone, Debug)]
pub struct Body(Bytes);

impl Body {
    /// The text. It was one when this was made.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// What is hashed.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    pub(super) fn new(json: Bytes) -> Self {
        Self(json)
    }
}

impl From<String> for Body {
    fn from(json: String) -> Self {
        Self(json.into())
    }
}
