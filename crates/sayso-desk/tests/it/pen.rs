//! Facts without a desk: what a session decides, ready to be appended.

use sayso_core::command::{Ask, Command};
use sayso_core::dialect::Parsed;
use sayso_core::event::Event;
use sayso_core::id::{InteractionId, MessageId, SessionId};
use sayso_core::message::{Message, MessageKind};
use sayso_core::moment::Moment;
use sayso_core::record::{Record, chain};
use sayso_core::secrets::take_secrets;
use sayso_core::session::Session;
use sayso_desk::store::{Append, Landing, Store};
use serde_json::json;

use crate::words;

/// A session that is written by hand. A clone of it does not know what the other wrote.
#[derive(Clone, Debug)]
pub(crate) struct Pen {
    pub(crate) session: Session,
    pub(crate) now: Moment,
}

impl Pen {
    pub(crate) fn new(session: &str) -> Self {
        Self {
            session: Session::new(SessionId::from(session)),
            now: words::ten_o_clock(),
        }
    }

    /// The session as the store has it.
    pub(crate) fn of(session: &str, store: &mut dyn Store) -> Self {
        let mut pen = Self::new(session);
        let id = pen.session.id().clone();
        for record in store.load(&id, 0).unwrap() {
            pen.session.apply(&record);
        }
        pen
    }

    /// Decides, lives through the facts, and hands them over.
    #[track_caller]
    pub(crate) fn write(&mut self, command: &Command) -> Append {
        let mut part = Append {
            session: self.session.id().clone(),
            after: self.session.seq(),
            facts: Vec::new(),
            secrets: Vec::new(),
        };
        for mut event in self.session.decide(command, self.now).unwrap() {
            if let Event::Closed { interaction, .. } | Event::Answered { interaction, .. } = &event
                && let Some(open) = self.session.interaction(*interaction)
            {
                part.secrets.extend(take_secrets(&mut event, open));
            }
            let (id, seq) = (self.session.id().clone(), self.session.seq() + 1);
            let body = serde_json::to_string(&event).unwrap();
            let record = Record {
                seq,
                at: self.now,
                event,
                hash: chain(self.session.head(), &id, seq, self.now, body.as_bytes()),
            };
            self.session.apply(&record);
            part.facts.push((record, body.into()));
        }
        assert!(!part.facts.is_empty(), "granted before: {command:?}");
        part
    }

    pub(crate) fn ask(&mut self, id: InteractionId, parsed: Parsed) -> Append {
        self.write(&asking(id, parsed, None))
    }

    pub(crate) fn ask_for(&mut self, id: InteractionId, millis: u64, parsed: Parsed) -> Append {
        self.write(&asking(id, parsed, Some(millis)))
    }

    pub(crate) fn answer(&mut self, id: InteractionId, question: &str, value: &str) -> Append {
        self.write(&Command::Answer(words::answer(id, question, value)))
    }

    pub(crate) fn cancel(&mut self, id: InteractionId) -> Append {
        self.write(&Command::Cancel {
            interaction: id,
            reason: None,
            actor: words::ann(),
            request: None,
        })
    }

    pub(crate) fn hold(&mut self, id: InteractionId, hold: bool) -> Append {
        self.write(&Command::Hold {
            interaction: id,
            hold,
            actor: words::ann(),
        })
    }

    pub(crate) fn say(&mut self, what: &str) -> Append {
        self.write(&Command::Say(Message {
            uuid: MessageId::from(what),
            parent: None,
            kind: MessageKind::Text,
            body: json!(what),
        }))
    }
}

fn asking(id: InteractionId, parsed: Parsed, timeout: Option<u64>) -> Command {
    Command::Ask(Box::new(Ask {
        timeout,
        opening: words::opening(),
        ..Ask::new(id, parsed)
    }))
}

/// The n-th interaction of a test.
pub(crate) fn nth(n: u128) -> InteractionId {
    InteractionId::new(0x0198_0000_0000_7000_8000_0000_0000_0000 + n)
}

/// Appends parts that must land.
#[track_caller]
pub(crate) fn land(store: &mut dyn Store, parts: &[Append]) {
    let landings = store.append(parts, &[]).unwrap();
    assert_eq!(landings, vec![Landing::Landed; parts.len()]);
}

impl Pen {
    /// Whether the session was ever like this while these facts came in.
    pub(crate) fn of_records(
        session: &str,
        records: &[Record],
        like: impl Fn(&Session) -> bool,
    ) -> bool {
        let mut pen = Self::new(session);
        records.iter().any(|record| {
            pen.session.apply(record);
            like(&pen.session)
        })
    }
}
