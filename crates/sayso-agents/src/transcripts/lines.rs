//! From a file's bytes to an index of its lines.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use sayso_core::transcript::{Glance, Index, LINE_BYTES};

/// Bytes read at once: few enough to be in the processor's cache when they are looked at.
const CHUNK: usize = 128 * 1024;

/// How far a file was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ReadTo {
    /// Everything before this is in the index.
    pub(super) indexed: u64,
    /// Bytes behind it that are no whole line.
    pub(super) unfinished: u64,
    /// Whether the last line has no line break yet: it was whole all the same.
    pub(super) unbroken: bool,
}

/// Reads on from where one was to the end that the file has now.
pub(super) fn read_on(file: &File, index: &mut Index, from: u64, end: u64) -> io::Result<ReadTo> {
    let mut buffer = vec![0; CHUNK * 2];
    // How much of the buffer holds bytes of the file that are not in the index yet.
    let mut held = 0;
    // Where the buffer's first byte stands in the file.
    let mut start = from;
    // Bytes of a line that is too long to be kept, read over so far.
    let mut too_long: Option<u64> = None;
    let mut place = from;
    while place < end && !index.is_full() {
        if buffer.len() < held + CHUNK {
            buffer.resize((held + CHUNK) * 2, 0);
        }
        let more = usize::try_from(end - place).unwrap_or(CHUNK).min(CHUNK);
        let got = file.read_at(&mut buffer[held..held + more], place)?;
        if got == 0 {
            break;
        }
        place += got as u64;
        let filled = held + got;
        let mut taken = 0;
        for line_break in memchr::memchr_iter(b'\n', &buffer[held..filled]) {
            let line_break = held + line_break;
            let line = &buffer[taken..line_break];
            match too_long.take() {
                Some(before) => {
                    index.push_too_long(start - before, before + line.len() as u64);
                }
                None => index.push(start + taken as u64, line),
            }
            taken = line_break + 1;
        }
        buffer.copy_within(taken..filled, 0);
        held = filled - taken;
        start += taken as u64;
        if held > LINE_BYTES || too_long.is_some() {
            too_long = Some(too_long.unwrap_or(0) + held as u64);
            start += held as u64;
            held = 0;
        }
    }
    if let Some(before) = too_long {
        return Ok(ReadTo {
            indexed: start - before,
            unfinished: before,
            unbroken: false,
        });
    }
    let rest = &buffer[..held];
    let unbroken = Glance::at(rest).is_some();
    if unbroken {
        index.push(start, rest);
        start += held as u64;
        held = 0;
    }
    Ok(ReadTo {
        indexed: start,
        unfinished: held as u64,
        unbroken,
    })
}
