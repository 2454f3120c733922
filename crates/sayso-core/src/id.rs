//! The names things go by. Everything is keyed by these, never by text, label or position.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::hex::hex;
use crate::moment::Moment;

/// Declares an id that is a short string somebody chose: cheap to clone, compared whole.
macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
        #[cfg_attr(feature = "schema", schemars(with = "String"), ts(type = "string"))]
        pub struct $name(Arc<str>);

        impl $name {
            /// Takes the text as it is; whoever reads it from outside has checked it.
            pub fn new(text: impl Into<Arc<str>>) -> Self {
                Self(text.into())
            }

            /// The text of the id.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:?}", &*self.0)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self::new(text)
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self::new(text)
            }
        }
    };
}

text_id! {
    /// One conversation with an agent. Agents bring their own, so it is any short text.
    SessionId
}
text_id! {
    /// One question. Unique in its session, for ever.
    QuestionId
}
text_id! {
    /// One offered choice of a question. In the Claude dialect the label is the id.
    ChoiceId
}
text_id! {
    /// What makes two asks the same ask: the tool-use id, or a key of the asker's own.
    CallKey
}
text_id! {
    /// What makes two answers the same request of the same client.
    RequestKey
}
text_id! {
    /// One item of a session's history.
    MessageId
}

impl QuestionId {
    /// The id of a question whose dialect has none. `Session::decide` names it when it is asked.
    pub fn unnamed() -> Self {
        Self::new("")
    }

    /// Whether it still has to be named.
    pub fn is_unnamed(&self) -> bool {
        self.0.is_empty()
    }
}

impl MessageId {
    /// The message of a question goes by its interaction's id.
    pub(crate) fn of_question(interaction: InteractionId) -> Self {
        Self::new(interaction.digits(&mut [0; 32]))
    }

    /// The message that holds its answer.
    pub(crate) fn of_answer(interaction: InteractionId) -> Self {
        let mut text = [0; 39];
        let (digits, ending) = text.split_at_mut(32);
        interaction.digits(digits);
        ending.copy_from_slice(b"-result");
        Self::new(std::str::from_utf8(&text).unwrap_or_default())
    }
}

/// One interaction: 128 bits, minted by the desk, written as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InteractionId(u128);

impl InteractionId {
    /// Wraps the bits that the desk drew.
    pub const fn new(bits: u128) -> Self {
        Self(bits)
    }

    /// The bits, for a store that keeps them as bytes.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// When it was drawn: ids begin with the time, as UUIDs of version 7 do.
    pub fn made_at(self) -> Moment {
        Moment::from_millis((self.0 >> 80) as i64)
    }

    fn digits(self, out: &mut [u8]) -> &str {
        hex(&self.0.to_be_bytes(), out)
    }
}

impl fmt::Display for InteractionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.digits(&mut [0; 32]))
    }
}

impl fmt::Debug for InteractionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The text is not 32 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("an interaction id is 32 hexadecimal digits")]
pub struct NotAnInteractionId;

impl FromStr for InteractionId {
    type Err = NotAnInteractionId;

    fn from_str(text: &str) -> Result<Self, NotAnInteractionId> {
        if text.len() != 32 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(NotAnInteractionId);
        }
        u128::from_str_radix(text, 16)
            .map(Self)
            .map_err(|_| NotAnInteractionId)
    }
}

impl Serialize for InteractionId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.digits(&mut [0; 32]))
    }
}

impl<'de> Deserialize<'de> for InteractionId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
