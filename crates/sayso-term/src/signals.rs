//! Signals, heard as something that can be waited for.

use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::{SigId, flag, low_level};

/// A signal that was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// The process shall end, or its terminal is gone.
    End,
    /// The process goes on after it was stopped.
    Continue,
}

/// Listens for signals while it lives. Outside of that they do what they do by default: the
/// process ends as it would have without us.
pub(crate) struct Signals {
    pipe: UnixStream,
    interrupt: Arc<AtomicBool>,
    end: Arc<AtomicBool>,
    resume: Arc<AtomicBool>,
    ids: Vec<SigId>,
}

/// Whether a signal has nobody to hear it and shall do what it does by default.
static UNHEARD: AtomicBool = AtomicBool::new(false);

/// Who listens. A handler once installed stays, so the default is put behind `UNHEARD` once.
static LISTENERS: Mutex<Listeners> = Mutex::new(Listeners {
    count: 0,
    default_kept: false,
});

struct Listeners {
    count: usize,
    default_kept: bool,
}

impl Signals {
    pub(crate) fn listen() -> io::Result<Self> {
        let (pipe, wake) = UnixStream::pair()?;
        pipe.set_nonblocking(true)?;
        let mut signals = Self {
            pipe,
            interrupt: Arc::default(),
            end: Arc::default(),
            resume: Arc::default(),
            ids: Vec::new(),
        };
        join()?;
        signals.register(&wake)?;
        Ok(signals)
    }

    fn register(&mut self, wake: &UnixStream) -> io::Result<()> {
        for (signal, flag) in [
            (SIGINT, &self.interrupt),
            (SIGTERM, &self.end),
            (SIGHUP, &self.end),
            (SIGQUIT, &self.end),
            (SIGCONT, &self.resume),
        ] {
            // The flag before the pipe: whoever is woken finds it set.
            self.ids.push(flag::register(signal, Arc::clone(flag))?);
            let wake = wake.try_clone()?;
            self.ids.push(low_level::pipe::register(signal, wake)?);
        }
        Ok(())
    }

    /// What was heard since the last time, the weightiest first.
    pub(crate) fn heard(&self) -> Option<Signal> {
        let mut bytes = [0; 64];
        while matches!((&self.pipe).read(&mut bytes), Ok(n) if n > 0) {}
        let took = |flag: &AtomicBool| flag.swap(false, Ordering::SeqCst);
        if took(&self.end) {
            Some(Signal::End)
        } else if took(&self.interrupt) {
            Some(Signal::Interrupt)
        } else if took(&self.resume) {
            Some(Signal::Continue)
        } else {
            None
        }
    }
}

impl AsFd for Signals {
    /// Can be read from when a signal came.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.pipe.as_fd()
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        leave();
        for id in self.ids.drain(..) {
            low_level::unregister(id);
        }
    }
}

fn join() -> io::Result<()> {
    let mut listeners = LISTENERS.lock().unwrap_or_else(PoisonError::into_inner);
    UNHEARD.store(false, Ordering::SeqCst);
    listeners.count += 1;
    if !listeners.default_kept {
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            flag::register_conditional_default(signal, &UNHEARD)?;
        }
        listeners.default_kept = true;
    }
    Ok(())
}

fn leave() {
    let mut listeners = LISTENERS.lock().unwrap_or_else(PoisonError::into_inner);
    listeners.count = listeners.count.saturating_sub(1);
    UNHEARD.store(listeners.count == 0, Ordering::SeqCst);
}
