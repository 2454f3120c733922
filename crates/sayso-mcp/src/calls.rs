//! Which calls wait for which interactions, and whose outcome nobody has collected yet.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sayso_core::digest::Digest;
use sayso_core::id::{InteractionId, SessionId};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

/// Uncollected outcomes that are remembered.
const MOST: usize = 4_096;

/// How long after a client gave a call up it may take until that is known.
const GIVEN_UP: Duration = Duration::from_secs(2);

/// Which calls wait for which interactions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calls(Arc<Mutex<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    attending: HashMap<InteractionId, usize>,
    left: HashMap<InteractionId, Left>,
    uncollected: VecDeque<Uncollected>,
    comers: Vec<Comer>,
}

/// One that asks what another call waits for, which may be its own that it has given up.
#[derive(Debug)]
struct Comer {
    asking: Asking,
    gets: oneshot::Sender<Before>,
}

/// How the last call that waited for something ended.
#[derive(Clone, Copy, Debug)]
struct Left {
    at: Instant,
    /// Without a result that its client could have got.
    cut: bool,
}

/// Who asks: what a client calls itself, the only session that its token allows, and the person
/// whose token it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    pub(crate) client: String,
    pub(crate) only: Option<SessionId>,
    pub(crate) person: Option<String>,
}

impl Owner {
    /// What something is sealed to that is for this one alone.
    pub(crate) fn seal(&self, purpose: &[&[u8]]) -> Vec<u8> {
        let only = self.only.as_ref().map_or("", |only| only.as_str());
        let person = self.person.as_deref().unwrap_or_default();
        let whose = [&*self.client, only, person].map(str::as_bytes);
        Digest::of(&[&whose, purpose].concat()).0.to_vec()
    }
}

/// What is asked, and by whom.
#[derive(Clone, Debug)]
pub(crate) struct Asking {
    pub(crate) owner: Owner,
    pub(crate) session: SessionId,
    pub(crate) digest: Digest,
    /// Whether it is leave to act, which a person gives for one call.
    pub(crate) approval: bool,
}

impl Asking {
    /// Whether it is the same question of the same asker, as far as that can be told.
    fn is_alike(&self, other: &Self) -> bool {
        self.owner == other.owner && self.digest == other.digest
    }
}

/// A question whose outcome its asker has not got.
#[derive(Clone, Debug)]
pub(crate) struct Uncollected {
    pub(crate) interaction: InteractionId,
    pub(crate) asking: Asking,
    /// Whether the person put its form away: then no other is shown.
    pub(crate) form_away: bool,
}

/// A question that was asked before, and may be taken up.
#[derive(Debug)]
pub(crate) struct Before {
    pub(crate) interaction: InteractionId,
    /// Only while it is open: an answer that nobody fetched was given to another call.
    pub(crate) only_open: bool,
    /// The place of the call that was given up, for the one that takes over from it.
    pub(crate) place: Option<Attending>,
}

/// A question that is the same, as far as that can be told.
struct Alike {
    interaction: InteractionId,
    only_open: bool,
    /// Whether another session's place was taken, and is counted already.
    taken: bool,
}

/// A call that waits. Dropping it ends the waiting, and tells that the call was cut short unless
/// it was `told`.
#[derive(Debug)]
pub(crate) struct Attending {
    calls: Calls,
    interaction: InteractionId,
    cut: bool,
}

impl Attending {
    /// The call ends with a result.
    pub(crate) fn told(mut self) {
        self.cut = false;
    }
}

impl Calls {
    /// A call waits for this.
    pub(crate) fn attend(&self, interaction: InteractionId) -> Attending {
        self.lock().attend(interaction);
        self.place(interaction)
    }

    /// The place of a call that is counted already.
    fn place(&self, interaction: InteractionId) -> Attending {
        Attending {
            calls: self.clone(),
            interaction,
            cut: true,
        }
    }

    /// Whether its last call was cut short and nobody came for it since, for at least that long.
    pub(crate) fn is_abandoned(&self, interaction: InteractionId, time: Duration) -> bool {
        let inner = self.lock();
        let left = inner.left.get(&interaction);
        left.is_some_and(|left| left.cut && left.at.elapsed() >= time)
    }

    /// The person put its form away.
    pub(crate) fn put_away(&self, interaction: InteractionId) {
        let mut inner = self.lock();
        let mut all = inner.uncollected.iter_mut();
        if let Some(one) = all.find(|one| one.interaction == interaction) {
            one.form_away = true;
        }
    }

    /// Whether the person put its form away.
    pub(crate) fn is_put_away(&self, interaction: InteractionId) -> bool {
        let inner = self.lock();
        let mut all = inner.uncollected.iter();
        all.any(|one| one.interaction == interaction && one.form_away)
    }

