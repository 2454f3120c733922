//! What the loop does for a store that is a way off and that others write to.

use sayso_core::id::{InteractionId, SessionId};
use sayso_core::refusal::Refusal;
use sayso_core::session::Session;

use crate::error::DeskError;
use crate::request::{To, Wishes};
use crate::service::Service;

impl Service {
    /// Reads what these wishes need, in as few trips as there can be. Whatever could not be read
    /// is missed when it is needed.
    pub(crate) fn fetch_for(&mut self, wishes: &Wishes) {
        let (mut sessions, mut interactions) = (Vec::new(), Vec::new());
        for wish in wishes {
            match &wish.to {
                To::Session(session, _)
                | To::Question { session, .. }
                | To::Branch { from: session, .. } => sessions.push(session),
                To::Interaction(interaction, _) => interactions.push(*interaction),
                To::NewSession(..) | To::Reopen { .. } => {}
            }
        }
        self.fetch(sessions, &interactions);
    }

    /// Reads these in as few trips as there can be, when each costs something.
    pub(crate) fn fetch<'s>(
        &mut self,
        sessions: impl IntoIterator<Item = &'s SessionId>,
        interactions: &[InteractionId],
    ) {
        if self.pen.is_far() {
            let sessions = sessions.into_iter().cloned().collect();
            let _ = self.sessions.fetch(sessions, interactions, &mut self.pen);
        }
    }

    /// Looks at a session. What is refused by memory may be true in a store that others write to.
    pub(crate) fn look_at<T>(
        &mut self,
        id: &SessionId,
        look: impl Fn(&Session) -> Result<T, Refusal>,
    ) -> Result<T, DeskError> {
        match look(self.sessions.get(id, &mut self.pen)?) {
            Err(_) if self.pen.is_far() => {
                self.sessions.drop_one(id);
                Ok(look(self.sessions.get(id, &mut self.pen)?)?)
            }
            seen => Ok(seen?),
        }
    }
}
