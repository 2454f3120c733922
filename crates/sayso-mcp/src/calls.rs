//! Which calls wait for which interactions, and whose outcome nobody has collected yet.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sayso_core::digest::Digest;
use sayso_core::id::{InteractionId, SessionId};

/// Uncollected outcomes that are remembered.
const MOST: usize = 4_096;

/// Which calls wait for which interactions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calls(Arc<Mutex<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    attending: HashMap<InteractionId, usize>,
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
        *self.lock().attending.entry(interaction).or_default() += 1;
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
            inner.uncollected.pop_front();
        }
        inner.uncollected.push_back(asked);
    }

    /// The asker has its outcome.
    pub(crate) fn collected(&self, interaction: InteractionId) {
        let mut inner = self.lock();
        inner
            .uncollected
            .retain(|one| one.interaction != interaction);
    }

    /// The same question of the same client, asked before and not collected: in the same session,
    /// or one that no call waits for any more.
    pub(crate) fn same(
        &self,
        client: &str,
        session: &SessionId,
        digest: Digest,
    ) -> Option<InteractionId> {
        let inner = self.lock();
        let mut same = inner.uncollected.iter().rev().filter(|one| {
            one.client == client
                && one.digest == digest
                && (one.session == *session || !inner.attending.contains_key(&one.interaction))
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
            }
        }
    }
}
