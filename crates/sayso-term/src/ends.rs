//! What ends a process that does more than to ask.

#[cfg(test)]
mod tests;

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::{SigId, flag, low_level};

use crate::ended::Ended;
use crate::signals::{Flags, heard_for_all, join_for_all, leave_for_all};

/// Hears what ends the process, for as long as it lives: whether something is asked meanwhile,
/// Esc is listened for, or nothing at all. What was heard before a panel opened is heard by the
/// panel too, which closes.
#[derive(Debug)]
pub struct Ends {
    heard: Flags,
    ids: Vec<SigId>,
}

impl Ends {
    /// Begins to listen. One who was started to outlive its terminal (`nohup`) says that
    /// `hangup` is none of its business.
    pub fn listen(hangup: bool) -> io::Result<Self> {
        let heard = Flags::default();
        join_for_all(heard.clone())?;
        let mut ends = Self {
            heard,
            ids: Vec::new(),
        };
        let hangup = hangup.then_some(SIGHUP);
        for signal in [SIGTERM, SIGQUIT].into_iter().chain(hangup) {
            let heard = Arc::clone(&ends.heard.end);
            ends.ids.push(flag::register(signal, heard)?);
        }
        let heard = Arc::clone(&ends.heard.interrupt);
        ends.ids.push(flag::register(SIGINT, heard)?);
        Ok(ends)
    }

    /// Whether the process shall end.
    pub fn shall_end(&self) -> bool {
        self.heard.end.load(Ordering::SeqCst)
    }

    /// Whether Ctrl-C came since this was last asked.
    pub fn was_interrupted(&self) -> bool {
        self.heard.interrupt.swap(false, Ordering::SeqCst)
    }

    /// Somebody wants the same as by Ctrl-C.
    pub fn interrupt(&self) {
        self.heard.interrupt.store(true, Ordering::SeqCst);
    }
}

/// How asking ends for one who waits to ask, in a process that has [`Ends`] and was told to end.
pub fn told_to_end() -> Option<Ended> {
    let heard = heard_for_all()?;
    if heard.end.load(Ordering::SeqCst) {
        return Some(Ended::Gone);
    }
    let interrupted = heard.interrupt.load(Ordering::SeqCst);
    interrupted.then_some(Ended::Interrupted)
}

impl Drop for Ends {
    fn drop(&mut self) {
        leave_for_all();
        for id in self.ids.drain(..) {
            low_level::unregister(id);
        }
    }
}
