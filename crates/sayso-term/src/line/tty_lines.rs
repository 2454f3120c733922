//! Lines typed on a terminal.

use std::fmt;
use std::io::{self, Read};
use std::os::fd::AsFd;

use rustix::io::Errno;

use super::line_buffer::LineBuffer;
use super::lines::{Echo, Lines};
use super::typed::Typed;
use crate::modes::Modes;
use crate::signals::Signal;
use crate::terminal::Terminal;
use crate::waiter::{Waiter, Woke};
use crate::watch::Watch;

/// Lines typed on a terminal, which edits and echoes them itself. When this is dropped the
/// terminal's modes are put back, and what was typed but not read is forgotten: half a line or
/// the rest of a paste belongs to the question that is over, not to whatever reads next.
pub struct TtyLines<'t> {
    terminal: &'t Terminal,
    modes: Modes<'t>,
    waiter: Waiter<'t>,
    buffer: LineBuffer,
}

impl<'t> TtyLines<'t> {
    /// Takes the terminal, until it is dropped. Meanwhile Ctrl-C, SIGTERM, SIGHUP and SIGQUIT end
    /// a wait; afterwards they end the process, as they do by default.
    pub fn start(terminal: &'t Terminal, watch: Watch<'t>) -> io::Result<Self> {
        let waiter = Waiter::new(watch)?;
        let modes = Modes::lines(terminal.as_fd())?;
        Ok(Self {
            terminal,
            modes,
            waiter,
            buffer: LineBuffer::default(),
        })
    }

    fn read(&mut self, hung_up: bool) -> io::Result<Option<Typed>> {
        let mut bytes = [0; 4096];
        let read = match self.terminal.file().read(&mut bytes) {
            Ok(read) => read,
            Err(error) => {
                return match error.kind() {
                    io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => Ok(None),
                    _ if error.raw_os_error() == Some(Errno::IO.raw_os_error()) => {
                        Ok(Some(Typed::Gone))
                    }
                    _ => Err(error),
                };
            }
        };
        if read == 0 {
            self.buffer.clear();
            let end = if hung_up {
                Typed::Gone
            } else {
                Typed::EndOfInput
            };
            return Ok(Some(end));
        }
        if !self.buffer.take(&bytes[..read]) {
            return Err(io::Error::other("a line without an end"));
        }
        Ok(None)
    }
}

impl Lines for TtyLines<'_> {
    fn can_ask_again(&self) -> bool {
        true
    }

    fn next(&mut self) -> io::Result<Typed> {
        loop {
            if let Some(line) = self.buffer.next() {
                return Ok(line);
            }
            match self.waiter.wait(self.terminal.as_fd())? {
                Woke::Readable { hung_up } => {
                    if let Some(end) = self.read(hung_up)? {
                        return Ok(end);
                    }
                }
                Woke::Elsewhere => return Ok(Typed::Elsewhere),
                Woke::Signal(Signal::Interrupt) => return Ok(Typed::Interrupted),
                Woke::Signal(Signal::End) => return Ok(Typed::Gone),
                Woke::Signal(Signal::Continue) => {
                    self.modes.take_back()?;
                    return Ok(Typed::Resumed);
                }
                // Heard by a panel only.
                Woke::Signal(Signal::Stop | Signal::Resize) => {}
            }
        }
    }

    fn discard_typed_ahead(&mut self) -> io::Result<()> {
        self.buffer.clear();
        self.modes.discard_input()
    }

    fn echo(&mut self, echo: Echo) -> io::Result<()> {
        self.modes.echo(echo == Echo::On)
    }
}

impl fmt::Debug for TtyLines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TtyLines").finish_non_exhaustive()
    }
}
