//! What is known of all calls, behind one lock.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use sayso_core::id::InteractionId;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::alike::Alike;
use super::asking::Asking;
use super::before::Before;
use super::comer::Comer;
use super::left::Left;
use super::uncollected::Uncollected;

/// What is known of all calls.
#[derive(Debug, Default)]
pub(super) struct Book {
    attending: HashMap<InteractionId, usize>,
    pub(super) left: HashMap<InteractionId, Left>,
    pub(super) uncollected: VecDeque<Uncollected>,
    comers: Vec<Comer>,
}

impl Book {
    pub(super) fn attend(&mut self, interaction: InteractionId) {
        self.left.remove(&interaction);
        *self.attending.entry(interaction).or_default() += 1;
    }

    pub(super) fn is_attended(&self, interaction: InteractionId) -> bool {
        self.attending.contains_key(&interaction)
    }

    pub(super) fn same(&mut self, asks: &Asking, grace: Duration) -> Option<Alike> {
        let found = self.uncollected.iter().rev().find_map(|one| {
            let asked = &one.asking;
            if !asked.is_alike(asks) {
                return None;
            }
            let attended = self.attending.contains_key(&one.interaction);
            let left = self.left.get(&one.interaction);
            let lately = left.filter(|left| left.at.elapsed() < grace);
            let ours = asked.session == asks.session;
            let only_open = match (ours, asks.approval) {
                // Another call waits for its own yes, or has had its answer.
                (_, true) if attended || !left.is_some_and(|left| left.cut) => return None,
                (true, true) => true,
                (true, false) => !attended && lately.is_none(),
                (false, _) if attended || !lately.is_some_and(|left| left.cut) => return None,
                (false, _) => true,
            };
            Some(Alike {
                interaction: one.interaction,
                only_open,
                taken: !ours,
            })
        })?;
        if found.taken {
            self.attend(found.interaction);
        }
        Some(found)
    }

    /// Whether another session's call waits for the same question of the same asker: perhaps the
    /// same client's, which has given it up.
    pub(super) fn is_attended_elsewhere(&self, asks: &Asking) -> bool {
        self.uncollected.iter().any(|one| {
            one.asking.is_alike(asks)
                && one.asking.session != asks.session
                && self.attending.contains_key(&one.interaction)
        })
    }

    /// One comes for a place that may be given up in a moment.
    pub(super) fn comes(&mut self, asks: &Asking) -> oneshot::Receiver<Before> {
        self.comers.retain(|comer| !comer.gets.is_closed());
        let (gets, place) = oneshot::channel();
        self.comers.push(Comer {
            asking: asks.clone(),
            gets,
        });
        place
    }

    /// A call has ended. Who came for its place gets it, counted as the call was.
    pub(super) fn ends(&mut self, interaction: InteractionId, cut: bool) -> Option<Comer> {
        let count = self.attending.get_mut(&interaction)?;
        *count -= 1;
        if *count > 0 {
            return None;
        }
        self.attending.remove(&interaction);
        let mut all = self.uncollected.iter();
        let asked = &all.find(|one| one.interaction == interaction)?.asking;
        let waits = |comer: &Comer| {
            asked.is_alike(&comer.asking)
                && asked.session != comer.asking.session
                && !comer.gets.is_closed()
        };
        let comer = self.comers.iter().position(waits).filter(|_| cut);
        if let Some(comer) = comer.map(|comer| self.comers.remove(comer)) {
            self.attend(interaction);
            return Some(comer);
        }
        let at = Instant::now();
        self.left.insert(interaction, Left { at, cut });
        // Who waits for no place any more goes on at once.
        let mut comers = std::mem::take(&mut self.comers);
        comers.retain(|comer| self.is_attended_elsewhere(&comer.asking));
        self.comers = comers;
        None
    }
}
