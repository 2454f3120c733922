//! The reading side of a store: for faces, history and audit. It never waits for a writer.

use std::collections::BTreeMap;

use sayso_core::answer::Answers;
use sayso_core::digest::Digest;
use sayso_core::event::Asked;
use sayso_core::form::Draft;
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::opening::Opening;
use sayso_core::outcome::Outcome;
use sayso_core::record::Record;

use super::{RecordLine, StoreError};

/// The reading side of a store.
pub trait Reader: Send + Sync {
    /// The open interactions of all sessions, oldest first.
    fn pending(&self, most: usize) -> Result<Vec<Pending>, StoreError>;

    /// Those of the open interactions that are unattended, of the oldest of all at most so many.
    fn unattended(&self, _most: usize) -> Result<Vec<(SessionId, InteractionId)>, StoreError> {
        Ok(Vec::new())
    }

    /// How an interaction stands; none when it was never asked here.
    fn find(&self, interaction: InteractionId) -> Result<Option<Found>, StoreError>;

    /// Interactions whose id starts or ends with these hexadecimal digits, at most a few.
    fn matching(&self, digits: &str) -> Result<Vec<InteractionId>, StoreError>;

    /// Closed interactions, newest first; of one session or all, before a place in the log.
    fn history(
        &self,
        session: Option<&SessionId>,
        before: Option<u64>,
        most: usize,
    ) -> Result<Vec<HistoryEntry>, StoreError>;

    /// Sessions, the last opened first, before a place in the log.
    fn sessions(&self, before: Option<u64>, most: usize) -> Result<Vec<SessionEntry>, StoreError>;

    /// Facts of one session after a number, in order.
    fn records(
        &self,
        session: &SessionId,
        after: u64,
        most: usize,
    ) -> Result<Vec<Record>, StoreError>;

    /// The whole log after a place, in the order it was written.
    fn log(&self, after: u64, most: usize) -> Result<Vec<RecordLine>, StoreError>;

    /// What this process has just written of the log after a place, from memory: what is told in a
    /// moment to thousands is not read back first. None when the log must be read, which is always
    /// right; others may have written more.
    fn fresh(&self, _after: u64) -> Option<Vec<RecordLine>> {
        None
    }

    /// The place of the newest fact in the whole log; 0 when there is none.
    fn last_place(&self) -> Result<u64, StoreError>;

    /// The number of a session's newest fact; 0 when there is none.
    fn last_seq(&self, session: &SessionId) -> Result<u64, StoreError>;

    /// How many interactions are open.
    fn count_pending(&self) -> Result<u64, StoreError>;

    /// Sessions that were forgotten: their last number and hash.
    fn forgotten(&self) -> Result<Vec<(SessionId, u64, Digest)>, StoreError>;

    /// What a person has entered so far.
    fn draft(&self, interaction: InteractionId) -> Result<Option<Draft>, StoreError>;

    /// What the secret words of this interaction can be collected with; none where nothing is sealed.
    fn collect_token(&self, _interaction: InteractionId) -> Result<Option<String>, StoreError> {
        Ok(None)
    }

    /// The words of secret questions, for the asker alone.
    fn secrets(
        &self,
        interaction: InteractionId,
    ) -> Result<BTreeMap<QuestionId, String>, StoreError>;
}

/// An open interaction, as an inbox lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// Its session.
    pub session: SessionId,
    /// How the session began.
    pub opening: Opening,
    /// What is asked.
    pub asked: Asked,
    /// When.
    pub asked_at: Moment,
    /// What was answered so far.
    pub answers: Answers,
    /// Whether its asker should be waiting, and nobody is: it was killed, or will come back for the
    /// answer. Only the reading side can tell.
    pub unattended: bool,
}

/// What was asked less than these milliseconds ago is not looked for on the roll, which is written now
/// and then.
const YOUNG: u64 = 10_000;

impl Pending {
    /// Whether somebody should be on the roll who waits for it. By when its id was made: the clock that
    /// is asked here is not the one of the desk.
    pub(crate) fn is_looked_for(&self, now: Moment) -> bool {
        !self.asked.goes_on && is_looked_for(self.asked.interaction, now)
    }

    /// What an inbox is ordered by: whose clock runs out first, then whose agent stands still until
    /// it is answered, then who has waited longest. A clock that is held presses nobody.
    pub fn rank(&self) -> (i64, bool, Moment) {
        let deadline = self.asked.deadline.as_ref();
        let running = deadline.filter(|deadline| deadline.held_with.is_none());
        let due = running.map_or(i64::MAX, |deadline| deadline.at.millis());
        (due, self.asked.goes_on, self.asked_at)
    }
}

/// The same of one of which no more is known.
pub(crate) fn is_looked_for(interaction: InteractionId, now: Moment) -> bool {
    now.since(interaction.made_at()) >= YOUNG
}

/// How an interaction stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Waiting for a person.
    Pending(Box<Pending>),
    /// Closed; secret words are left out.
    Closed(Box<Outcome>),
}

/// A closed interaction in history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The place in the log of its closing; pages go on before it.
    pub place: u64,
    /// How it closed.
    pub outcome: Outcome,
}

/// A session in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionEntry {
    /// The place in the log of its opening; pages go on before it.
    pub place: u64,
    /// Its name.
    pub session: SessionId,
    /// How it began.
    pub opening: Opening,
    /// When.
    pub opened_at: Moment,
}
