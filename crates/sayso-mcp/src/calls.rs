//! Which calls wait for which interactions, and whose outcome nobody has collected yet.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sayso_core::digest::Digest;
use sayso_core::id::{InteractionId, SessionId};
use tokio::time::Instant;

/// Uncollected outcomes that are remembered.
const MOST: usize = 4_096;

/// Which calls wait for which interactions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calls(Arc<Mutex<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    attending: HashMap<InteractionId, usize>,
    /// When the last call that waited for it ended.
    left: HashMap<InteractionId, Instant>,
    uncollected: VecDeque<Uncollected>,
}

/// A question whose outcome its asker has not got.
#[derive(Clone, Debug)]
pub(crate) struct Uncollected {
    pub(crate) client: String,
    pub(crate) session: SessionId,
    pub(crate) digest: Digest,
    pub(crate) interaction: InteractionId,
}

/// A call that waits. Dropping it ends the waiting.
#[derive(Debug)]
pub(crate) struct Attending {
    calls: Calls,
    interaction: InteractionId,
}

impl Calls {
    /// A call waits for this.
    pub(crate) fn attend(&self, interaction: InteractionId) -> Attending {
        let mut inner = self.lock();
        inner.left.remove(&interaction);
        *inner.attending.entry(interaction).or_default() += 1;
        drop(inner);
        Attending {
            calls: self.clone(),
            interaction,
        }
    }

    /// Whether any call waits for this.
    pub(crate) fn is_attended(&self, interaction: InteractionId) -> bool {
        self.lock().attending.contains_key(&interaction)
    }

    /// Remembers a question until its outcome is collected.
    pub(crate) fn asked(&self, asked: Uncollected) {
        let mut inner = self.lock();
        inner
            .uncollected
            .retain(|one| one.interaction != asked.interaction);
        if inner.uncollected.len() >= MOST {
            let forgotten = inner.uncollected.pop_front();
            forgotten.map(|one| inner.left.remove(&one.interaction));
        }
        inner.uncollected.push_back(asked);
    }

    /// The asker has its outcome.
    pub(crate) fn collected(&self, interaction: InteractionId) {
        let mut inner = self.lock();
        inner
            .uncollected
            .retain(|one| one.interaction != interaction);
        inner.left.remove(&interaction);
    }

    /// The same question of the same client, asked before and not collected: in the same session,
    /// or left by its call a short while ago. Clients without a session cannot be told apart but by
    /// name, so the while is short: nobody shall get the answer that another's question got.
    pub(crate) fn same(
        &self,
        client: &str,
        session: &SessionId,
        digest: Digest,
        grace: Duration,
    ) -> Option<InteractionId> {
        let inner = self.lock();
        let left_lately = |interaction: &InteractionId| {
            let left = inner.left.get(interaction);
            left.is_some_and(|left| left.elapsed() < grace)
        };
        let mut same = inner.uncollected.iter().rev().filter(|one| {
            one.client == client
                && one.digest == digest
                && (one.session == *session || left_lately(&one.interaction))
        });
        same.next().map(|one| one.interaction)
    }

    /// Questions of this client whose outcome is not collected.
    pub(crate) fn uncollected(&self, client: &str) -> Vec<Uncollected> {
        let inner = self.lock();
        let ours = inner.uncollected.iter().filter(|one| one.client == client);
        ours.cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Attending {
    fn drop(&mut self) {
        let mut inner = self.calls.lock();
        if let Some(count) = inner.attending.get_mut(&self.interaction) {
            *count -= 1;
            if *count == 0 {
                inner.attending.remove(&self.interaction);
                let known = |one: &Uncollected| one.interaction == self.interaction;
                if inner.uncollected.iter().any(known) {
                    inner.left.insert(self.interaction, Instant::now());
                }
            }
        }
    }
}
