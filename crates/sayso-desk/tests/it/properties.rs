//! Random wishes, pauses and restarts: the desk on a real file does what a model in memory does.

use std::collections::BTreeMap;
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::Config;
use sayso_core::asker::Asker;
use sayso_core::command::{Answering, Ask, Command};
use sayso_core::delivery::Delivery;
use sayso_core::dialect::Parsed;
use sayso_core::event::{Asked, Event};
use sayso_core::form::{Draft, Form};
use sayso_core::id::{CallKey, InteractionId, MessageId, QuestionId, RequestKey, SessionId};
use sayso_core::limits::CHAIN_ROUNDS;
use sayso_core::message::{Message, MessageKind};
use sayso_core::moment::Moment;
use sayso_core::opening::Opening;
use sayso_core::outcome::Outcome;
use sayso_core::record::{Record, chain};
use sayso_core::refusal::Refusal;
use sayso_core::secrets::take_secrets;
use sayso_core::session::Session;
use sayso_core::state::State;
use sayso_desk::{DeskError, NewAsk, Receipt, Ticket, Waiter};
use serde_json::{Value, json};

use crate::ledger::Ledger;
use crate::stage::{Stage, woken};
use crate::words::{
    agent, ann, answer, defaulting, draft, partly, requested, secret, ten_o_clock, two, yes_no,
};

/// One thing that happens. Numbers pick one of what there is.
#[derive(Clone, Debug)]
enum Step {
    Ask {
        session: usize,
        key: Option<usize>,
        question: usize,
        timeout: Option<u64>,
        wait: bool,
    },
    Answer {
        which: usize,
        value: usize,
        whole: bool,
        request: Option<usize>,
    },
    Cancel {
        which: usize,
        request: Option<usize>,
    },
    Withdraw {
        which: usize,
    },
    Hold {
        which: usize,
        hold: bool,
    },
    Reopen {
        which: usize,
        timeout: Option<u64>,
    },
    Interrupt {
        session: usize,
    },
    Say {
        session: usize,
    },
    AllowMore {
        session: usize,
    },
    EndChain {
        session: usize,
    },
    Branch {
        session: usize,
        round: u32,
    },
    Draft {
        which: usize,
        words: usize,
    },
    Wait {
        which: usize,
    },
    Later {
        millis: u64,
    },
    Restart {
        millis: u64,
    },
    Forget {
        age: u64,
    },
}

fn step() -> impl Strategy<Value = Step> {
    let session = || 0..3_usize;
    let which = || 0..12_usize;
    let request = || proptest::option::of(0..3_usize);
    let timeout = || proptest::option::of(prop_oneof![Just(0_u64), 1..8_000_u64]);
    let millis = || prop_oneof![Just(0_u64), 1..5_000_u64, 20_000..50_000_u64];
    let key = proptest::option::of(0..5_usize);
    prop_oneof![
        8 => (session(), key, 0..12_usize, timeout(), any::<bool>()).prop_map(
            |(session, key, question, timeout, wait)| Step::Ask { session, key, question, timeout, wait }
        ),
        8 => (which(), 0..6_usize, any::<bool>(), request()).prop_map(
            |(which, value, whole, request)| Step::Answer { which, value, whole, request }
        ),
        2 => (which(), request()).prop_map(|(which, request)| Step::Cancel { which, request }),
        1 => which().prop_map(|which| Step::Withdraw { which }),
        2 => (which(), any::<bool>()).prop_map(|(which, hold)| Step::Hold { which, hold }),
        2 => (which(), timeout()).prop_map(|(which, timeout)| Step::Reopen { which, timeout }),
        1 => session().prop_map(|session| Step::Interrupt { session }),
        1 => session().prop_map(|session| Step::Say { session }),
        1 => session().prop_map(|session| Step::AllowMore { session }),
        1 => session().prop_map(|session| Step::EndChain { session }),
        1 => (session(), 0..4_u32).prop_map(|(session, round)| Step::Branch { session, round }),
        2 => (which(), 0..4_usize).prop_map(|(which, words)| Step::Draft { which, words }),
        1 => which().prop_map(|which| Step::Wait { which }),
        3 => millis().prop_map(|millis| Step::Later { millis }),
        3 => millis().prop_map(|millis| Step::Restart { millis }),
        2 => prop_oneof![Just(0_u64), 1..60_000_u64].prop_map(|age| Step::Forget { age }),
    ]
}

