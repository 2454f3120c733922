//! Lines from a pipe or a file.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};

use super::line_buffer::LineBuffer;
use super::lines::Lines;
use super::typed::Typed;
use crate::signals::Signal;
use crate::waiter::{Waiter, Woke};
use crate::watch::Watch;

/// Lines from a pipe or a file: they are there or not, and nobody can be asked again.
pub struct PipedLines<'w> {
    input: Input<'w>,
    buffer: LineBuffer,
    ended: bool,
}

enum Input<'w> {
    /// Read from until it gives; nothing else is heard meanwhile.
    Any(Box<dyn Read + 'w>),
    /// Waited for, together with signals and whatever is watched.
    Fd(File, Waiter<'w>),
}

impl<'w> PipedLines<'w> {
    /// Lines from anything that can be read.
    pub fn new(input: impl Read + 'w) -> Self {
        Self::from_input(Input::Any(Box::new(input)))
    }

    /// Lines from an open pipe or file. Ctrl-C, signals and `watch` end the wait. Nothing else
    /// may have read ahead from it: give it a copy of standard input's descriptor, not a reader
    /// that was used.
    pub fn from_fd(fd: OwnedFd, watch: Watch<'w>) -> io::Result<Self> {
        let waiter = Waiter::new(watch)?;
        Ok(Self::from_input(Input::Fd(File::from(fd), waiter)))
    }

    fn from_input(input: Input<'w>) -> Self {
        Self {
            input,
            buffer: LineBuffer::default(),
            ended: false,
        }
    }
}

impl Input<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<Result<usize, Typed>> {
        let (file, waiter) = match self {
            Self::Any(input) => return input.read(bytes).map(Ok),
            Self::Fd(file, waiter) => (file, waiter),
        };
        match waiter.wait(file.as_fd(), None)? {
            Woke::Readable { .. } => file.read(bytes).map(Ok),
            Woke::Elsewhere => Ok(Err(Typed::Elsewhere)),
            Woke::Signal(Signal::Interrupt) => Ok(Err(Typed::Interrupted)),
            Woke::Signal(Signal::End) => Ok(Err(Typed::Gone)),
            Woke::Signal(Signal::Continue | Signal::Stop | Signal::Resize) | Woke::Time => {
                Err(io::ErrorKind::Interrupted.into())
            }
        }
    }
}

impl Lines for PipedLines<'_> {
    fn can_ask_again(&self) -> bool {
        false
    }

    fn next(&mut self) -> io::Result<Typed> {
        let mut bytes = [0; 4096];
        loop {
            if let Some(line) = self.buffer.next() {
                return Ok(line);
            }
            if self.ended {
                return Ok(self.buffer.last().unwrap_or(Typed::EndOfInput));
            }
            match self.input.read(&mut bytes) {
                Ok(Ok(0)) => self.ended = true,
                Ok(Ok(read)) => {
                    if !self.buffer.take(&bytes[..read]) {
                        return Err(io::Error::other("a line without an end"));
                    }
                }
                Ok(Err(ended)) => return Ok(ended),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl fmt::Debug for PipedLines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PipedLines").finish_non_exhaustive()
    }
}
