//! What the store says happened.

use std::collections::HashSet;

use sayso_core::event::Event;
use sayso_core::id::MessageId;
use sayso_core::message::Message;
use sayso_core::record::Record;

use crate::stage::Stage;

/// The facts of the stage's session.
pub(crate) struct Log(pub(crate) Vec<Record>);

impl Log {
    pub(crate) fn of(stage: &Stage) -> Self {
        let handle = stage.handle();
        Self(handle.reader().records(&stage.session, 0, 10_000).unwrap())
    }

    /// What was said; parents, which random ids of interactions stand in, left out.
    pub(crate) fn said(&self) -> Vec<Message> {
        let facts = self.0.iter();
        let said = facts.filter_map(|record| match &record.event {
            Event::Said(message) => Some(Message {
                parent: None,
                ..message.clone()
            }),
            _ => None,
        });
        said.collect()
    }

    /// The keys under which something was asked, in order.
    pub(crate) fn keys(&self) -> Vec<String> {
        let facts = self.0.iter();
        let keys = facts.filter_map(|record| match &record.event {
            Event::Asked(asked) => {
                let key = asked.key.as_ref().unwrap().to_string();
                assert_eq!(asked.tool_use_id.as_deref(), Some(key.as_str()));
                Some(key)
            }
            _ => None,
        });
        keys.collect()
    }

    /// Everything said, asked and answered hangs on what came before it, and nothing is there
    /// twice.
    #[track_caller]
    pub(crate) fn check_chain(&self) {
        let mut last: Option<MessageId> = None;
        let mut names = HashSet::new();
        for record in &self.0 {
            let (name, parent) = match &record.event {
                Event::Said(message) => (message.uuid.clone(), Some(&message.parent)),
                Event::Asked(asked) => {
                    let name = MessageId::new(asked.interaction.to_string());
                    (name, Some(&asked.parent))
                }
                Event::Closed { interaction, .. } => {
                    (MessageId::new(format!("{interaction}-result")), None)
                }
                _ => continue,
            };
            if let Some(parent) = parent {
                assert_eq!(*parent, last, "the chain breaks at {record:?}");
            }
            assert!(names.insert(name.clone()), "{name} is there twice");
            last = Some(name);
        }
        let keys = self.keys();
        let unique: HashSet<&String> = keys.iter().collect();
        assert_eq!(unique.len(), keys.len(), "asked twice: {keys:?}");
    }
}