proptest! {
    #![proptest_config(Config {
        cases: 48,
        failure_persistence: None,
        max_shrink_iters: 200,
        ..Config::default()
    })]

    #[test]
    fn the_desk_does_what_the_model_does(
        small in any::<bool>(),
        steps in proptest::collection::vec(step(), 1..36),
    ) {
        let mut world = World::new(small);
        for step in &steps {
            world.take(step);
            world.compare_waiters();
        }
        world.compare_logs();
        world.restart(0);
        world.compare_logs();
    }
}

/// The model: sessions that live in memory, with their logs.
#[derive(Default)]
struct Model {
    sessions: BTreeMap<SessionId, Session>,
    logs: BTreeMap<SessionId, Vec<Record>>,
    asked: BTreeMap<InteractionId, (SessionId, Box<Asked>)>,
    outcomes: BTreeMap<InteractionId, Outcome>,
    /// In the order in which they closed.
    closed: Vec<InteractionId>,
    vault: BTreeMap<InteractionId, BTreeMap<QuestionId, String>>,
    drafts: BTreeMap<InteractionId, Draft>,
}

impl Model {
    fn session(&mut self, id: &SessionId) -> &mut Session {
        let new = || Session::new(id.clone());
        self.sessions.entry(id.clone()).or_insert_with(new)
    }

    /// The session of an interaction that was asked and not forgotten.
    fn home(&self, id: InteractionId) -> Result<SessionId, Refusal> {
        let found = self.asked.get(&id).map(|(session, _)| session.clone());
        found.ok_or(Refusal::QuestionNotFound)
    }

    /// Decides and lives through it; tells whether it was granted before.
    fn wish(&mut self, id: &SessionId, command: &Command, now: Moment) -> Result<bool, Refusal> {
        let facts = self.session(id).decide(command, now)?;
        let known = facts.is_empty();
        for event in facts {
            self.live_through(id, event, now);
        }
        Ok(known)
    }

    fn live_through(&mut self, id: &SessionId, mut event: Event, now: Moment) {
        let session = self.session(id).clone();
        let mut closed = None;
        if let Event::Closed { interaction, .. } | Event::Answered { interaction, .. } = &event {
            let (interaction, open) = (*interaction, session.interaction(*interaction).unwrap());
            if let Event::Closed { closing, .. } = &event {
                closed = Some(Outcome::of_open(id, open, closing.clone()));
            }
            let vault = self.vault.entry(interaction).or_default();
            for secret in take_secrets(&mut event, open) {
                vault.insert(secret.question, secret.words);
            }
            if let Some(mut outcome) = closed {
                outcome.reveal(vault.clone());
                self.outcomes.insert(interaction, outcome);
                self.closed.push(interaction);
                self.drafts.remove(&interaction);
            }
        }
        let seq = session.seq() + 1;
        let body = serde_json::to_string(&event).unwrap();
        let hash = chain(session.head(), id, seq, now, body.as_bytes());
        let record = Record {
            seq,
            at: now,
            event,
            hash,
        };
        self.session(id).apply(&record);
        if let Event::Asked(asked) = &record.event {
            let place = (id.clone(), asked.clone());
            self.asked.insert(asked.interaction, place);
        }
        self.logs.entry(id.clone()).or_default().push(record);
    }

    /// What is due, in the order of its deadlines, closes.
    fn expire(&mut self, now: Moment) {
        let open = self.sessions.values().flat_map(Session::open);
        let mut due: Vec<(Moment, InteractionId)> = open
            .filter_map(|open| open.deadline.as_ref().map(|deadline| (deadline, open.id)))
            .filter(|(deadline, _)| deadline.is_due(now))
            .map(|(deadline, id)| (deadline.at, id))
            .collect();
        due.sort();
        for (_, interaction) in due {
            let home = self.home(interaction).unwrap();
            let command = Command::Expire { interaction };
            assert_eq!(self.wish(&home, &command, now), Ok(false));
        }
    }

    fn forget(&mut self, before: Moment) -> u64 {
        let old: Vec<SessionId> = self
            .sessions
            .iter()
            .filter(|(id, session)| {
                let log = self.logs.get(*id).and_then(|log| log.last());
                session.open().is_empty() && log.is_some_and(|last| last.at < before)
            })
            .map(|(id, _)| id.clone())
            .collect();
        for id in &old {
            self.sessions.remove(id);
            self.logs.remove(id);
        }
        self.asked.retain(|_, (session, _)| !old.contains(session));
        old.len() as u64
    }

