//! Words of a bounded length.

use serde::Serialize;

/// Words, and how much of them was left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Words {
    /// The words, or their beginning.
    pub text: String,
    /// Bytes that follow and were left out.
    #[serde(default, skip_serializing_if = "is_none")]
    pub left_out: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_none(left_out: &usize) -> bool {
    *left_out == 0
}

impl Words {
    /// At most this many bytes of a text, cut between characters.
    pub fn of(text: &str, most: usize) -> Self {
        let mut end = most.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        Self {
            text: text[..end].to_owned(),
            left_out: text.len() - end,
        }
    }

    /// The same of bytes that may be no text: what is none is written as `\u{fffd}`.
    pub fn of_bytes(bytes: &[u8], most: usize) -> Self {
        // A character more than is kept, so that the cut falls between characters.
        let head = &bytes[..bytes.len().min(most.saturating_add(4))];
        let mut words = Self::of(&String::from_utf8_lossy(head), most);
        words.left_out = bytes.len().saturating_sub(words.text.len());
        words
    }
}
