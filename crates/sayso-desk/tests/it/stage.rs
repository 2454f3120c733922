//! A desk on a file of its own, with its clock stopped.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use sayso_core::id::InteractionId;
use sayso_core::outcome::Outcome;
use sayso_desk::clock::{Clock, ManualClock, SystemClock};
use sayso_desk::store::Found;
use sayso_desk::store::SealedStore;
use sayso_desk::store::sqlite::SqliteStore;
use sayso_desk::{Desk, DeskError, Handle, Options, Waiter};
use tempfile::TempDir;

use crate::faulty_store::{Faults, FaultyStore};
use crate::words::ten_o_clock;

/// A desk on a file of its own, with its clock stopped.
pub(crate) struct Stage {
    folder: TempDir,
    pub(crate) clock: Arc<ManualClock>,
    options: Options,
    desk: Option<Desk>,
}

impl Stage {
    pub(crate) fn new() -> Self {
        Self::with(|_| {})
    }

    /// With some of the options set otherwise.
    pub(crate) fn with(set: impl FnOnce(&mut Options)) -> Self {
        let clock = Arc::new(ManualClock::new(ten_o_clock()));
        let mut options = Options {
            clock: clock.clone(),
            ..Options::default()
        };
        set(&mut options);
        let mut stage = Self {
            folder: tempfile::tempdir().unwrap(),
            clock,
            options,
            desk: None,
        };
        stage.start();
        stage
    }

    pub(crate) fn path(&self) -> PathBuf {
        file_in(self.folder.path())
    }

    pub(crate) fn start(&mut self) {
        let store = SqliteStore::open(&self.path()).unwrap();
        self.desk =
            Some(Desk::start(SealedStore::with_key(store, [7; 32]), self.options.clone()).unwrap());
    }

    /// The desk starts again on a store that can be made to fail.
    pub(crate) fn restart_faulty(&mut self) -> Arc<Faults> {
        self.stop();
        let (store, faults) = FaultyStore::new(SqliteStore::open(&self.path()).unwrap());
        self.desk =
            Some(Desk::start(SealedStore::with_key(store, [7; 32]), self.options.clone()).unwrap());
        faults
    }

    /// The desk stops; its file stays.
    pub(crate) fn stop(&mut self) {
        self.desk = None;
    }

    pub(crate) fn restart(&mut self) {
        self.stop();
        self.start();
    }

    pub(crate) fn handle(&self) -> Handle {
        self.desk.as_ref().unwrap().handle()
    }

    /// Time goes by, and what is due is done.
    pub(crate) fn later(&self, millis: i64) {
        self.clock.advance(millis);
        self.handle().clock_moved().wait().unwrap();
    }

    /// How an interaction closed, as everyone may read it.
    #[track_caller]
    pub(crate) fn outcome(&self, id: InteractionId) -> Outcome {
        match self.handle().reader().find(id).unwrap() {
            Some(Found::Closed(outcome)) => *outcome,
            other => panic!("{id} is not closed: {other:?}"),
        }
    }

    pub(crate) fn is_open(&self, id: InteractionId) -> bool {
        matches!(
            self.handle().reader().find(id).unwrap(),
            Some(Found::Pending(_))
        )
    }
}

/// The store's file in a folder.
pub(crate) fn file_in(folder: &Path) -> PathBuf {
    folder.join("sayso.db")
}

/// What a waiter is woken with. Fails when nobody wakes it within a long time.
#[track_caller]
pub(crate) fn woken(mut waiter: Waiter) -> Result<Arc<Outcome>, DeskError> {
    let clock = SystemClock::new();
    let begun = clock.now();
    while clock.now().since(begun) < 120_000 {
        if let Some(outcome) = waiter.look()? {
            return Ok(outcome);
        }
        thread::yield_now();
    }
    panic!("nobody wakes the waiter");
}