    fn state(&mut self, home: &SessionId, id: InteractionId) -> State {
        let past = self.session(home).past(id);
        past.map_or(State::Pending, |past| past.closing.state)
    }
}

/// The desk, the model, and what the test holds of both.
struct World {
    stage: Stage,
    model: Model,
    now: Moment,
    asked: Vec<(InteractionId, String)>,
    waiters: Vec<(InteractionId, Waiter)>,
    said: usize,
    minted: u128,
}

impl World {
    /// With memory for two sessions and every commit left to the pen, or neither.
    fn new(small: bool) -> Self {
        Self {
            stage: Stage::with(|options| {
                options.record_delivery_within = Duration::ZERO;
                if small {
                    options.sessions = 2;
                    options.ahead = 1;
                }
            }),
            model: Model::default(),
            now: ten_o_clock(),
            asked: Vec::new(),
            waiters: Vec::new(),
            said: 0,
            minted: 0,
        }
    }

    /// One of those that were asked, the newest more often; now and then one that never was.
    fn which(&self, which: usize) -> (InteractionId, String) {
        let never = || (InteractionId::new(7), "q0".to_owned());
        let place = self.asked.len().checked_sub(1 + which % 5);
        let found = place.and_then(|place| self.asked.get(place));
        found.cloned().unwrap_or_else(never)
    }

    fn take(&mut self, step: &Step) {
        match step.clone() {
            Step::Ask {
                session,
                key,
                question,
                timeout,
                wait,
            } => self.ask(session, key, question, timeout, wait),
            Step::Answer {
                which,
                value,
                whole,
                request,
            } => {
                let (id, question) = self.which(which);
                let answering = answering(id, &question, value, whole, request);
                let reply = self.stage.handle().answer(answering.clone());
                self.compare(id, &Command::Answer(answering), reply.wait());
            }
            Step::Cancel { which, request } => {
                let (interaction, _) = self.which(which);
                let request = request.map(|n| RequestKey::from(n.to_string()));
                let reason = Some("not now".to_owned());
                let handle = self.stage.handle();
                let reply = handle.cancel(interaction, reason.clone(), ann(), request.clone());
                let command = Command::Cancel {
                    interaction,
                    reason,
                    actor: ann(),
                    request,
                };
                self.compare(interaction, &command, reply.wait());
            }
            Step::Withdraw { which } => {
                let (interaction, _) = self.which(which);
                let reply = self.stage.handle().withdraw(interaction, agent());
                let actor = agent();
                let command = Command::Withdraw { interaction, actor };
                self.compare(interaction, &command, reply.wait());
            }
            Step::Hold { which, hold } => {
                let (interaction, _) = self.which(which);
                let reply = self.stage.handle().hold(interaction, hold, ann());
                let command = Command::Hold {
                    interaction,
                    hold,
                    actor: ann(),
                };
                self.compare(interaction, &command, reply.wait());
            }
            Step::Reopen { which, timeout } => self.reopen(which, timeout),
            Step::Interrupt { session } => {
                let session = session_id(session);
                let reply = self.stage.handle().interrupt(session.clone(), ann());
                let command = Command::Interrupt { actor: ann() };
                self.compare_session(&session, &command, reply.wait());
            }
            Step::Say { session } => {
                let session = session_id(session);
                self.said += 1;
                let message = message(self.said);
                let reply = self.stage.handle().say(session.clone(), message.clone());
                self.compare_session(&session, &Command::Say(message), reply.wait());
            }
            Step::AllowMore { session } => {
                let session = session_id(session);
                let reply = self.stage.handle().allow_more(session.clone(), 1, ann());
                let command = Command::AllowMore {
                    more: 1,
                    actor: ann(),
                };
                self.compare_session(&session, &command, reply.wait());
            }
            Step::EndChain { session } => {
                let session = session_id(session);
                let reply = self.stage.handle().end_chain(session.clone(), ann());
                let command = Command::EndChain { actor: ann() };
                self.compare_session(&session, &command, reply.wait());
            }
            Step::Branch { session, round } => self.branch(&session_id(session), round),
            Step::Draft { which, words } => self.draft(which, words),
            Step::Wait { which } => {
                let (id, _) = self.which(which);
                let waiter = self.stage.handle().wait(id).wait();
                match self.model.home(id) {
                    Ok(_) => {
                        self.waiters.push((id, waiter.unwrap()));
                        self.collect();
                    }
                    Err(refusal) => assert_refused(waiter, refusal),
                }
            }
            Step::Later { millis } => {
                self.now = self.now.plus(millis);
                self.stage.later(i64::try_from(millis).unwrap());
                self.expire();
            }
            Step::Restart { millis } => self.restart(millis),
            Step::Forget { age } => {
                let before = Moment::from_millis(self.now.millis() - i64::try_from(age).unwrap());
                let forgotten = self.stage.handle().forget_before(before).wait();
                assert_eq!(forgotten, Ok(self.model.forget(before)));
            }
        }
    }

