//! Which calls wait for which interactions, and whose outcome nobody has collected yet.

mod alike;
mod asking;
mod attending;
mod before;
mod book;
mod comer;
mod left;
mod owner;
#[cfg(test)]
mod tests;
mod uncollected;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sayso_core::id::{InteractionId, SessionId};
use tokio::time::timeout;

use alike::Alike;
use book::Book;

pub(crate) use asking::Asking;
pub(crate) use attending::Attending;
pub(crate) use before::Before;
pub(crate) use owner::Owner;
pub(crate) use uncollected::Uncollected;

/// Uncollected outcomes that are remembered.
const MOST: usize = 4_096;

/// How long after a client gave a call up it may take until that is known.
const GIVEN_UP: Duration = Duration::from_secs(2);

/// Which calls wait for which interactions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calls(Arc<Mutex<Book>>);

impl Calls {
    /// A call waits for this.
    pub(crate) fn attend(&self, interaction: InteractionId) -> Attending {
        self.lock().attend(interaction);
        self.place(interaction)
    }

    /// The same, unless another call waits for it.
    pub(crate) fn attend_alone(&self, interaction: InteractionId) -> Option<Attending> {
        let mut book = self.lock();
        if book.is_attended(interaction) {
            return None;
        }
        book.attend(interaction);
        drop(book);
        Some(self.place(interaction))
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
        let book = self.lock();
        let left = book.left.get(&interaction);
        left.is_some_and(|left| left.cut && left.at.elapsed() >= time)
    }

    /// The person put its form away.
    pub(crate) fn put_away(&self, interaction: InteractionId) {
        let mut book = self.lock();
        let mut all = book.uncollected.iter_mut();
        if let Some(one) = all.find(|one| one.interaction == interaction) {
            one.form_away = true;
        }
    }

    /// Whether the person put its form away.
    pub(crate) fn is_put_away(&self, interaction: InteractionId) -> bool {
        let book = self.lock();
        let mut all = book.uncollected.iter();
        all.any(|one| one.interaction == interaction && one.form_away)
    }

    /// Remembers a question until its outcome is collected.
    pub(crate) fn asked(
        &self,
        interaction: InteractionId,
        asking: Asking,
        collect_token: Option<String>,
    ) {
        let mut book = self.lock();
        let mut all = book.uncollected.iter();
        let place = all.position(|one| one.interaction == interaction);
        let before = place.and_then(|place| book.uncollected.remove(place));
        let form_away = before.as_ref().is_some_and(|before| before.form_away);
        let collect_token =
            collect_token.or_else(|| before.and_then(|before| before.collect_token));
        if book.uncollected.len() >= MOST {
            let forgotten = book.uncollected.pop_front();
            forgotten.map(|one| book.left.remove(&one.interaction));
        }
        book.uncollected.push_back(Uncollected {
            interaction,
            asking,
            collect_token,
            form_away,
        });
    }

    /// What the secret words of this can be collected with, if the desk said so when it was asked.
    pub(crate) fn collect_token(&self, interaction: InteractionId) -> Option<String> {
        let book = self.lock();
        let mut all = book.uncollected.iter();
        let asked = all.find(|one| one.interaction == interaction)?;
        asked.collect_token.clone()
    }

    /// The asker has its outcome.
    pub(crate) fn collected(&self, interaction: InteractionId) {
        let mut book = self.lock();
        book.uncollected
            .retain(|one| one.interaction != interaction);
        book.left.remove(&interaction);
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
            let mut book = self.lock();
            match book.same(asks, grace) {
                Some(found) => Ok(found),
                None if !book.is_attended_elsewhere(asks) => return None,
                None => Err(book.comes(asks)),
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

    /// The question that a panel is about, asked in the same session.
    pub(crate) fn shown(&self, asking: &Asking) -> Option<InteractionId> {
        let book = self.lock();
        let same = |one: &&Uncollected| {
            let asked = &one.asking;
            asked.is_alike(asking) && asked.session == asking.session && !asked.approval
        };
        let shown = book.uncollected.iter().rev().find(same);
        shown.map(|one| one.interaction)
    }

    /// Whether this one asked it in this session, and has not collected its outcome.
    pub(crate) fn is_asked_by(
        &self,
        interaction: InteractionId,
        owner: &Owner,
        session: &SessionId,
    ) -> bool {
        let book = self.lock();
        let mut all = book.uncollected.iter();
        all.any(|one| {
            let asked = &one.asking;
            one.interaction == interaction && asked.owner == *owner && asked.session == *session
        })
    }

    /// Questions of this one whose outcome is not collected, in this session if there is one.
    pub(crate) fn uncollected(
        &self,
        owner: &Owner,
        session: Option<&SessionId>,
    ) -> Vec<InteractionId> {
        let book = self.lock();
        let ours = book.uncollected.iter().filter(|one| {
            one.asking.owner == *owner && session.is_none_or(|only| one.asking.session == *only)
        });
        ours.map(|one| one.interaction).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
