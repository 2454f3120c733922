//! Bytes as hexadecimal digits.

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Writes each byte as two digits into a place twice as long, and gives them back as text.
pub(crate) fn hex<'o>(bytes: &[u8], out: &'o mut [u8]) -> &'o str {
    for (byte, digits) in bytes.iter().zip(out.chunks_exact_mut(2)) {
        digits[0] = DIGITS[usize::from(byte >> 4)];
        digits[1] = DIGITS[usize::from(byte & 15)];
    }
    std::str::from_utf8(out).unwrap_or_default()
}