    fn ask(
        &mut self,
        session: usize,
        key: Option<usize>,
        question: usize,
        timeout: Option<u64>,
        wait: bool,
    ) {
        let new = NewAsk {
            session: Some(session_id(session)),
            key: key.map(|n| CallKey::from(n.to_string())),
            timeout,
            opening: opening(session),
            ..NewAsk::new(parsed(question))
        };
        let handle = self.stage.handle();
        let (ticket, waiter) = if wait {
            let (ticket, waiter) = handle.ask_and_wait(new.clone());
            (ticket.wait(), Some(waiter))
        } else {
            (handle.ask(new.clone()).wait(), None)
        };
        self.minted += 1;
        let minted = InteractionId::new(self.minted);
        let fresh = ticket.as_ref().ok().filter(|ticket| !ticket.known);
        let command = Command::Ask(Box::new(Ask {
            interaction: fresh.map_or(minted, |ticket| ticket.interaction),
            key: new.key,
            parsed: new.parsed,
            source: new.source,
            asker: Asker {
                credential: Some("local".into()),
                ..new.asker
            },
            timeout: new.timeout,
            on_timeout: new.on_timeout,
            total_rounds: new.total_rounds,
            goes_on: new.goes_on,
            chain_rounds: CHAIN_ROUNDS,
            opening: new.opening,
        }));
        let home = session_id(session);
        if let Some(ticket) = self.compare_ticket(&home, &command, ticket)
            && let Some(waiter) = waiter
        {
            self.waiters.push((ticket.interaction, waiter));
            self.collect();
        }
        // A timeout of nothing is due at once.
        self.stage.later(0);
        self.expire();
    }

    fn reopen(&mut self, which: usize, timeout: Option<u64>) {
        let (interaction, question) = self.which(which);
        let ticket = self.stage.handle().reopen(interaction, timeout).wait();
        let Some((home, asked)) = self.model.asked.get(&interaction).cloned() else {
            return assert_refused(ticket, Refusal::QuestionNotFound);
        };
        self.minted += 1;
        let minted = InteractionId::new(self.minted);
        let fresh = ticket.as_ref().ok().filter(|ticket| !ticket.known);
        let command = Command::Reopen {
            interaction,
            successor: fresh.map_or(minted, |ticket| ticket.interaction),
            timeout,
            asked,
        };
        let fresh = fresh.is_some();
        let ticket = self.compare_ticket(&home, &command, ticket);
        if let Some(ticket) = ticket.filter(|_| fresh) {
            self.asked.push((ticket.interaction, question));
        }
        self.stage.later(0);
        self.expire();
    }

    fn branch(&mut self, from: &SessionId, round: u32) {
        let receipt = self.stage.handle().branch(from.clone(), round).wait();
        let origin = self.model.session(from).clone();
        let mut whose = origin.clone();
        while let Some(from) = whose.inherited(round).cloned() {
            whose = self.model.session(&from).clone();
        }
        match whose.branch_at(round) {
            Err(refusal) => assert_refused(receipt, refusal),
            Ok(branch) => {
                let mut opening = origin.opening().cloned().unwrap();
                opening.branch = Some(branch);
                let session = receipt.as_ref().unwrap().session.clone();
                self.compare_session(&session, &Command::Open(opening), receipt);
            }
        }
    }

