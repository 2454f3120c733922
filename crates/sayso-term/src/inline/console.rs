//! A terminal that hands over keys, and everything else that is waited for there.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, retry_on_intr};
use rustix::process::{Pid, getppid};

use super::keyboard::Keyboard;
use crate::modes::Modes;
use crate::signals::{Signal, Signals};
use crate::terminal::Terminal;

/// How long the rest of a key may take to come.
const REST_OF_KEY: Duration = Duration::from_millis(40);
/// What the size is taken for when the terminal does not say.
pub(super) const USUAL_SIZE: (u16, u16) = (80, 24);

/// Why a wait ended.
pub(crate) enum Woke {
    /// Keys were read.
    Keys,
    /// The rest of a key did not come, or it was long enough.
    Time,
    Signal(Signal),
    /// The terminal is gone.
    Gone,
}

/// A terminal that hands over keys. It is as it was before once this is dropped.
pub(crate) struct Console<'t> {
    pub(crate) terminal: &'t Terminal,
    pub(crate) modes: Modes<'t>,
    pub(crate) signals: Signals,
    pub(crate) keyboard: Keyboard,
    /// Whether somebody was typing when it was taken.
    pub(crate) typing: bool,
    parent: Option<Pid>,
}

impl<'t> Console<'t> {
    /// Takes the terminal. What was typed before was meant for others, and is dropped.
    pub(crate) fn take(terminal: &'t Terminal) -> io::Result<Self> {
        let signals = Signals::listen_as_panel()?;
        let modes = Modes::keys(terminal.as_fd())?;
        let mut console = Self {
            terminal,
            modes,
            signals,
            keyboard: Keyboard::default(),
            typing: false,
            parent: getppid(),
        };
        // Only now is a line seen that was not ended yet.
        console.typing = console.has_input()?;
        console.modes.discard_input()?;
        Ok(console)
    }

    /// Waits for keys or a signal, for that long at most.
    pub(crate) fn wait(&mut self, mut pause: Duration) -> io::Result<Woke> {
        if let Some(signal) = self.signals.heard() {
            return Ok(Woke::Signal(signal));
        }
        if self.keyboard.is_waiting() {
            pause = pause.min(REST_OF_KEY);
        }
        let pause = Timespec::try_from(pause).unwrap_or_default();
        let mut fds = [
            PollFd::new(self.terminal, PollFlags::IN),
            PollFd::new(&self.signals, PollFlags::IN),
        ];
        match poll(&mut fds, Some(&pause)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let came = fds[0].revents();
        if let Some(signal) = self.signals.heard() {
            return Ok(Woke::Signal(signal));
        }
        if came.is_empty() {
            return Ok(Woke::Time);
        }
        self.read(came.intersects(PollFlags::HUP | PollFlags::ERR))
    }

    fn read(&mut self, hung_up: bool) -> io::Result<Woke> {
        let mut bytes = [0; 8192];
        match self.terminal.file().read(&mut bytes) {
            Ok(0) if hung_up => Ok(Woke::Gone),
            Ok(read) => {
                self.keyboard.take(&bytes[..read]);
                Ok(Woke::Keys)
            }
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock => Ok(Woke::Keys),
                _ if error.raw_os_error() == Some(Errno::IO.raw_os_error()) => Ok(Woke::Gone),
                _ => Err(error),
            },
        }
    }

    /// Whether something was typed that nobody has read.
    pub(crate) fn has_input(&self) -> io::Result<bool> {
        let mut fds = [PollFd::new(self.terminal, PollFlags::IN)];
        // A window that changes its size may interrupt it, and is no reason to give up.
        let ready = retry_on_intr(|| poll(&mut fds, Some(&Timespec::default())))?;
        Ok(ready > 0)
    }

    pub(crate) fn size(&self) -> (u16, u16) {
        self.terminal.size().unwrap_or(USUAL_SIZE)
    }

    pub(crate) fn write(&self, bytes: &str) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let mut out = self.terminal;
        out.write_all(bytes.as_bytes())
    }

    /// Whether whoever started it is gone, or somebody else has the terminal.
    pub(crate) fn is_orphan(&self) -> bool {
        getppid() != self.parent || !self.modes.is_ours()
    }

    /// Stops, until it is brought back.
    pub(crate) fn stop(&mut self) -> io::Result<()> {
        self.signals.stop_until_ours(&self.modes)
    }

    /// What was pressed in an editor was meant for the editor; what ends us ends us.
    pub(crate) fn after_editor(&mut self) -> io::Result<()> {
        let mut end = Ok(());
        while let Some(signal) = self.signals.heard() {
            if signal == Signal::End {
                end = Err(io::ErrorKind::Interrupted.into());
            }
        }
        end
    }
}
