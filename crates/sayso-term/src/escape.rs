//! Esc, while something runs in a terminal and nothing is asked.

use std::io::{self, Read};
use std::os::fd::AsFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::ends::Ends;
use crate::inline::{Keyboard, now};
use crate::modes::Modes;
use crate::panel::{Code, Guard, Input, Key};
use crate::signals::{Signal, Signals, stop_here};
use crate::terminal::Terminal;

/// How long Esc is not heard at the beginning.
const MOMENT: Duration = Duration::from_millis(300);
/// How long the rest of a key may take to come.
const REST_OF_KEY: Duration = Duration::from_millis(40);

/// Listens for Esc while it lives. What else is typed meanwhile is dropped and not shown; Ctrl-C
/// and Ctrl-Z do what they do, and the terminal is given back however the process ends or stops.
pub struct Escape<'t> {
    terminal: &'t Terminal,
    signals: Signals,
    modes: Modes<'t>,
    keyboard: Keyboard,
    /// Keeps out what was meant for what stood there before.
    guard: Guard,
}

impl<'t> Escape<'t> {
    /// Begins to listen. Whoever has the [`Ends`] hears what ends the process.
    pub fn listen(terminal: &'t Terminal, _: &Ends) -> io::Result<Self> {
        let signals = Signals::listen_as_panel()?;
        Ok(Self {
            terminal,
            signals,
            modes: Modes::unseen(terminal.as_fd())?,
            keyboard: Keyboard::default(),
            guard: Guard::for_a_moment(now(), MOMENT),
        })
    }

    /// Waits that long; says whether Esc was pressed. One that was pressed right when this began
    /// was meant for a question that was just closed.
    pub fn pressed(&mut self, within: Duration) -> io::Result<bool> {
        let woke = self.woke(within)?;
        self.heed_signals()?;
        // Stopped and let go on in the background, it may not read.
        if !woke || !self.modes.is_ours() {
            self.guard.is_open(now());
            return Ok(false);
        }
        let admitted = self.guard.admits(now());
        let mut bytes = [0; 256];
        let read = match self.terminal.file().read(&mut bytes) {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
            Err(error) => return Err(error),
        };
        self.keyboard.take(&bytes[..read]);
        let mut pressed = false;
        let escape = Input::Key(Key::plain(Code::Esc));
        while let Some(input) = self.keyboard.next_input() {
            pressed |= input == escape;
        }
        if self.keyboard.is_waiting() && !self.woke(REST_OF_KEY)? {
            pressed |= self.keyboard.give_up_waiting() == Some(escape);
        }
        Ok(pressed && admitted)
    }

    /// Whether there is something to read, within that time or until a signal comes.
    fn woke(&self, within: Duration) -> io::Result<bool> {
        let limit = Timespec::try_from(within).map_err(io::Error::other)?;
        let mut fds = [
            PollFd::from_borrowed_fd(self.terminal.as_fd(), PollFlags::IN),
            PollFd::from_borrowed_fd(self.signals.as_fd(), PollFlags::IN),
        ];
        match poll(&mut fds, Some(&limit)) {
            Ok(_) if fds[0].revents().intersects(PollFlags::HUP | PollFlags::ERR) => {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            Ok(_) => Ok(fds[0].revents().contains(PollFlags::IN)),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    fn heed_signals(&self) -> io::Result<()> {
        while let Some(signal) = self.signals.heard() {
            match signal {
                Signal::Stop => {
                    self.modes.give_back()?;
                    stop_here()?;
                    self.signals.forget_resume();
                    self.modes.take_back()?;
                }
                Signal::Continue => self.modes.take_back()?,
                // Whoever asked to listen hears of it too.
                Signal::End | Signal::Interrupt | Signal::Resize => {}
            }
        }
        Ok(())
    }
}

impl std::fmt::Debug for Escape<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Escape").finish_non_exhaustive()
    }
}