    /// Remembers a question until its outcome is collected.
    pub(crate) fn asked(&self, interaction: InteractionId, asking: Asking) {
        let mut inner = self.lock();
        let same = |one: &Uncollected| one.interaction == interaction;
        let form_away = inner
            .uncollected
            .iter()
            .any(|one| same(one) && one.form_away);
        inner.uncollected.retain(|one| !same(one));
        if inner.uncollected.len() >= MOST {
            let forgotten = inner.uncollected.pop_front();
            forgotten.map(|one| inner.left.remove(&one.interaction));
        }
        inner.uncollected.push_back(Uncollected {
            interaction,
            asking,
            form_away,
        });
    }

    /// The asker has its outcome.
    pub(crate) fn collected(&self, interaction: InteractionId) {
        let mut inner = self.lock();
        inner
            .uncollected
            .retain(|one| one.interaction != interaction);
        inner.left.remove(&interaction);
    }

    /// The same question of the same asker, asked before and not collected.
    ///
    /// In the same session it is taken up while it is open, and its answer for a while after its
    /// call ended. In another session only when its call was cut short a while ago and it is still
    /// open, and by one alone: stateless clients cannot be told apart but by name, and nobody shall
    /// get the answer that another's question got. Leave to act is given for one call: whoever asks
    /// for it again takes up what is open and whose call was cut short, never a yes that was given
    /// before, nor what another call may still come back for.
    ///
    /// A client that gives a call up and asks again does so before its first call is known to have
    /// ended: that is waited for, and the place is its from that very moment, so that what a person
    /// answers then is not asked once more.
    pub(crate) async fn same(&self, asks: &Asking, grace: Duration) -> Option<Before> {
        let coming = {
            let mut inner = self.lock();
            match inner.same(asks, grace) {
                Some(found) => Ok(found),
                None if !inner.is_attended_elsewhere(asks) => return None,
                None => Err(inner.comes(asks)),
            }
        };
        match coming {
            Ok(found) => Some(self.before(found)),
            Err(gets) => timeout(GIVEN_UP, gets).await.ok()?.ok(),
        }
    }

    fn before(&self, found: Alike) -> Before {
        Before {
            interaction: found.interaction,
            only_open: found.only_open,
            place: found.taken.then(|| self.place(found.interaction)),
        }
    }

    /// The question that a panel is about: asked in the same session, or by the only one of this
    /// name when clients have none. Which of several it is cannot be known: then it is none.
    pub(crate) fn shown(&self, asking: &Asking, without_session: bool) -> Option<InteractionId> {
        let inner = self.lock();
        let same = |one: &&Uncollected| {
            let asked = &one.asking;
            asked.is_alike(asking) && !asked.approval
        };
        let all: Vec<&Uncollected> = inner.uncollected.iter().filter(same).collect();
        let mut ours = all.iter().rev();
        let ours = ours.find(|one| one.asking.session == asking.session);
        match (ours, &all[..]) {
            (Some(ours), _) => Some(ours.interaction),
            (None, [only]) if without_session => Some(only.interaction),
            _ => None,
        }
    }

    /// Questions of this one whose outcome is not collected, in this session if there is one.
    pub(crate) fn uncollected(
        &self,
        owner: &Owner,
        session: Option<&SessionId>,
    ) -> Vec<InteractionId> {
        let inner = self.lock();
        let ours = inner.uncollected.iter().filter(|one| {
            one.asking.owner == *owner && session.is_none_or(|only| one.asking.session == *only)
        });
        ours.map(|one| one.interaction).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn attend(&mut self, interaction: InteractionId) {
        self.left.remove(&interaction);
        *self.attending.entry(interaction).or_default() += 1;
    }

    fn same(&mut self, asks: &Asking, grace: Duration) -> Option<Alike> {
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
                // One that got a form may come back with it, and have its own yes.
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
    fn is_attended_elsewhere(&self, asks: &Asking) -> bool {
        self.uncollected.iter().any(|one| {
            one.asking.is_alike(asks)
                && one.asking.session != asks.session
                && self.attending.contains_key(&one.interaction)
        })
    }

    /// One comes for a place that may be given up in a moment.
    fn comes(&mut self, asks: &Asking) -> oneshot::Receiver<Before> {
        self.comers.retain(|comer| !comer.gets.is_closed());
        let (gets, place) = oneshot::channel();
        self.comers.push(Comer {
            asking: asks.clone(),
            gets,
        });
        place
    }

    /// A call has ended. Who came for its place gets it, counted as the call was.
    fn ends(&mut self, interaction: InteractionId, cut: bool) -> Option<Comer> {
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

impl Drop for Attending {
    fn drop(&mut self) {
        let comer = self.calls.lock().ends(self.interaction, self.cut);
        if let Some(comer) = comer {
            // Who has gone meanwhile drops the place, and the next one gets it. Leave to act that was
            // given since is nobody's: it is asked for anew.
            let _ = comer.gets.send(Before {
                interaction: self.interaction,
                only_open: comer.asking.approval,
                place: Some(self.calls.place(self.interaction)),
            });
        }
    }
}
