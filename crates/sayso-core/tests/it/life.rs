//! A session that is lived through: decide, chain, apply, and remember.

use sayso_core::actor::Actor;
use sayso_core::command::{Answering, Ask, Command, GivenAnswer};
use sayso_core::dialect::{self, Parsed};
use sayso_core::event::{Asked, Event};
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::id::{InteractionId, QuestionId, RequestKey, SessionId};
use sayso_core::issue::Issue;
use sayso_core::lang::Lang;
use sayso_core::limits::Limits;
use sayso_core::moment::Moment;
use sayso_core::opening::Opening;
use sayso_core::outcome::Outcome;
use sayso_core::record::{self, Record};
use sayso_core::refusal::Refusal;
use sayso_core::session::Session;
use serde_json::{Value, json};

/// What a wish came to.
pub(crate) type Came = Result<Vec<Event>, Refusal>;

/// A session, the time in it, and everything that happened.
#[derive(Clone, Debug)]
pub(crate) struct Life {
    pub(crate) session: Session,
    pub(crate) now: Moment,
    pub(crate) log: Vec<Record>,
    /// The opening that the first ask brings along.
    pub(crate) opening: Opening,
    minted: u128,
}

impl Life {
    pub(crate) fn new() -> Self {
        Self::opened_with(Opening::default())
    }

    pub(crate) fn opened_with(opening: Opening) -> Self {
        Self {
            session: Session::new(SessionId::from("s")),
            now: "2026-02-19T10:00:00.000Z".parse().unwrap(),
            log: Vec::new(),
            opening,
            minted: 0,
        }
    }

    /// Time goes by.
    pub(crate) fn wait(&mut self, millis: u64) {
        self.now = self.now.plus(millis);
    }

    /// Decides, and takes the facts in as records chained to the ones before.
    pub(crate) fn wish(&mut self, command: &Command) -> Came {
        let facts = self.session.decide(command, self.now)?;
        for event in &facts {
            let seq = self.session.seq() + 1;
            let body = serde_json::to_vec(event).unwrap();
            let hash = record::chain(self.session.head(), self.session.id(), seq, self.now, &body);
            let record = Record {
                seq,
                at: self.now,
                event: event.clone(),
                hash,
            };
            self.session.apply(&record);
            self.log.push(record);
        }
        Ok(facts)
    }

    /// An id that was not used before.
    pub(crate) fn mint(&mut self) -> InteractionId {
        self.minted += 1;
        InteractionId::new(self.minted)
    }

    /// An ask of these questions, ready to be changed and wished for.
    pub(crate) fn ask(&mut self, input: &Value) -> Ask {
        let mut ask = Ask::new(self.mint(), read(input));
        ask.opening = self.opening.clone();
        ask
    }

    /// Asks and is granted.
    #[track_caller]
    pub(crate) fn asks(&mut self, input: &Value) -> InteractionId {
        let ask = self.ask(input);
        self.begins(ask)
    }

    /// Asks with a deadline and is granted.
    #[track_caller]
    pub(crate) fn asks_for(&mut self, millis: u64, input: &Value) -> InteractionId {
        let mut ask = self.ask(input);
        ask.timeout = Some(millis);
        self.begins(ask)
    }

    #[track_caller]
    pub(crate) fn begins(&mut self, ask: Ask) -> InteractionId {
        let id = ask.interaction;
        let facts = self.wish(&Command::Ask(Box::new(ask))).unwrap();
        assert!(!facts.is_empty(), "asked before");
        id
    }

    /// Answers the whole form.
    pub(crate) fn whole(&mut self, id: InteractionId, answers: &Value) -> Came {
        self.wish(&Command::Answer(answering(id, answers, true)))
    }

    /// Answers some of it.
    pub(crate) fn part(&mut self, id: InteractionId, answers: &Value) -> Came {
        self.wish(&Command::Answer(answering(id, answers, false)))
    }

    /// Answers the whole form and is granted.
    #[track_caller]
    pub(crate) fn answers(&mut self, id: InteractionId, answers: &Value) -> Outcome {
        self.whole(id, answers).unwrap();
        self.outcome(id)
    }

