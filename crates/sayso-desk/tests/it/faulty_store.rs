//! A store that fails on demand, and that can be made to wait.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use sayso_core::form::Draft;
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::record::Record;
use sayso_desk::clock::{Clock, SystemClock};
use sayso_desk::store::{Append, Found, Landing, Moved, Reader, Store, StoreError};

/// A store that does what `Faults` says, and else what the store inside does.
pub(crate) struct FaultyStore {
    inside: Box<dyn Store>,
    faults: Arc<Faults>,
}

/// What goes wrong; shared with the test.
pub(crate) struct Faults {
    state: Mutex<State>,
    changed: Condvar,
    clock: SystemClock,
}

#[derive(Default)]
struct State {
    writing: Option<Fault>,
    /// Only the next write goes wrong.
    once: bool,
    reading: Option<StoreError>,
    shut: bool,
    standing: usize,
    due_asked: Vec<Moment>,
}

/// How writing goes wrong.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// Nothing is written.
    Error(StoreError),
    /// Somebody else is always faster.
    Conflict,
    /// It is said to be on disk, and is not.
    Lie,
    /// Whoever writes dies of it.
    Panic,
}

impl FaultyStore {
    pub(crate) fn new(inside: impl Store + 'static) -> (Self, Arc<Faults>) {
        let faults = Arc::new(Faults {
            state: Mutex::default(),
            changed: Condvar::new(),
            clock: SystemClock::new(),
        });
        let store = Self {
            inside: Box::new(inside),
            faults: faults.clone(),
        };
        (store, faults)
    }

    fn fault(&self) -> Option<Fault> {
        let mut state = self.faults.lock();
        if std::mem::take(&mut state.once) {
            return state.writing.take();
        }
        state.writing.clone()
    }
}

impl Faults {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// From now on writing goes wrong like this, or well.
    pub(crate) fn set(&self, fault: Option<Fault>) {
        self.lock().writing = fault;
    }

    /// The next write goes wrong like this, and no other.
    pub(crate) fn set_once(&self, fault: Fault) {
        let mut state = self.lock();
        (state.writing, state.once) = (Some(fault), true);
    }

    /// From now on looking up an interaction fails like this, or works.
    pub(crate) fn set_reading(&self, error: Option<StoreError>) {
        self.lock().reading = error;
    }

    fn reading(&self) -> Result<(), StoreError> {
        self.lock().reading.clone().map_or(Ok(()), Err)
    }

    /// The next to write stands before a shut door; returns when somebody does, after `knock`.
    pub(crate) fn shut_door(&self, knock: impl FnOnce()) {
        self.lock().shut = true;
        knock();
        let state = self.lock();
        let _state = self
            .changed
            .wait_while(state, |state| state.standing == 0)
            .unwrap();
    }

    pub(crate) fn open_door(&self) {
        self.lock().shut = false;
        self.changed.notify_all();
    }

    fn pass_door(&self) {
        let mut state = self.lock();
        state.standing += 1;
        self.changed.notify_all();
        let mut state = self.changed.wait_while(state, |state| state.shut).unwrap();
        state.standing -= 1;
    }

    /// When it was asked what is due, once that happened so many times.
    pub(crate) fn due_asked(&self, times: usize) -> Vec<Moment> {
        let state = self.lock();
        let long = Duration::from_secs(120);
        let (state, _) = self
            .changed
            .wait_timeout_while(state, long, |state| state.due_asked.len() < times)
            .unwrap();
        assert!(state.due_asked.len() >= times, "nobody asks what is due");
        state.due_asked.clone()
    }
}

impl Store for FaultyStore {
    fn load(&mut self, session: &SessionId, after: u64) -> Result<Vec<Record>, StoreError> {
        self.inside.load(session, after)
    }

    fn append(
        &mut self,
        parts: &[Append],
        drafts: &[(InteractionId, Draft)],
    ) -> Result<Vec<Landing>, StoreError> {
        self.faults.pass_door();
        match self.fault() {
            None => self.inside.append(parts, drafts),
            Some(Fault::Error(error)) => Err(error),
            Some(Fault::Conflict) => Ok(vec![Landing::Conflict; parts.len()]),
            Some(Fault::Lie) => Ok(vec![Landing::Landed; parts.len()]),
            Some(Fault::Panic) => panic!("the store fell over, as the test wants it to"),
        }
    }

    fn moved(&mut self) -> Result<Moved, StoreError> {
        self.inside.moved()
    }

    fn due(
        &mut self,
        now: Moment,
        most: usize,
    ) -> Result<Vec<(SessionId, InteractionId)>, StoreError> {
        let asked_at = self.faults.clock.now();
        self.faults.lock().due_asked.push(asked_at);
        self.faults.changed.notify_all();
        self.inside.due(now, most)
    }

    fn next_deadline(&mut self) -> Result<Option<Moment>, StoreError> {
        self.inside.next_deadline()
    }

    fn session_of(&mut self, interaction: InteractionId) -> Result<Option<SessionId>, StoreError> {
        self.inside.session_of(interaction)
    }

    fn find(&mut self, interaction: InteractionId) -> Result<Option<Found>, StoreError> {
        self.faults.reading()?;
        self.inside.find(interaction)
    }

    fn forget(&mut self, before: Moment) -> Result<u64, StoreError> {
        match self.fault() {
            Some(Fault::Error(error)) => Err(error),
            _ => self.inside.forget(before),
        }
    }

    fn secrets(
        &mut self,
        interaction: InteractionId,
    ) -> Result<BTreeMap<QuestionId, String>, StoreError> {
        self.faults.reading()?;
        self.inside.secrets(interaction)
    }

    fn keeps_secrets(&mut self) -> Result<bool, StoreError> {
        self.inside.keeps_secrets()
    }

    fn reader(&self) -> Arc<dyn Reader> {
        self.inside.reader()
    }
}
