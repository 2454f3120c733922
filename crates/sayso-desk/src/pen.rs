//! The store, and the hand that writes to it while the desk goes on deciding.

use std::collections::HashSet;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread::{self, JoinHandle};

use sayso_core::id::SessionId;

use crate::store::{Append, Landing, Store, StoreError};

/// The store. While a commit is under way it is with the hand, a thread that does nothing else;
/// whoever needs the store meanwhile waits until it is back, so that nobody ever reads beside a
/// commit that others build on.
pub(crate) struct Pen {
    /// None while the hand has it.
    store: Option<Box<dyn Store>>,
    far: bool,
    /// There from the first commit on that is left to it.
    hand: Option<Hand>,
    written: Option<Written>,
    /// Rings when the store is back. The hand takes it.
    bell: Option<Bell>,
}

/// Wakes the desk.
pub(crate) type Bell = Box<dyn Fn() + Send>;

/// What became of a commit: the sessions that had moved on, of which nothing was written.
pub(crate) type Written = Result<HashSet<SessionId>, StoreError>;

struct Hand {
    jobs: SyncSender<(Box<dyn Store>, Vec<Append>)>,
    done: Receiver<(Box<dyn Store>, Written)>,
    /// What was written, for the memory that is in it.
    used: Receiver<Vec<Append>>,
    thread: JoinHandle<()>,
}

impl Pen {
    pub(crate) fn new(store: Box<dyn Store>, bell: Bell) -> Self {
        Self {
            far: store.is_far(),
            store: Some(store),
            hand: None,
            written: None,
            bell: Some(bell),
        }
    }

    /// Whether the store is a way off.
    pub(crate) fn is_far(&self) -> bool {
        self.far
    }

    /// The store, once it is at hand.
    pub(crate) fn store(&mut self) -> &mut dyn Store {
        let (hand, written) = (&mut self.hand, &mut self.written);
        let store = self.store.get_or_insert_with(|| {
            let back = hand.as_ref().and_then(|hand| hand.done.recv().ok());
            let Some((store, done)) = back else {
                died(hand.take());
            };
            *written = Some(done);
            store
        });
        &mut **store
    }

    /// Whether what was left to the hand is done.
    pub(crate) fn is_back(&mut self) -> bool {
        if self.store.is_none()
            && let Some(hand) = &self.hand
        {
            match hand.done.try_recv() {
                Ok((store, written)) => {
                    self.store = Some(store);
                    self.written = Some(written);
                }
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => died(self.hand.take()),
            }
        }
        self.store.is_some()
    }

    /// Leaves one commit to the hand, or does it here and now. `wait` tells what became of it.
    pub(crate) fn start(&mut self, parts: Vec<Append>, here: bool) {
        self.store();
        let Some(mut store) = self.store.take() else {
            return;
        };
        if !here && let Some(bell) = self.bell.take() {
            self.hand = Hand::new(bell).ok();
        }
        let job = (store, parts);
        let refused = match &self.hand {
            Some(hand) if !here => hand.jobs.send(job).err().map(|error| error.0),
            _ => Some(job),
        };
        if let Some((back, parts)) = refused {
            store = back;
            self.written = Some(write(&mut *store, &parts));
            self.store = Some(store);
        }
    }

    /// What was written before, for the memory that is in it.
    pub(crate) fn used(&self) -> Vec<Append> {
        let hand = self.hand.as_ref();
        hand.and_then(|hand| hand.used.try_recv().ok())
            .unwrap_or_default()
    }

    /// Waits for the commit that is under way; none when there is none.
    pub(crate) fn wait(&mut self) -> Option<Written> {
        self.store();
        self.written.take()
    }
}

impl Hand {
    fn new(bell: Bell) -> std::io::Result<Self> {
        let (jobs, waiting) = sync_channel::<(Box<dyn Store>, Vec<Append>)>(1);
        let (finished, done) = sync_channel(1);
        let (give_back, used) = sync_channel(1);
        let thread = thread::Builder::new()
            .name("sayso-pen".into())
            .spawn(move || {
                for (mut store, mut parts) in waiting {
                    let written = write(&mut *store, &parts);
                    if finished.send((store, written)).is_err() {
                        return;
                    }
                    bell();
                    // Words that are for the store alone stay no longer than they must.
                    parts.iter_mut().for_each(|part| part.secrets.clear());
                    // The desk may have no need of the rest.
                    drop(give_back.try_send(parts));
                }
            })?;
        Ok(Self {
            jobs,
            done,
            used,
            thread,
        })
    }
}

/// One durable commit.
fn write(store: &mut dyn Store, parts: &[Append]) -> Written {
    let landings = store.append(parts, &[])?;
    Ok(moved_on(parts, &landings))
}

/// The sessions that had moved on.
pub(crate) fn moved_on(parts: &[Append], landings: &[Landing]) -> HashSet<SessionId> {
    let landed = |n: usize| landings.get(n) == Some(&Landing::Landed);
    let conflicts = parts.iter().enumerate().filter(|(n, _)| !landed(*n));
    conflicts.map(|(_, part)| part.session.clone()).collect()
}

/// The hand panicked, and the store is gone with it: so does the desk.
fn died(hand: Option<Hand>) -> ! {
    let why = hand.and_then(|hand| hand.thread.join().err());
    resume_unwind(why.unwrap_or_else(|| Box::new("the store is lost")))
}
