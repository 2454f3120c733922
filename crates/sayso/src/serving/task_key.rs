//! What makes two wishes for a task the same.

use sayso_core::digest::Digest;
use sayso_core::event::Event;
use sayso_core::id::{MessageId, SessionId};
use sayso_core::refusal::Refusal;
use sayso_desk::{DeskError, Handle};
use sayso_web::TaskWish;
use serde_json::{Value, json};

/// What makes two wishes for a task the same. The log is its memory: the message that a wish leaves
/// there has a name that only the same key gives, and holds the digest of what was wished for.
#[derive(Debug)]
pub(super) struct TaskKey {
    session: SessionId,
    uuid: String,
    content: Digest,
}

/// What came of the same wish before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Met {
    /// There was none.
    Never,
    /// It is in the log, and nothing has come of it yet.
    Kept,
    /// Something came of it.
    Begun,
}

impl TaskKey {
    /// Of a wish that has one.
    pub(super) fn of(task: &TaskWish) -> Option<Self> {
        let key = task.key.as_deref()?;
        let mut wish = task.wish.clone();
        wish.sort_all_objects();
        let wish = wish.to_string();
        let name = [
            b"task message",
            task.session.as_str().as_bytes(),
            key.as_bytes(),
        ];
        let name = Digest::of(&name).0;
        let (bytes, _) = name.split_first_chunk().unwrap_or((&[0; 16], &[]));
        Some(Self {
            session: task.session.clone(),
            uuid: uuid::Builder::from_random_bytes(*bytes)
                .into_uuid()
                .to_string(),
            content: Digest::of(&[task.agent.as_bytes(), wish.as_bytes()]),
        })
    }

    /// The name of the message that the wish leaves in the log.
    pub(super) fn uuid(&self) -> &str {
        &self.uuid
    }

    /// What was wished for.
    pub(super) fn content(&self) -> Digest {
        self.content
    }

    /// What came of it before; refused when the key was used for something else.
    pub(super) fn met(&self, handle: &Handle) -> Result<Met, DeskError> {
        let (mut met, mut other) = (Met::Never, false);
        let name = MessageId::new(self.uuid.clone());
        handle.each_record(&self.session, |record| match (met, record.event) {
            (Met::Never, Event::Said(message)) if message.uuid == name => {
                met = Met::Kept;
                other = message.body[CONTENT] != json!(self.content);
            }
            (Met::Never, _) => {}
            (Met::Kept | Met::Begun, _) => met = Met::Begun,
        })?;
        if other {
            return Err(DeskError::Refused(Refusal::KeyReused));
        }
        Ok(met)
    }

    /// Puts it into a message's body.
    pub(super) fn mark(&self, body: &mut Value) {
        body[CONTENT] = json!(self.content);
    }
}

/// Where a message holds it.
const CONTENT: &str = "content_digest";
