//! What lines and tool calls are known by, made small.

use crate::digest::Digest;

/// What a line or a tool call is known by: a UUID as it is, any other text as a sum of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Name(u128);

impl Name {
    pub(super) fn of(text: &str) -> Self {
        uuid(text.as_bytes()).map_or_else(|| Self(sum(text)), Self)
    }
}

/// Reads `8-4-4-4-12` hexadecimal digits; any other writing of a UUID is a text of its own.
fn uuid(text: &[u8]) -> Option<u128> {
    if text.len() != 36 {
        return None;
    }
    let mut number = 0_u128;
    for (place, byte) in text.iter().enumerate() {
        if matches!(place, 8 | 13 | 18 | 23) {
            if *byte != b'-' {
                return None;
            }
            continue;
        }
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'f' => byte - b'a' + 10,
            _ => return None,
        };
        number = number << 4 | u128::from(digit);
    }
    Some(number)
}

fn sum(text: &str) -> u128 {
    let Digest(sum) = Digest::of_text(text);
    sum.iter()
        .take(16)
        .fold(0, |number, byte| number << 8 | u128::from(*byte))
}
