//! A store whose writes fail on demand.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use sayso_core::form::Draft;
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::record::Record;
use sayso_desk::store::sqlite::SqliteStore;
use sayso_desk::store::{Append, Found, Landing, Moved, Reader, Store, StoreError};

/// What goes wrong with writing; shared with the test.
pub(crate) type Fault = Arc<Mutex<Option<StoreError>>>;

/// A store whose writes fail on demand.
pub(crate) struct FaultyStore {
    pub(crate) inside: SqliteStore,
    pub(crate) fault: Fault,
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
        self.inside.reader()
    }
}
