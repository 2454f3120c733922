//! Bytes on their way to becoming lines.

use super::typed::Typed;

/// Bytes of one line, at most.
const LINE_BYTES: usize = 64 * 1024;

/// Bytes after which a line is held to have no end.
const ENDLESS_BYTES: usize = 16 * 1024 * 1024;

/// Bytes on their way to becoming lines; what a line has too much is dropped as it comes.
#[derive(Debug, Default)]
pub(super) struct LineBuffer {
    bytes: Vec<u8>,
    dropped: usize,
}

impl LineBuffer {
    /// Takes what was read. False when the line has no end that is worth waiting for.
    pub(super) fn take(&mut self, read: &[u8]) -> bool {
        self.bytes.extend_from_slice(read);
        if self.bytes.len() > LINE_BYTES && !self.bytes.contains(&b'\n') {
            self.dropped += self.bytes.len();
            self.bytes.clear();
        }
        self.dropped <= ENDLESS_BYTES
    }

    /// The next whole line.
    pub(super) fn next(&mut self) -> Option<Typed> {
        let end = self.bytes.iter().position(|byte| *byte == b'\n')?;
        let line: Vec<u8> = self.bytes.drain(..=end).collect();
        Some(self.made(line))
    }

    /// What stands before the end of input, if anything.
    pub(super) fn last(&mut self) -> Option<Typed> {
        let line = std::mem::take(&mut self.bytes);
        (!line.is_empty() || self.dropped > 0).then(|| self.made(line))
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether nothing was read that no line was made of.
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.dropped == 0
    }

    /// Whether the last line that was read has no end yet.
    pub(super) fn is_unfinished(&self) -> bool {
        !self.is_empty() && !self.bytes.ends_with(b"\n")
    }

    fn made(&mut self, mut line: Vec<u8>) -> Typed {
        if line.ends_with(b"\n") {
            line.pop();
        }
        if line.ends_with(b"\r") {
            line.pop();
        }
        let too_long = std::mem::take(&mut self.dropped) > 0 || line.len() > LINE_BYTES;
        match String::from_utf8(line) {
            _ if too_long => Typed::TooLong,
            Ok(line) => Typed::Line(line),
            Err(_) => Typed::NotText,
        }
    }
}