    fn draft(&mut self, which: usize, words: usize) {
        let (id, question) = self.which(which);
        let words = ["", "a", "some words", &"x".repeat(10_001)][words].to_owned();
        let mut new = draft(&question, &words);
        new.extend(draft("elsewhere", "words"));
        let saved = self.stage.handle().save_draft(id, new.clone()).wait();
        let home = self.model.home(id);
        let kept = home.and_then(|home| {
            let (questions, _) = self.model.session(&home).questions_to_draft(id)?;
            let secret = questions.iter().any(|question| question.secret);
            let form = Form::resume(questions, if secret { Draft::new() } else { new });
            form.check_draft().map_err(Refusal::InvalidAnswer)?;
            Ok(form.draft().clone())
        });
        match kept {
            Err(refusal) => assert_refused(saved, refusal),
            Ok(kept) => {
                saved.unwrap();
                self.model.drafts.remove(&id);
                if !kept.is_empty() {
                    self.model.drafts.insert(id, kept);
                }
            }
        }
        let kept = self.stage.handle().reader().draft(id).unwrap();
        assert_eq!(kept.as_ref(), self.model.drafts.get(&id));
    }

    fn restart(&mut self, millis: u64) {
        self.stage.stop();
        for (id, waiter) in self.waiters.drain(..) {
            assert_eq!(waiter.wait(), Err(DeskError::Stopped), "{id}");
        }
        self.now = self.now.plus(millis);
        self.stage.clock.advance(i64::try_from(millis).unwrap());
        self.stage.start();
        self.stage.later(0);
        self.expire();
        self.compare_logs();
    }

    /// What is due closes, and whoever waited for it has it.
    fn expire(&mut self) {
        self.model.expire(self.now);
        self.collect();
    }

    /// Whoever waits for what has closed has its outcome now, and that is recorded.
    fn collect(&mut self) {
        for interaction in self.model.closed.clone() {
            let waited_for = self.waiters.iter().any(|(id, _)| *id == interaction);
            if let Ok(home) = self.model.home(interaction)
                && waited_for
            {
                let command = Command::Deliver {
                    interaction,
                    delivery: Delivery::HandedOver,
                };
                self.model.wish(&home, &command, self.now).unwrap();
            }
        }
        // So that the desk has recorded it before the clock moves on.
        self.stage.later(0);
    }

    /// The desk's word and the model's on a wish about an interaction.
    fn compare(
        &mut self,
        id: InteractionId,
        command: &Command,
        receipt: Result<Receipt, DeskError>,
    ) {
        let home = match self.model.home(id) {
            Ok(home) => home,
            Err(refusal) => return assert_refused(receipt, refusal),
        };
        match self.model.wish(&home, command, self.now) {
            Err(refusal) => assert_refused(receipt, refusal),
            Ok(known) => {
                let state = Some(self.model.state(&home, id));
                let seq = self.model.session(&home).seq();
                let expected = Receipt {
                    session: home,
                    state,
                    seq,
                    known,
                };
                assert_eq!(receipt, Ok(expected), "{command:?}");
            }
        }
        self.collect();
        self.stage.later(0);
        self.expire();
    }

    /// The desk's word and the model's on a wish about a session.
    fn compare_session(
        &mut self,
        session: &SessionId,
        command: &Command,
        receipt: Result<Receipt, DeskError>,
    ) {
        match self.model.wish(session, command, self.now) {
            Err(refusal) => assert_refused(receipt, refusal),
            Ok(known) => {
                let expected = Receipt {
                    session: session.clone(),
                    state: None,
                    seq: self.model.session(session).seq(),
                    known,
                };
                assert_eq!(receipt, Ok(expected), "{command:?}");
            }
        }
        self.collect();
    }

