//! Signals, heard as something that can be waited for.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::{SigId, flag, low_level};

use crate::modes::Modes;

/// A signal that was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// The process shall end, or its terminal is gone.
    End,
    /// The process goes on after it was stopped.
    Continue,
    /// The process shall stop for a while.
    Stop,
    /// The window changed.
    Resize,
}

/// Listens for signals while it lives. Outside of that they do what they do by default: the
/// process ends as it would have without us.
pub(crate) struct Signals {
    pipe: UnixStream,
    interrupt: Arc<AtomicBool>,
    end: Arc<AtomicBool>,
    resume: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
    resize: Arc<AtomicBool>,
    panel: bool,
    ids: Vec<SigId>,
}

/// Whether a signal has nobody to hear it and shall do what it does by default.
static UNHEARD: AtomicBool = AtomicBool::new(false);

/// Whether no panel has the terminal that would have to give it back before the process stops.
static NO_PANEL: AtomicBool = AtomicBool::new(true);

/// Who listens. A handler once installed stays, so the default is put behind `UNHEARD` once.
static LISTENERS: Mutex<Listeners> = Mutex::new(Listeners {
    count: 0,
    default_kept: false,
    panels: 0,
    stop_kept: false,
    ends: None,
});

struct Listeners {
    count: usize,
    default_kept: bool,
    panels: usize,
    stop_kept: bool,
    /// Whoever hears signals for the whole process.
    ends: Option<Flags>,
}

/// What was heard and not heeded yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flags {
    pub(crate) interrupt: Arc<AtomicBool>,
    pub(crate) end: Arc<AtomicBool>,
}

impl Signals {
    /// For piped input: what ends a wait, and what resumes one.
    pub(crate) fn listen() -> io::Result<Self> {
        Self::listen_for(false)
    }

    /// For a terminal whose modes were changed: it also has to be given back before the process
    /// stops, and a panel to be drawn anew when the window changes.
    pub(crate) fn listen_as_panel() -> io::Result<Self> {
        Self::listen_for(true)
    }

    fn listen_for(panel: bool) -> io::Result<Self> {
        let (pipe, wake) = UnixStream::pair()?;
        pipe.set_nonblocking(true)?;
        let mut signals = Self {
            pipe,
            interrupt: Arc::default(),
            end: Arc::default(),
            resume: Arc::default(),
            stop: Arc::default(),
            resize: Arc::default(),
            panel: false,
            ids: Vec::new(),
        };
        join(panel)?;
        signals.panel = panel;
        signals.register(&wake, panel)?;
        signals.catch_up(&wake)?;
        Ok(signals)
    }

    /// What the process heard before this listened, and has not heeded, is heard here too.
    fn catch_up(&self, mut wake: &UnixStream) -> io::Result<()> {
        let Some(heard) = heard_for_all() else {
            return Ok(());
        };
        let ours = [(&heard.interrupt, &self.interrupt), (&heard.end, &self.end)];
        for (heard, ours) in ours {
            if heard.load(Ordering::SeqCst) {
                ours.store(true, Ordering::SeqCst);
                wake.write_all(&[0])?;
            }
        }
        Ok(())
    }

    fn register(&mut self, wake: &UnixStream, panel: bool) -> io::Result<()> {
        let always = [
            (SIGINT, &self.interrupt),
            (SIGTERM, &self.end),
            (SIGHUP, &self.end),
            (SIGQUIT, &self.end),
            (SIGCONT, &self.resume),
        ];
        let of_panel = [(SIGTSTP, &self.stop), (SIGWINCH, &self.resize)];
        let of_panel = of_panel.into_iter().filter(|_| panel);
        for (signal, flag) in always.into_iter().chain(of_panel) {
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
        } else if took(&self.stop) {
            Some(Signal::Stop)
        } else if took(&self.resize) {
            Some(Signal::Resize)
        } else {
            None
        }
    }
}

/// Stops this process as Ctrl-Z does, until somebody lets it go on.
pub(crate) fn stop_here() -> io::Result<()> {
    low_level::emulate_default_handler(SIGTSTP)
}

/// Somebody else has the terminal, and nothing is to be given back before the process stops: until
/// this is dropped a stop does what it does by default.
pub(crate) struct StopsAsUsual(());

impl StopsAsUsual {
    /// From now on.
    pub(crate) fn begin() -> Self {
        count_panels(|panels| panels.saturating_sub(1));
        Self(())
    }
}

impl Drop for StopsAsUsual {
    fn drop(&mut self) {
        count_panels(|panels| panels + 1);
    }
}

fn count_panels(count: impl Fn(usize) -> usize) {
    let mut listeners = listeners();
    listeners.panels = count(listeners.panels);
    NO_PANEL.store(listeners.panels == 0, Ordering::SeqCst);
}

impl Signals {
    /// Whether the process shall end.
    pub(crate) fn shall_end(&self) -> bool {
        self.end.load(Ordering::SeqCst)
    }

    /// Whoever stopped knows that it goes on.
    pub(crate) fn forget_resume(&self) {
        self.resume.store(false, Ordering::SeqCst);
    }

    /// Stops this process until it has the terminal again: in the background there is nobody to
    /// show anything to. An error when it shall end there.
    pub(crate) fn stop_until_ours(&self, modes: &Modes<'_>) -> io::Result<()> {
        stop_here()?;
        while !modes.is_ours() {
            if self.shall_end() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            stop_here()?;
        }
        self.forget_resume();
        Ok(())
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
        leave(self.panel);
        for id in self.ids.drain(..) {
            low_level::unregister(id);
        }
    }
}

fn listeners() -> MutexGuard<'static, Listeners> {
    LISTENERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The whole process hears signals, until `leave_for_all`.
pub(crate) fn join_for_all(flags: Flags) -> io::Result<()> {
    join(false)?;
    listeners().ends = Some(flags);
    Ok(())
}

/// What the whole process heard, if it listens.
pub(crate) fn heard_for_all() -> Option<Flags> {
    listeners().ends.clone()
}

/// The end of it.
pub(crate) fn leave_for_all() {
    leave(false);
    listeners().ends = None;
}

fn join(panel: bool) -> io::Result<()> {
    let mut listeners = listeners();
    UNHEARD.store(false, Ordering::SeqCst);
    listeners.count += 1;
    if !listeners.default_kept {
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            flag::register_conditional_default(signal, &UNHEARD)?;
        }
        listeners.default_kept = true;
    }
    if panel {
        NO_PANEL.store(false, Ordering::SeqCst);
        listeners.panels += 1;
        if !listeners.stop_kept {
            flag::register_conditional_default(SIGTSTP, &NO_PANEL)?;
            listeners.stop_kept = true;
        }
    }
    Ok(())
}

fn leave(panel: bool) {
    let mut listeners = listeners();
    listeners.count = listeners.count.saturating_sub(1);
    UNHEARD.store(listeners.count == 0, Ordering::SeqCst);
    if panel {
        listeners.panels = listeners.panels.saturating_sub(1);
        NO_PANEL.store(listeners.panels == 0, Ordering::SeqCst);
    }
}
