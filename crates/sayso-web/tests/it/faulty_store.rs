//! A store whose writes, and whose reading of the log, fail on demand, and that is told who waits.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use sayso_core::digest::Digest;
use sayso_core::form::Draft;
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::record::Record;
use sayso_desk::store::sqlite::SqliteStore;
use sayso_desk::store::{
    Append, Found, HistoryEntry, Landing, Moved, Pending, Reader, RecordLine, SessionEntry, Store,
    StoreError,
};

/// What goes wrong with writing; shared with the test.
pub(crate) type Fault = Arc<Mutex<Option<StoreError>>>;

/// What the reading side does; shared with the test.
#[derive(Default)]
pub(crate) struct Reading {
    /// How often reading the log fails from now on.
    pub(crate) failures: AtomicUsize,
    /// Whom nobody waits for.
    pub(crate) unattended: Mutex<Vec<(SessionId, InteractionId)>>,
}

/// A store whose writes fail on demand.
pub(crate) struct FaultyStore {
    pub(crate) inside: SqliteStore,
    pub(crate) fault: Fault,
    pub(crate) reading: Arc<Reading>,
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
        match self.fault.lock().unwrap().clone() {
            Some(error) => Err(error),
            None => self.inside.append(parts, drafts),
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
        self.inside.due(now, most)
    }

    fn next_deadline(&mut self) -> Result<Option<Moment>, StoreError> {
        self.inside.next_deadline()
    }

    fn session_of(&mut self, interaction: InteractionId) -> Result<Option<SessionId>, StoreError> {
        self.inside.session_of(interaction)
    }

    fn find(&mut self, interaction: InteractionId) -> Result<Option<Found>, StoreError> {
        self.inside.find(interaction)
    }

    fn forget(&mut self, before: Moment) -> Result<u64, StoreError> {
        self.inside.forget(before)
    }

    fn secrets(
        &mut self,
        interaction: InteractionId,
    ) -> Result<BTreeMap<QuestionId, String>, StoreError> {
        self.inside.secrets(interaction)
    }

    fn keeps_secrets(&mut self) -> Result<bool, StoreError> {
        self.inside.keeps_secrets()
    }

    fn reader(&self) -> Arc<dyn Reader> {
        Arc::new(FaultyReader {
            inside: self.inside.reader(),
            reading: self.reading.clone(),
        })
    }
}

/// A reader that cannot read the log every time.
struct FaultyReader {
    inside: Arc<dyn Reader>,
    reading: Arc<Reading>,
}

impl Reader for FaultyReader {
    fn log(&self, after: u64, most: usize) -> Result<Vec<RecordLine>, StoreError> {
        let less = |left: usize| left.checked_sub(1);
        let failures = &self.reading.failures;
        match failures.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less) {
            Ok(_) => Err(StoreError::Locked("for a moment".into())),
            Err(_) => self.inside.log(after, most),
        }
    }

    fn fresh(&self, after: u64) -> Option<Vec<RecordLine>> {
        let fails = self.reading.failures.load(Ordering::SeqCst) > 0;
        self.inside.fresh(after).filter(|_| !fails)
    }

    fn pending(&self, most: usize) -> Result<Vec<Pending>, StoreError> {
        self.inside.pending(most)
    }

    fn unattended(&self, _most: usize) -> Result<Vec<(SessionId, InteractionId)>, StoreError> {
        Ok(self.reading.unattended.lock().unwrap().clone())
    }

    fn find(&self, interaction: InteractionId) -> Result<Option<Found>, StoreError> {
        self.inside.find(interaction)
    }

    fn matching(&self, digits: &str) -> Result<Vec<InteractionId>, StoreError> {
        self.inside.matching(digits)
    }

    fn history(
        &self,
        session: Option<&SessionId>,
        before: Option<u64>,
        most: usize,
    ) -> Result<Vec<HistoryEntry>, StoreError> {
        self.inside.history(session, before, most)
    }

    fn sessions(&self, before: Option<u64>, most: usize) -> Result<Vec<SessionEntry>, StoreError> {
        self.inside.sessions(before, most)
    }

    fn records(
        &self,
        session: &SessionId,
        after: u64,
        most: usize,
    ) -> Result<Vec<Record>, StoreError> {
        self.inside.records(session, after, most)
    }

    fn last_place(&self) -> Result<u64, StoreError> {
        self.inside.last_place()
    }

    fn last_seq(&self, session: &SessionId) -> Result<u64, StoreError> {
        self.inside.last_seq(session)
    }

    fn count_pending(&self) -> Result<u64, StoreError> {
        self.inside.count_pending()
    }

    fn forgotten(&self) -> Result<Vec<(SessionId, u64, Digest)>, StoreError> {
        self.inside.forgotten()
    }

    fn draft(&self, interaction: InteractionId) -> Result<Option<Draft>, StoreError> {
        self.inside.draft(interaction)
    }

    fn secrets(
        &self,
        interaction: InteractionId,
    ) -> Result<BTreeMap<QuestionId, String>, StoreError> {
        self.inside.secrets(interaction)
    }
}
