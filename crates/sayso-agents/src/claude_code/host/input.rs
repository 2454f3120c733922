//! The agent's standard input, as its holder writes to it.

use std::fs::File;
use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use rustix::io::ioctl_fionread;
use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};
use serde_json::Value;

use super::folder::HostFolder;

/// Bytes that the pipe should have room for.
const PIPE_BYTES: usize = 1024 * 1024;
/// Bytes of one of its pages: what is written may begin inside one.
const PAGE: usize = 4_096;
/// How often one looks whether there is room.
const LOOK: Duration = Duration::from_millis(2);

/// The agent's standard input. A write that finds room is not broken off, not even by a kill, so a
/// line that the pipe can hold is in it whole or not at all, whenever its writer dies.
pub(super) struct Input {
    pipe: File,
    room: usize,
    folder: HostFolder,
}

impl Input {
    pub(super) fn of(folder: &HostFolder) -> io::Result<Self> {
        let pipe = folder.input()?;
        // Whoever has many pipes gets no more than the usual room.
        let set = fcntl_setpipe_size(&pipe, PIPE_BYTES);
        Ok(Self {
            room: set.or_else(|_| fcntl_getpipe_size(&pipe))?,
            pipe,
            folder: folder.clone(),
        })
    }

    /// Takes over from one who may have been killed in the middle of a line that was longer than
    /// the pipe: what comes next is a line of its own.
    pub(super) fn take_over(&mut self) -> io::Result<()> {
        self.write(b"\n").map(drop)
    }

    /// Writes a line; nothing to an agent that is gone, since nobody would read it.
    pub(super) fn line(&mut self, value: &Value) -> io::Result<()> {
        let mut line = value.to_string();
        line.push('\n');
        // One piece, but for a line that is longer than the pipe.
        let pieces = line
            .as_bytes()
            .chunks(self.room.saturating_sub(PAGE).max(1));
        for piece in pieces {
            if !self.write(piece)? {
                break;
            }
        }
        Ok(())
    }

    /// Says whether there was anybody to write to.
    fn write(&mut self, piece: &[u8]) -> io::Result<bool> {
        while !self.has_room(piece.len())? {
            if !self.folder.is_alive() {
                return Ok(false);
            }
            thread::sleep(LOOK);
        }
        self.pipe.write_all(piece)?;
        Ok(true)
    }

    /// Pages are filled as the kernel likes, at worst to a half.
    fn has_room(&self, bytes: usize) -> io::Result<bool> {
        let unread = usize::try_from(ioctl_fionread(&self.pipe)?).unwrap_or(usize::MAX);
        let taken = unread.saturating_add(bytes).saturating_add(PAGE);
        Ok(unread == 0 || taken.saturating_mul(2) <= self.room)
    }
}

#[cfg(test)]
mod tests;
