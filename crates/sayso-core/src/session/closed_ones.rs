//! All that has closed in a session.

use super::past::Past;
use crate::id::InteractionId;

/// All that has closed, in the order of the ids. Ids grow with time, so that what closes comes at
/// or near the end, and nothing is hashed to find it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ClosedOnes(Vec<Past>);

impl ClosedOnes {
    pub(super) fn get(&self, id: InteractionId) -> Option<&Past> {
        self.place(id).ok().map(|place| &self.0[place])
    }

    pub(super) fn get_mut(&mut self, id: InteractionId) -> Option<&mut Past> {
        self.place(id).ok().map(|place| &mut self.0[place])
    }

    /// The interaction of this round.
    pub(super) fn of_round(&self, round: u32) -> Option<&Past> {
        self.0.iter().find(|past| past.round == round)
    }

    /// Remembers one; none is there twice.
    pub(super) fn insert(&mut self, past: Past) {
        match self.place(past.interaction) {
            Ok(place) => self.0[place] = past,
            Err(place) => self.0.insert(place, past),
        }
    }

    fn place(&self, id: InteractionId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&id, |past| past.interaction)
    }
}
