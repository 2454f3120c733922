//! What was in the session before this holder.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use sayso_core::digest::Digest;
use sayso_core::event::Event;
use sayso_core::id::{CallKey, InteractionId, MessageId, SessionId};
use sayso_core::message::MessageKind;
use sayso_core::source::Source;
use sayso_desk::{DeskError, Handle};

use super::prompt::Prompt;

/// What was in the session before this holder.
#[derive(Default)]
pub(super) struct Before {
    /// Everything that was said.
    pub(super) known: HashSet<MessageId>,
    /// The questions that the agent died on, if it did, by their digest.
    pub(super) left: HashMap<Digest, InteractionId>,
    /// The calls that were put before the person.
    pub(super) asked: HashSet<CallKey>,
    /// What the agent was last told to do, since it was started.
    pub(super) prompt: Option<Prompt>,
    /// Whether it was told something, and no end of the turn came.
    pub(super) working: bool,
}

impl Before {
    /// `started` is the last fact from before the agent was started.
    pub(super) fn read(
        handle: &Handle,
        session: &SessionId,
        started: u64,
    ) -> Result<Self, DeskError> {
        let mut before = Self::default();
        // What is said to be left was asked here, and so.
        let mut questions = HashMap::new();
        handle.each_record(session, |record| {
            match record.event {
                Event::Said(message) => {
                    // Whoever goes on after it has taken up what was left, or leaves it.
                    before.left.clear();
                    if let Some(left) = message.body["left"].as_object() {
                        let pairs = left.iter().filter_map(|(digest, interaction)| {
                            let interaction = interaction.as_str()?.parse().ok()?;
                            let digest = Digest::from_hex(digest)?;
                            let asked = questions.get(&interaction) == Some(&digest);
                            asked.then_some((digest, interaction))
                        });
                        before.left.extend(pairs);
                    }
                    let prompt = Prompt::of(&message);
                    before.working = match message.kind {
                        MessageKind::Complete | MessageKind::Error => false,
                        _ => before.working || prompt.is_some(),
                    };
                    if record.seq > started {
                        before.prompt = prompt.or(before.prompt.take());
                    }
                    before.known.insert(message.uuid);
                }
                Event::Asked(asked) => {
                    before.left.remove(&asked.digest);
                    if asked.source == Source::Tool {
                        questions.insert(asked.interaction, asked.digest);
                    }
                    before.asked.extend(asked.key);
                }
                _ => {}
            }
        })?;
        Ok(before)
    }
}
