//! The durable log behind the desk.
//!
//! `(session, seq)` is unique, so that appending *is* the compare-and-set: on one process or many,
//! on one machine or many. Whoever appends to a session that has moved on is told so, reads what
//! is new and decides again.

mod bodies;
mod body;
mod error;
mod login_codes;
mod login_sessions;
pub mod postgres;
mod reader;
mod record_line;
mod roll;
mod sealed;
pub mod sqlite;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use sayso_core::digest::Digest;
use sayso_core::form::Draft;
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::outcome::Outcome;
use sayso_core::record::Record;
use sayso_core::secrets::Secret;

pub(crate) use bodies::Bodies;
pub use body::Body;
pub use error::StoreError;
pub use login_codes::LoginCodes;
pub use login_sessions::{LoginKind, LoginSession, LoginSessions};
pub use reader::{Found, HistoryEntry, Pending, Reader, SessionEntry};
pub use record_line::RecordLine;
pub use roll::Roll;
pub use sealed::SealedStore;

/// The writing side of a store. The desk's loop owns it; nothing else appends.
pub trait Store: Send {
    /// The facts of a session after this number, in order.
    fn load(&mut self, session: &SessionId, after: u64) -> Result<Vec<Record>, StoreError>;

    /// Appends in one durable commit, each session once. Each part lands whole or not at all; an
    /// error means that nothing landed, except for `Away`, after which the log must be asked. A
    /// part without facts asks whether its session still stands there. Drafts of open interactions are kept along with it;
    /// an empty draft is removed.
    fn append(
        &mut self,
        parts: &[Append],
        drafts: &[(InteractionId, Draft)],
    ) -> Result<Vec<Landing>, StoreError>;

    /// Which sessions others have appended to since this was last called: a hint, cheap to ask.
    fn moved(&mut self) -> Result<Moved, StoreError>;

    /// Open interactions whose deadline is at or before this moment, earliest first.
    fn due(
        &mut self,
        now: Moment,
        most: usize,
    ) -> Result<Vec<(SessionId, InteractionId)>, StoreError>;

    /// The earliest deadline of all open interactions.
    fn next_deadline(&mut self) -> Result<Option<Moment>, StoreError>;

    /// The session that an interaction belongs to.
    fn session_of(&mut self, interaction: InteractionId) -> Result<Option<SessionId>, StoreError>;

    /// How an interaction stands; none when it was never asked here.
    fn find(&mut self, interaction: InteractionId) -> Result<Option<Found>, StoreError>;

    /// Forgets whole sessions whose last fact is older than this and that have nothing open.
    /// Says how many; what is forgotten leaves its last number and hash behind.
    fn forget(&mut self, before: Moment) -> Result<u64, StoreError>;

    /// The words of secret questions that were answered in this interaction.
    fn secrets(
        &mut self,
        interaction: InteractionId,
    ) -> Result<BTreeMap<QuestionId, String>, StoreError>;

    /// What the secret words of this interaction can be collected with; none where nothing is sealed.
    fn collect_token(&self, _interaction: InteractionId) -> Result<Option<String>, StoreError> {
        Ok(None)
    }

    /// Whether the words of any secret question are kept here.
    fn keeps_secrets(&mut self) -> Result<bool, StoreError>;

    /// Whether the words of a secret question could be kept; asked before anybody is asked for them.
    fn prepare_for_secrets(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    /// The reading side.
    fn reader(&self) -> Arc<dyn Reader>;

    /// Whether it is a way off, and others write there too. Then each call is a trip worth sharing,
    /// `moved` may tell late, and what is decided without new facts must be confirmed by a part
    /// without facts.
    fn is_far(&self) -> bool {
        false
    }

    /// Where desks of this store tell each other who is waited for; none when they cannot.
    fn roll(&self) -> Option<Box<dyn Roll>> {
        None
    }

    /// Calls this when there is something that `moved` would tell.
    fn wake_with(&mut self, _waker: Waker) {}

    /// The facts of each of these sessions: those after the one it is known up to, if that is
    /// still what is recorded there; else all.
    fn load_many(&mut self, sessions: &[Known]) -> Result<Vec<Loaded>, StoreError> {
        let whole = |known: &Known| {
            Ok(Loaded {
                session: known.session.clone(),
                after: 0,
                records: self.load(&known.session, 0)?,
            })
        };
        sessions.iter().map(whole).collect()
    }

    /// The sessions that these interactions belong to, without those that were never asked.
    fn homes(
        &mut self,
        interactions: &[InteractionId],
    ) -> Result<Vec<(InteractionId, SessionId)>, StoreError> {
        let home = |id: &InteractionId| {
            let session = self.session_of(*id).transpose()?;
            Some(session.map(|session| (*id, session)))
        };
        interactions.iter().filter_map(home).collect()
    }

    /// How those of these closed that have closed; secret words are left out.
    fn outcomes(&mut self, interactions: &[InteractionId]) -> Result<Vec<Outcome>, StoreError> {
        let mut outcomes = Vec::new();
        for id in interactions {
            if let Some(Found::Closed(outcome)) = self.find(*id)? {
                outcomes.push(*outcome);
            }
        }
        Ok(outcomes)
    }
}

/// Wakes whoever sleeps until something moves.
pub type Waker = Box<dyn Fn() + Send + Sync>;

/// A session up to the fact that is known of it.
#[derive(Clone, Debug)]
pub struct Known {
    /// The session.
    pub session: SessionId,
    /// The number of that fact; 0 when nothing is known.
    pub seq: u64,
    /// Its hash.
    pub head: Digest,
}

/// Facts of a session.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The session.
    pub session: SessionId,
    /// The number of the fact before them.
    pub after: u64,
    /// The facts, up to the newest.
    pub records: Vec<Record>,
}

/// Facts to be appended to one session.
#[derive(Clone, Debug)]
pub struct Append {
    /// The session.
    pub session: SessionId,
    /// The number of its last fact, as the desk knows it.
    pub after: u64,
    /// The facts, each with its body.
    pub facts: Vec<(Record, Body)>,
    /// Words for the vault.
    pub secrets: Vec<Secret>,
}

/// What became of one part of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// It is on disk.
    Landed,
    /// The session has moved on; nothing of this part was written.
    Conflict,
}

/// Which sessions others have appended to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moved {
    /// None.
    Nothing,
    /// These.
    These(HashSet<SessionId>),
    /// Too many to list.
    Anything,
}
