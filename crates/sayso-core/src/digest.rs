//! SHA-256, as a value.

use std::borrow::Cow;
use std::fmt;

use ring::digest::{Context, SHA256, digest};
use serde::{Deserialize, Serialize};

use crate::hex::hex;

/// A SHA-256 sum, written as 64 hexadecimal digits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The sum of several parts. Each goes in with its length, so that no two lists of parts
    /// have the same sum because their borders moved.
    pub fn of(parts: &[&[u8]]) -> Self {
        let mut sum = Context::new(&SHA256);
        for part in parts {
            sum.update(&(part.len() as u64).to_le_bytes());
            sum.update(part);
        }
        Self::from_sum(sum.finish())
    }

    /// The sum of this text as it is.
    pub(crate) fn of_text(text: &str) -> Self {
        Self::from_sum(digest(&SHA256, text.as_bytes()))
    }

    fn from_sum(sum: ring::digest::Digest) -> Self {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(sum.as_ref());
        Self(bytes)
    }

    /// From 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Self> {
        if text.len() != 64 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
        }
        Some(Self(bytes))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(hex(&self.0, &mut [0; 64]))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for Digest {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(hex(&self.0, &mut [0; 64]))
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        Self::from_hex(&text).ok_or_else(|| serde::de::Error::custom("not a SHA-256 sum"))
    }
}
