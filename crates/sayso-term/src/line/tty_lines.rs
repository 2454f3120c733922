//! Lines typed on a terminal.

use std::fmt;
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::time::Duration;

use rustix::io::Errno;

use super::line_buffer::LineBuffer;
use super::lines::{Echo, Lines, Quiet};
use super::typed::Typed;
use crate::inline::now;
use crate::modes::Modes;
use crate::panel::Guard;
use crate::signals::Signal;
use crate::terminal::Terminal;
use crate::waiter::{Waiter, Woke};
use crate::watch::Watch;

/// Lines typed on a terminal, which edits and echoes them itself. Before each prompt keys are
/// dropped until nobody has typed for a moment, so that nothing typed blindly becomes an answer.
/// When this is dropped the terminal's modes are put back, and what was typed but not read is
/// forgotten: half a line or the rest of a paste belongs to the question that is over, not to
/// whatever reads next.
pub struct TtyLines<'t> {
    terminal: &'t Terminal,
    modes: Modes<'t>,
    waiter: Waiter<'t>,
    buffer: LineBuffer,
    /// What was typed too early ended without Enter.
    unfinished: bool,
}

impl<'t> TtyLines<'t> {
    /// Takes the terminal, until it is dropped. Meanwhile Ctrl-C, SIGTERM, SIGHUP and SIGQUIT end
    /// a wait; afterwards they end the process, as they do by default.
    pub fn start(terminal: &'t Terminal, watch: Watch<'t>) -> io::Result<Self> {
        let waiter = Waiter::at_terminal(watch)?;
        let modes = Modes::lines(terminal.as_fd())?;
        Ok(Self {
            terminal,
            modes,
            waiter,
            buffer: LineBuffer::default(),
            unfinished: false,
        })
    }

    /// Waits for bytes, or for what ends the wait. None when that time comes first.
    fn wait(&mut self, until: Option<Duration>) -> io::Result<Result<Option<Vec<u8>>, Typed>> {
        loop {
            match self.waiter.wait(self.terminal.as_fd(), until)? {
                Woke::Readable { hung_up } => match self.read(hung_up)? {
                    Ok(bytes) if bytes.is_empty() => {}
                    read => return Ok(read.map(Some)),
                },
                Woke::Time => return Ok(Ok(None)),
                Woke::Elsewhere => return Ok(Err(Typed::Elsewhere)),
                Woke::Signal(Signal::Interrupt) => return Ok(Err(Typed::Interrupted)),
                Woke::Signal(Signal::End) => return Ok(Err(Typed::Gone)),
                Woke::Signal(signal @ (Signal::Stop | Signal::Continue)) => {
                    return Ok(Err(self.stopped(signal)?));
                }
                // Only a panel draws anew.
                Woke::Signal(Signal::Resize) => {}
            }
        }
    }

    fn read(&self, hung_up: bool) -> io::Result<Result<Vec<u8>, Typed>> {
        let mut bytes = [0; 4096];
        match self.terminal.file().read(&mut bytes) {
            Ok(0) if hung_up => Ok(Err(Typed::Gone)),
            Ok(0) => Ok(Err(Typed::EndOfInput)),
            Ok(read) => Ok(Ok(bytes[..read].to_vec())),
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => Ok(Ok(Vec::new())),
                _ if error.raw_os_error() == Some(Errno::IO.raw_os_error()) => Ok(Err(Typed::Gone)),
                _ => Err(error),
            },
        }
    }

    /// Gives the terminal back while the process is stopped.
    fn stopped(&mut self, signal: Signal) -> io::Result<Typed> {
        if signal == Signal::Stop {
            self.modes.give_back()?;
        }
        if (signal == Signal::Stop || !self.modes.is_ours())
            && self.waiter.signals().stop_until_ours(&self.modes).is_err()
        {
            return Ok(Typed::Gone);
        }
        self.modes.take_back()?;
        Ok(Typed::Resumed)
    }

    /// Drops what is typed up to Enter, however long that takes.
    fn drop_line(&mut self) -> io::Result<Option<Typed>> {
        while self.unfinished {
            match self.wait(None)? {
                Ok(bytes) => self.dropped(&bytes.unwrap_or_default()),
                Err(ended) => return Ok(Some(ended)),
            }
        }
        Ok(None)
    }

    fn dropped(&mut self, bytes: &[u8]) {
        self.unfinished = !bytes.ends_with(b"\n");
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
            match self.wait(None)? {
                Ok(bytes) => {
                    if !self.buffer.take(&bytes.unwrap_or_default()) {
                        return Err(io::Error::other("a line without an end"));
                    }
                }
                Err(ended) => {
                    if ended == Typed::EndOfInput {
                        self.buffer.clear();
                    }
                    return Ok(ended);
                }
            }
        }
    }

    fn hold(&mut self) -> io::Result<()> {
        self.modes.take_keys()
    }

    fn until_quiet(&mut self) -> io::Result<Quiet> {
        let mut typed = self.unfinished || !self.buffer.is_empty();
        if let Some(ended) = self.drop_line()? {
            return Ok(Quiet::Ended(ended));
        }
        self.unfinished = self.buffer.is_unfinished();
        self.buffer.clear();
        let mut guard = Guard::new(now(), typed);
        while let Some(opens_at) = guard.opens_at() {
            match self.wait(Some(opens_at))? {
                Ok(Some(bytes)) => {
                    guard.admits(now());
                    self.dropped(&bytes);
                    typed = true;
                }
                Ok(None) => {
                    guard.is_open(now());
                }
                Err(ended) => return Ok(Quiet::Ended(ended)),
            }
        }
        Ok(match (typed, self.unfinished) {
            (false, _) => Quiet::Untouched,
            (true, false) => Quiet::Dropped,
            (true, true) => Quiet::Unfinished,
        })
    }

    fn echo(&mut self, echo: Echo) -> io::Result<()> {
        self.modes.take_lines(echo == Echo::On)
    }
}

impl fmt::Debug for TtyLines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TtyLines").finish_non_exhaustive()
    }
}
