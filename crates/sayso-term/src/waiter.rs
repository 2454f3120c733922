//! Waiting for a person, and for whatever else may come first.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::inline::now;
use crate::signals::{Signal, Signals};
use crate::watch::Watch;

/// Why a wait ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Woke {
    /// There is something to read, or the end of it.
    Readable {
        /// Whether the other end is gone.
        hung_up: bool,
    },
    /// A signal came.
    Signal(Signal),
    /// The question was closed elsewhere.
    Elsewhere,
    /// The time is up, and nothing waits to be read.
    Time,
}

/// Waits for input, for signals, and for the question to be closed elsewhere.
pub(crate) struct Waiter<'w> {
    signals: Signals,
    watch: Watch<'w>,
}

impl<'w> Waiter<'w> {
    /// For input that is no terminal.
    pub(crate) fn new(watch: Watch<'w>) -> io::Result<Self> {
        let signals = Signals::listen()?;
        Ok(Self { signals, watch })
    }

    /// For a terminal whose modes were changed: they are put back before the process stops.
    pub(crate) fn at_terminal(watch: Watch<'w>) -> io::Result<Self> {
        let signals = Signals::listen_as_panel()?;
        Ok(Self { signals, watch })
    }

    /// The signals that are listened for.
    pub(crate) fn signals(&self) -> &Signals {
        &self.signals
    }

    /// Waits until one of them has something to say, or until that time. Input comes last: what
    /// was decided elsewhere stands.
    pub(crate) fn wait(
        &mut self,
        input: BorrowedFd<'_>,
        until: Option<Duration>,
    ) -> io::Result<Woke> {
        loop {
            if let Some(signal) = self.signals.heard() {
                return Ok(Woke::Signal(signal));
            }
            if self.watch.says_closed() {
                return Ok(Woke::Elsewhere);
            }
            let left = until.map(|until| until.saturating_sub(now()));
            let pause = [self.watch.pause(), left].into_iter().flatten().min();
            let pause = pause.and_then(|pause| Timespec::try_from(pause).ok());
            let mut fds = vec![
                PollFd::from_borrowed_fd(input, PollFlags::IN),
                PollFd::from_borrowed_fd(self.signals.as_fd(), PollFlags::IN),
            ];
            fds.extend(
                self.watch
                    .fd()
                    .map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)),
            );
            match poll(&mut fds, pause.as_ref()) {
                Ok(_) => {}
                Err(Errno::INTR) => continue,
                Err(error) => return Err(error.into()),
            }
            let came: Vec<PollFlags> = fds.iter().map(PollFd::revents).collect();
            if !came[1].is_empty() {
                continue;
            }
            if came.get(2).is_some_and(|came| !came.is_empty()) {
                return Ok(Woke::Elsewhere);
            }
            if !came[0].is_empty() {
                let hung_up = came[0].intersects(PollFlags::HUP | PollFlags::ERR);
                return Ok(Woke::Readable { hung_up });
            }
            if until.is_some_and(|until| now() >= until) {
                return Ok(Woke::Time);
            }
        }
    }
}
