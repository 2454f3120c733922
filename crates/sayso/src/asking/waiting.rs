//! The wait for an interaction to close.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use sayso_core::id::InteractionId;
use sayso_core::outcome::Outcome;
use sayso_desk::Waiter;
use sayso_desk::remote::{RemoteDesk, RemoteError, RemoteInteraction};

use super::trouble::Trouble;
use super::window::There;
use crate::config::Config;

/// Seconds of one wait at a desk somewhere else.
const WAIT: u64 = 50;
/// How long it is left alone when it cannot be reached.
const PAUSE: Duration = Duration::from_secs(1);

impl There {
    /// Waits on a thread of its own. A desk that cannot be reached, or does not know what to say,
    /// is tried again: it may be starting anew, and what is open stays open.
    pub(super) fn wait(
        &self,
        desk: &RemoteDesk,
        id: InteractionId,
        collect_token: Option<String>,
    ) -> Waiting {
        let (sender, receiver) = channel();
        let desk = desk.clone();
        thread::spawn(move || {
            loop {
                match desk.collect(id, WAIT, collect_token.as_deref()) {
                    Ok(RemoteInteraction {
                        outcome: Some(outcome),
                        ..
                    }) => {
                        let _ = sender.send(Ok(Arc::new(outcome)));
                        return;
                    }
                    Ok(_) => {}
                    Err(error) if may_pass(&error) => thread::sleep(PAUSE),
                    Err(error) => {
                        let _ = sender.send(Err(Trouble::of_remote(error)));
                        return;
                    }
                }
            }
        });
        Waiting::There(receiver)
    }
}

/// Whether a desk may say something else next time: it is away, or it or whoever stands before it
/// is in trouble.
pub(super) fn may_pass(error: &RemoteError) -> bool {
    match error {
        RemoteError::Unreachable(_) | RemoteError::Strange(_) => true,
        // Of a wait, 429 says that too many wait.
        RemoteError::Refused { status, .. } => *status >= 500 || *status == 429,
        RemoteError::Untrusted(_) | RemoteError::Unreadable(_) => false,
    }
}

/// The wait for an interaction to close.
pub(crate) enum Waiting {
    /// At a desk in this process.
    Here(Waiter),
    /// At a desk somewhere else.
    There(Receiver<Result<Arc<Outcome>, Trouble>>),
    /// It has closed.
    Over(Result<Arc<Outcome>, Trouble>),
}

impl Waiting {
    /// Whether it has closed.
    pub(crate) fn is_over(&mut self, config: &Config) -> bool {
        let over = match self {
            Self::Over(_) => return true,
            Self::Here(waiter) => match waiter.look() {
                Ok(None) => return false,
                Ok(Some(outcome)) => Ok(outcome),
                Err(error) => Err(Trouble::of_desk(&error, config.lang)),
            },
            Self::There(receiver) => match receiver.try_recv() {
                Err(TryRecvError::Empty) => return false,
                Ok(outcome) => outcome,
                Err(TryRecvError::Disconnected) => Err(Trouble::gone()),
            },
        };
        *self = Self::Over(over);
        true
    }

    /// Blocks until it closes.
    pub(crate) fn outcome(self, config: &Config) -> Result<Arc<Outcome>, Trouble> {
        match self {
            Self::Over(outcome) => outcome,
            Self::Here(waiter) => waiter
                .wait()
                .map_err(|error| Trouble::of_desk(&error, config.lang)),
            Self::There(receiver) => receiver.recv().unwrap_or_else(|_| Err(Trouble::gone())),
        }
    }
}