    pub(crate) fn cancel(&mut self, id: InteractionId, reason: Option<&str>) -> Came {
        self.wish(&Command::Cancel {
            interaction: id,
            reason: reason.map(str::to_owned),
            actor: ann(),
            request: None,
        })
    }

    pub(crate) fn expire(&mut self, id: InteractionId) -> Came {
        self.wish(&Command::Expire { interaction: id })
    }

    pub(crate) fn hold(&mut self, id: InteractionId, hold: bool) -> Came {
        self.wish(&Command::Hold {
            interaction: id,
            hold,
            actor: ann(),
        })
    }

    pub(crate) fn interrupt(&mut self) -> Came {
        self.wish(&Command::Interrupt { actor: ann() })
    }

    pub(crate) fn reopen(&mut self, id: InteractionId, timeout: Option<u64>) -> Came {
        let (successor, asked) = (self.mint(), self.asked(id));
        self.wish(&Command::Reopen {
            interaction: id,
            successor,
            timeout,
            asked: Box::new(asked),
        })
    }

    /// The fact that opened an interaction, from the log.
    #[track_caller]
    pub(crate) fn asked(&self, id: InteractionId) -> Asked {
        let found = self.log.iter().find_map(|record| match &record.event {
            Event::Asked(asked) if asked.interaction == id => Some((**asked).clone()),
            _ => None,
        });
        found.expect("was asked")
    }

    /// How an interaction closed, from the two facts in the log.
    #[track_caller]
    pub(crate) fn outcome(&self, id: InteractionId) -> Outcome {
        let closing = self.log.iter().find_map(|record| match &record.event {
            Event::Closed {
                interaction,
                closing,
            } if *interaction == id => Some(closing.clone()),
            _ => None,
        });
        let closing = closing.expect("is closed");
        Outcome::of_facts(self.session.id(), self.asked(id), closing)
    }

    /// The questions of an open interaction that are on the table now.
    pub(crate) fn table(&self, id: InteractionId) -> Vec<QuestionId> {
        let open = self.session.interaction(id).expect("is open");
        let shown = open.shown(&open.answers);
        shown.iter().map(|s| s.question.id.clone()).collect()
    }
}

/// The person of the tests.
pub(crate) fn ann() -> Actor {
    Actor::new("ann", Face::Web, Evidence::Page)
}

/// Answers by question id, in the shapes of spec §3.
pub(crate) fn answering(id: InteractionId, answers: &Value, whole: bool) -> Answering {
    let answers = answers.as_object().expect("answers by id").iter();
    Answering {
        interaction: id,
        answers: answers
            .map(|(id, value)| GivenAnswer::new(id.as_str(), value.clone()))
            .collect(),
        whole,
        actor: ann(),
        request: None,
    }
}

/// The same, as a request that can be repeated.
pub(crate) fn requested(mut answering: Answering, request: &str) -> Command {
    answering.request = Some(RequestKey::from(request));
    Command::Answer(answering)
}

/// Reads an ask by the rules of the API.
#[track_caller]
pub(crate) fn read(input: &Value) -> Parsed {
    dialect::parse(input, &Limits::api()).unwrap()
}

/// A required question of one choice between `yes` and `no`.
pub(crate) fn yes_no(id: &str) -> Value {
    json!({ "question_id": id, "question_text": format!("{id}?"), "type": "multiple_choice",
            "options": [{ "id": "yes", "label": "Yes" }, { "id": "no", "label": "No" }] })
}

/// A question with some of its fields set otherwise.
pub(crate) fn with(mut question: Value, changes: &Value) -> Value {
    let changes = changes.as_object().expect("fields").clone();
    question
        .as_object_mut()
        .expect("a question")
        .extend(changes);
    question
}

/// Every issue as the line that people and models read.
pub(crate) fn lines(issues: &[Issue]) -> Vec<String> {
    issues.iter().map(|issue| issue.line(Lang::En)).collect()
}

/// The code of a refusal with its issues.
#[track_caller]
pub(crate) fn refused(came: Came) -> (&'static str, Vec<String>) {
    let refusal = came.expect_err("is refused");
    (refusal.code(), lines(refusal.issues()))
}
