//! The sessions in use, folded from the log when they are needed.

use std::collections::HashSet;

use sayso_core::digest::Digest;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::record::Record;
use sayso_core::session::Session;

use crate::error::DeskError;
use crate::pen::Pen;
use crate::recent::Recent;
use crate::store::{Known, StoreError};

/// More that are stale are forgotten.
const STALE: usize = 16_384;

/// The sessions in use, and which interaction belongs to which.
#[derive(Debug)]
pub(crate) struct Sessions {
    recent: Recent<SessionId, Session>,
    homes: Recent<InteractionId, SessionId>,
    /// Those of which there may be more in the store.
    stale: HashSet<SessionId>,
}

impl Sessions {
    pub(crate) fn new(capacity: usize) -> Self {
        Self {
            recent: Recent::new(capacity),
            homes: Recent::new(capacity.saturating_mul(2)),
            stale: HashSet::new(),
        }
    }

    /// Forgets what was not used for long. Not during a turn: what a turn has decided is not in
    /// the log yet.
    pub(crate) fn make_room(&mut self) {
        self.recent.make_room();
        self.homes.make_room();
        if self.stale.len() > STALE {
            for id in std::mem::take(&mut self.stale) {
                self.recent.remove(&id);
            }
        }
    }

    /// The session, from memory or folded from the log.
    pub(crate) fn get(&mut self, id: &SessionId, pen: &mut Pen) -> Result<&mut Session, DeskError> {
        if self.stale.contains(id) {
            self.fetch(HashSet::from([id.clone()]), &[], pen)?;
        }
        self.recent.get_or_make(id, || {
            let records = pen.store().load(id, 0)?;
            Ok(lived_through(id, &records))
        })
    }

    /// A session that cannot be in the store yet.
    pub(crate) fn insert_new(&mut self, id: &SessionId) {
        self.recent.insert(id.clone(), Session::new(id.clone()));
    }

    /// Reads what of these is not in memory, all at once.
    pub(crate) fn fetch(
        &mut self,
        mut wanted: HashSet<SessionId>,
        interactions: &[InteractionId],
        pen: &mut Pen,
    ) -> Result<(), StoreError> {
        let mut homeless = Vec::new();
        for interaction in interactions {
            match self.homes.get_mut(interaction) {
                Some(home) => drop(wanted.insert(home.clone())),
                None => homeless.push(*interaction),
            }
        }
        if !homeless.is_empty() {
            for (interaction, home) in pen.store().homes(&homeless)? {
                wanted.insert(home.clone());
                self.homes.insert(interaction, home);
            }
        }
        wanted.retain(|id| !self.recent.make_young(id) || self.stale.contains(id));
        let known = |session: SessionId| {
            let (seq, head) = match self.recent.young_mut(&session) {
                Some(known) => (known.seq(), known.head()),
                None => (0, Digest::default()),
            };
            Known { session, seq, head }
        };
        let known: Vec<Known> = wanted.into_iter().map(known).collect();
        if known.is_empty() {
            return Ok(());
        }
        for loaded in pen.store().load_many(&known)? {
            self.stale.remove(&loaded.session);
            match self.recent.young_mut(&loaded.session) {
                Some(session) if session.seq() == loaded.after => {
                    for record in &loaded.records {
                        session.apply(record);
                    }
                }
                _ => {
                    let session = lived_through(&loaded.session, &loaded.records);
                    self.recent.insert(loaded.session, session);
                }
            }
        }
        Ok(())
    }

    /// There may be more of this one in the store.
    pub(crate) fn mark_stale(&mut self, id: &SessionId) {
        if self.recent.make_young(id) {
            self.stale.insert(id.clone());
        }
    }

    /// The session that an interaction belongs to.
    pub(crate) fn home(
        &mut self,
        interaction: InteractionId,
        pen: &mut Pen,
    ) -> Result<Option<SessionId>, DeskError> {
        if let Some(home) = self.homes.get_mut(&interaction) {
            return Ok(Some(home.clone()));
        }
        let home = pen.store().session_of(interaction)?;
        if let Some(home) = &home {
            self.homes.insert(interaction, home.clone());
        }
        Ok(home)
    }

    /// Whether this is known to be open. Its home is known once it is on disk, and not before.
    pub(crate) fn have_open(&mut self, interaction: InteractionId) -> bool {
        let home = self.homes.get_mut(&interaction);
        let session = home.and_then(|home| self.recent.get_mut(home));
        session.is_some_and(|session| session.interaction(interaction).is_some())
    }

    pub(crate) fn remember_home(&mut self, interaction: InteractionId, session: &SessionId) {
        self.homes.insert(interaction, session.clone());
    }

    /// Forgets what may no longer be true; it is read again when it is needed.
    pub(crate) fn drop_one(&mut self, id: &SessionId) {
        self.recent.remove(id);
        self.stale.remove(id);
    }

    pub(crate) fn drop_all(&mut self) {
        self.recent.clear();
        self.stale.clear();
        self.homes.clear();
    }
}

/// A session that lived through these facts.
fn lived_through(id: &SessionId, records: &[Record]) -> Session {
    let mut session = Session::new(id.clone());
    for record in records {
        session.apply(record);
    }
    session
}