    /// The desk's word and the model's on an ask.
    fn compare_ticket(
        &mut self,
        home: &SessionId,
        command: &Command,
        ticket: Result<Ticket, DeskError>,
    ) -> Option<Ticket> {
        let known = match self.model.wish(home, command, self.now) {
            Ok(known) => known,
            Err(refusal) => {
                assert_refused(ticket, refusal);
                return None;
            }
        };
        let ticket = ticket.unwrap();
        let id = ticket.interaction;
        let session = self.model.session(home).clone();
        assert_eq!(ticket.known, known, "{command:?}");
        assert_eq!(ticket.session, *home);
        assert_eq!(ticket.total_rounds, session.total_rounds());
        match (session.interaction(id), session.past(id)) {
            (Some(open), None) => {
                assert_eq!(ticket.state, State::Pending);
                assert_eq!((ticket.round, ticket.chain), (open.round, open.chain));
                let deadline = open.deadline.as_ref().map(|deadline| deadline.at);
                assert_eq!(ticket.deadline, deadline);
                assert_eq!(ticket.questions, open.questions);
            }
            (None, Some(past)) => {
                assert_eq!(ticket.state, past.closing.state);
                assert_eq!(ticket.round, past.round);
            }
            neither => panic!("{neither:?}"),
        }
        if !known && let Command::Ask(ask) = command {
            let question = ask.parsed.questions[0].id.to_string();
            self.asked.push((id, question));
        }
        Some(ticket)
    }

    /// Whoever waits is woken with the one outcome, and before that with nothing.
    fn compare_waiters(&mut self) {
        for (id, mut waiter) in std::mem::take(&mut self.waiters) {
            match self.model.outcomes.get(&id) {
                Some(expected) => {
                    let mut outcome = (*woken(waiter).unwrap()).clone();
                    outcome.reveal(self.stage.handle().reader().secrets(id).unwrap());
                    assert_eq!(outcome.closing, expected.closing);
                    assert_eq!(outcome.questions, expected.questions);
                }
                None => {
                    assert_eq!(waiter.look(), Ok(None));
                    self.waiters.push((id, waiter));
                }
            }
        }
    }

    /// The store says what the model lived through.
    fn compare_logs(&mut self) {
        let handle = self.stage.handle();
        let ledger = Ledger::read(handle.reader());
        self.model.sessions.retain(|_, session| session.seq() > 0);
        assert_eq!(ledger.sessions, self.model.sessions);
        for (id, log) in &self.model.logs {
            let records = handle.reader().records(id, 0, usize::MAX).unwrap();
            assert_eq!(records, *log);
        }
        for id in self.model.asked.keys() {
            let draft = handle.reader().draft(*id).unwrap();
            assert_eq!(draft.as_ref(), self.model.drafts.get(id));
            if let Some(outcome) = self.model.outcomes.get(id) {
                let waiter = handle.watch(*id).wait().unwrap();
                let mut told = (*woken(waiter).unwrap()).clone();
                told.reveal(handle.reader().secrets(*id).unwrap());
                assert_eq!(told.closing, outcome.closing);
            }
        }
    }
}

#[track_caller]
fn assert_refused<T: std::fmt::Debug>(result: Result<T, DeskError>, refusal: Refusal) {
    match result {
        Err(DeskError::Refused(got)) => assert_eq!(got, refusal),
        other => panic!("{refusal:?} expected, got {other:?}"),
    }
}

fn session_id(n: usize) -> SessionId {
    SessionId::from(format!("s{n}"))
}

/// One session without end, one that asks one thing at a time, one with short chains.
fn opening(session: usize) -> Opening {
    Opening {
        serial: session == 1,
        chain_rounds: Some([0, 0, 2][session]),
        ..Opening::default()
    }
}

fn parsed(question: usize) -> Parsed {
    let id = format!("q{}", question / 4);
    match question % 4 {
        0 => yes_no(&id),
        1 => two(&id),
        2 => defaulting(&id),
        _ => secret(&id),
    }
}

fn answering(
    id: InteractionId,
    question: &str,
    value: usize,
    whole: bool,
    request: Option<usize>,
) -> Answering {
    let base = question.strip_suffix(".a").unwrap_or(question);
    let (question, value): (String, Value) = match value {
        0 => (question.to_owned(), json!("yes")),
        1 => (question.to_owned(), json!("no")),
        2 => (question.to_owned(), json!({ "other": "my own" })),
        3 => (format!("{base}.b"), json!("words")),
        4 => (question.to_owned(), json!(null)),
        _ => ("elsewhere".to_owned(), json!("yes")),
    };
    let answering = if whole {
        answer(id, &question, value)
    } else {
        partly(id, &question, value)
    };
    match request {
        Some(n) => requested(answering, ann(), &n.to_string()),
        None => answering,
    }
}

fn message(n: usize) -> Message {
    Message {
        uuid: MessageId::from(format!("m{n}")),
        parent: None,
        kind: MessageKind::Text,
        body: json!(n),
    }
}
