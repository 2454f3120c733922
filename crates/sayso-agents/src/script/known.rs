//! What earlier plays of the same task have said.

use std::collections::HashMap;

use sayso_core::event::Event;
use sayso_core::id::{MessageId, SessionId};
use sayso_core::message::Message;
use sayso_desk::{DeskError, Handle};

use super::naming::Naming;

/// What earlier plays of the same task have said, as the log has it.
#[derive(Debug, Default)]
pub(super) struct Known(HashMap<MessageId, Message>);

impl Known {
    /// Reads it from the log.
    pub(super) fn read(
        handle: &Handle,
        session: &SessionId,
        naming: &Naming,
    ) -> Result<Self, DeskError> {
        let mut known = HashMap::new();
        handle.each_record(session, |record| {
            if let Event::Said(message) = record.event
                && naming.is_ours(&message.uuid)
            {
                known.insert(message.uuid.clone(), message);
            }
        })?;
        Ok(Self(known))
    }

    pub(super) fn get(&self, message: &MessageId) -> Option<&Message> {
        self.0.get(message)
    }

    /// The message; each is said once.
    pub(super) fn take(&mut self, message: &MessageId) -> Option<Message> {
        self.0.remove(message)
    }

    /// Whether all of it was played through again.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
