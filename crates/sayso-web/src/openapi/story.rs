//! A short conversation, made by the rules themselves, that the examples are taken from: nothing in
//! them can be otherwise than the desk would have it.
#![expect(
    clippy::expect_used,
    reason = "only the generator runs it: no document from a broken story"
)]

use std::sync::Arc;

use sayso_core::actor::Actor;
use sayso_core::command::{Answering, Ask, Command, GivenAnswer};
use sayso_core::dialect;
use sayso_core::event::{Asked, Event};
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::id::{InteractionId, MessageId, SessionId};
use sayso_core::limits::Limits;
use sayso_core::message::{Message, MessageKind};
use sayso_core::moment::Moment;
use sayso_core::opening::Opening;
use sayso_core::outcome::Outcome;
use sayso_core::record::{Record, chain};
use sayso_core::session::Session;
use sayso_desk::store::{Pending, RecordLine};
use serde_json::{Value, json};

/// When it begins.
const BEGIN: &str = "2026-02-19T10:00:00.000Z";
/// The place in the log before its first fact.
pub(super) const PLACE: u64 = 40;

/// The interaction.
pub(super) const INTERACTION: InteractionId =
    InteractionId::new(0x0198_a4c2_7f10_7d3e_9b61_5c2e_8f04_a1d7);
/// The session.
pub(super) const SESSION: &str = "session_1";
/// The tool call that asked.
pub(super) const TOOL_USE: &str = "toolu_1";
/// The project it is about.
pub(super) const PROJECT: &str = "/srv/shop";
/// Who asks.
pub(super) const AGENT: &str = "claude-code";

/// What is asked.
pub(super) fn input() -> Value {
    json!({ "questions": [{
        "question": "Which database?",
        "header": "Database",
        "options": [
            { "label": "PostgreSQL", "description": "Relational" },
            { "label": "SQLite", "description": "One file" },
        ],
        "multiSelect": false,
    }]})
}

/// What is answered, by question.
pub(super) fn answers() -> Value {
    json!({ "r1.q1": "SQLite" })
}

/// What the agent says then.
pub(super) fn said() -> Value {
    json!({ "text": "I will use SQLite." })
}

/// A session in facts: it began, somebody was asked and answered, the agent went on.
pub(super) struct Story {
    session: Session,
    pub(super) records: Vec<Record>,
}

impl Story {
    pub(super) fn new() -> Self {
        let mut story = Self {
            session: Session::new(SessionId::from(SESSION)),
            records: Vec::new(),
        };
        let parsed = dialect::parse(&input(), &Limits::api()).expect("it can be asked");
        let mut ask = Ask::new(INTERACTION, parsed);
        ask.parsed.tool_use_id = Some(TOOL_USE.to_owned());
        ask.asker.name = Some(AGENT.to_owned());
        ask.timeout = Some(600_000);
        ask.opening = Opening {
            agent: Some(AGENT.to_owned()),
            project: Some(PROJECT.to_owned()),
            ..Opening::default()
        };
        story.happens(&Command::Ask(Box::new(ask)), 0);
        let given = answers();
        let given = given.as_object().into_iter().flatten();
        let given = given.map(|(id, value)| GivenAnswer::new(id.as_str(), value.clone()));
        let answering = Answering {
            interaction: INTERACTION,
            answers: given.collect(),
            whole: true,
            actor: Actor::new("ada", Face::Web, Evidence::Page),
            request: None,
        };
        story.happens(&Command::Answer(answering), 42_000);
        let message = Message {
            uuid: MessageId::from("0198a4c3-2c11-7b02-8d3f-6a1e5b9c0d42"),
            parent: None,
            kind: MessageKind::Text,
            body: said(),
        };
        story.happens(&Command::Say(message), 43_000);
        story
    }

    fn happens(&mut self, command: &Command, after: u64) {
        let at = begin().plus(after);
        let facts = self.session.decide(command, at);
        for event in facts.expect("the rules allow it") {
            let seq = self.session.seq() + 1;
            let hash = chain(
                self.session.head(),
                self.session.id(),
                seq,
                at,
                body(&event).as_bytes(),
            );
            let record = Record {
                seq,
                at,
                event,
                hash,
            };
            self.session.apply(&record);
            self.records.push(record);
        }
    }

    fn asked(&self) -> Asked {
        let asked = self.records.iter().find_map(|record| match &record.event {
            Event::Asked(asked) => Some(asked),
            _ => None,
        });
        Asked::clone(asked.expect("somebody was asked"))
    }

    /// The interaction while it is open.
    pub(super) fn pending(&self) -> Pending {
        Pending {
            session: self.session.id().clone(),
            opening: self.session.opening().cloned().unwrap_or_default(),
            asked: self.asked(),
            asked_at: begin(),
            answers: Default::default(),
            unattended: false,
        }
    }

    /// How it closed.
    pub(super) fn outcome(&self) -> Outcome {
        let closing = self.records.iter().find_map(|record| match &record.event {
            Event::Closed { closing, .. } => Some(Arc::clone(closing)),
            _ => None,
        });
        Outcome::of_facts(
            self.session.id(),
            self.asked(),
            closing.expect("and answered"),
        )
    }

    /// The facts as the log has them.
    pub(super) fn lines(&self) -> Vec<RecordLine> {
        let line = |record: &Record| RecordLine {
            place: PLACE + record.seq,
            session: self.session.id().clone(),
            seq: record.seq,
            at: record.at,
            kind: record.event.kind().to_owned(),
            body: body(&record.event),
            hash: record.hash,
        };
        self.records.iter().map(line).collect()
    }
}

/// When it begins.
pub(super) fn begin() -> Moment {
    BEGIN.parse().expect("a moment")
}

fn body(event: &Event) -> String {
    serde_json::to_string(event).expect("a fact is JSON")
}
