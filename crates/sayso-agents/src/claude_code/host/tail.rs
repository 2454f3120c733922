//! Reading the agent's output as it grows.

use std::fs::File;
use std::io::{self, Read};

/// Bytes of one line, at most; a longer one is dropped, and the next read.
const LINE_BYTES: usize = 64 * 1024 * 1024;

/// Reads a growing file line by line.
pub(super) struct Tail {
    file: File,
    rest: Vec<u8>,
    /// Inside a line that is too long.
    skipping: bool,
}

impl Tail {
    pub(super) fn new(file: File) -> Self {
        Self {
            file,
            rest: Vec::new(),
            skipping: false,
        }
    }

    /// The lines that are whole by now; empty when there is nothing new.
    pub(super) fn read(&mut self) -> io::Result<Vec<String>> {
        let mut chunk = vec![0; 64 * 1024];
        let mut lines = Vec::new();
        loop {
            let read = self.file.read(&mut chunk)?;
            if read == 0 {
                return Ok(lines);
            }
            for part in chunk[..read].split_inclusive(|byte| *byte == b'\n') {
                self.rest.extend_from_slice(part);
                let whole = part.ends_with(b"\n");
                if whole && !self.skipping {
                    lines.push(String::from_utf8_lossy(&self.rest).into_owned());
                }
                if whole {
                    self.skipping = false;
                } else if self.rest.len() > LINE_BYTES {
                    self.skipping = true;
                }
                if whole || self.skipping {
                    self.rest.clear();
                }
            }
        }
    }
}
