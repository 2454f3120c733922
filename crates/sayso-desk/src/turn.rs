//! One batch through the corridor: decide, append, apply, tell.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use sayso_core::command::Command;
use sayso_core::delivery::Delivery;
use sayso_core::event::Event;
use sayso_core::form::Draft;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::on_the_table::whole_tree;
use sayso_core::outcome::Outcome;

use sayso_core::refusal::Refusal;
use sayso_core::session::Session;
use sayso_core::state::State;

use crate::error::DeskError;
use crate::granted::{Granted, granted};
use crate::pen::moved_on;
use crate::receipt::{Receipt, Ticket};
use crate::recording::{prepare, record, spend_approvals};
use crate::reply::Told;
use crate::request::{Answerer, Then, To, Wish, Wishes};
use crate::service::Service;
use crate::store::{Append, Found, StoreError};
use crate::table::Table;
use crate::waiters::{Collects, Wake};

/// How often a wish is decided again because others wrote to its session meanwhile.
const TRIES: usize = 16;

/// A wish, decided. Nobody hears of it before the whole batch is on disk: even a refusal may
/// rest on a fact that is not written yet.
pub(crate) struct Decided {
    pub(crate) session: SessionId,
    command: Command,
    then: Then,
    granted: Result<Granted, DeskError>,
}

impl Decided {
    /// What it closes.
    pub(crate) fn closes(&self) -> impl Iterator<Item = InteractionId> {
        let granted = self.granted.iter();
        granted.flat_map(|granted| granted.closed.iter().map(|outcome| outcome.interaction))
    }

    /// It was not done.
    pub(crate) fn fail(self, error: DeskError) {
        self.then.fail(error);
    }

    /// What is decided again.
    pub(crate) fn into_step(self) -> Step {
        (self.session, self.command, self.then)
    }
}

/// A wish that knows its session.
pub(crate) type Step = (SessionId, Command, Then);

/// The facts of a batch, one part a session.
#[derive(Default)]
pub(crate) struct Parts {
    pub(crate) list: Vec<Append>,
    /// Parts that were written last, emptied, to be filled again: another thread that gave their
    /// memory back would do so while this one takes some, and each would wait for the other.
    used: Vec<Append>,
    by_session: Table<SessionId, usize>,
    /// Whether what is decided without new facts must be confirmed too.
    confirm: bool,
    /// How many of the batch want to be woken later.
    pub(crate) waiting: usize,
}

impl Parts {
    /// The facts, to be written. What stays is empty, and fills again what was written last: one
    /// batch of it and no more, however the batches differ.
    pub(crate) fn take(&mut self, mut written: Vec<Append>) -> Vec<Append> {
        self.by_session.clear();
        for part in &mut written {
            part.facts.clear();
        }
        let mut empty = std::mem::replace(&mut self.used, written);
        empty.clear();
        std::mem::replace(&mut self.list, empty)
    }

    pub(crate) fn of(&mut self, session: &Session) -> &mut Append {
        let next = self.list.len();
        let place = *self.by_session.entry(session.id().clone()).or_insert(next);
        if place == next {
            let (facts, secrets) = match self.used.pop() {
                Some(used) => (used.facts, used.secrets),
                None => Default::default(),
            };
            self.list.push(Append {
                session: session.id().clone(),
                after: session.seq(),
                facts,
                secrets,
            });
        }
        &mut self.list[place]
    }

    /// What was said of this session rests on where it stands.
    fn confirm(&mut self, session: &Session) {
        if self.confirm {
            self.of(session);
        }
    }
}

/// What is to be said, to whom.
#[derive(Default)]
pub(crate) struct Words {
    failed: Vec<(Then, DeskError)>,
    tickets: Vec<(Answerer<Ticket>, Result<Ticket, DeskError>)>,
    receipts: Vec<(Answerer<Receipt>, Receipt)>,
    wakes: Vec<(Wake, Told)>,
    /// Outcomes that an asker was given.
    handed_over: Vec<Arc<Outcome>>,
}

impl Words {
    /// Replies come before wakes: who waits for both wakes once.
    fn say(&mut self) {
        for (then, error) in self.failed.drain(..) {
            then.fail(error);
        }
        for (reply, receipt) in self.receipts.drain(..) {
            let _ = reply.send(Ok(receipt));
        }
        for (reply, ticket) in self.tickets.drain(..) {
            let _ = reply.send(ticket);
        }
        for (wake, outcome) in self.wakes.drain(..) {
            let told = outcome.as_ref().ok().cloned();
            if wake.send(outcome) {
                self.handed_over.extend(told);
            }
        }
    }
}

impl Service {
    /// Carries wishes and drafts through, all in one commit; what conflicts goes round again.
    pub(crate) fn turn(
        &mut self,
        mut wishes: Wishes,
        drafts: Vec<(InteractionId, Draft, Answerer<()>)>,
    ) {
        let mut steps: Vec<Step> = Vec::with_capacity(wishes.len());
        self.fetch_for(&wishes);
        for wish in wishes.drain(..) {
            let Wish { to, then } = *wish;
            match self.address(to) {
                Ok((session, command)) => steps.push((session, command, then)),
                Err(error) => then.fail(error),
            }
        }
        self.wishes = wishes;
        self.go_round(steps, drafts);
    }

    /// Decides and writes until nothing conflicts any more.
    pub(crate) fn go_round(
        &mut self,
        mut steps: Vec<Step>,
        drafts: Vec<(InteractionId, Draft, Answerer<()>)>,
    ) {
        let (mut drafts, mut draft_replies): (Vec<_>, Vec<_>) = drafts
            .into_iter()
            .map(|(interaction, draft, reply)| ((interaction, draft), reply))
            .unzip();
        for _ in 0..TRIES {
            let mut parts = Parts {
                confirm: self.pen.is_far(),
                ..Parts::default()
            };
            self.fetch(steps.iter().map(|(session, ..)| session), &[]);
            let now = self.options.clock.now();
            let decided: Vec<Decided> = steps
                .into_iter()
                .map(|(session, command, then)| {
                    self.decide(session, command, then, now, &mut parts)
                })
                .collect();
            let appended = self.append(&parts.list, &drafts);
            for reply in draft_replies.drain(..) {
                let _ = reply.send(appended.as_ref().map(|_| ()).map_err(|e| e.clone().into()));
            }
            drafts.clear();
            match appended {
                Ok(conflicts) => {
                    for session in &conflicts {
                        self.sessions.drop_one(session);
                    }
                    let (again, mut done) = if conflicts.is_empty() {
                        (Vec::new(), decided)
                    } else {
                        let again = |one: &Decided| conflicts.contains(&one.session);
                        decided.into_iter().partition(again)
                    };
                    self.tell(&mut done);
                    steps = again.into_iter().map(Decided::into_step).collect();
                    if steps.is_empty() {
                        return;
                    }
                }
                Err(error) => {
                    for part in &parts.list {
                        self.sessions.drop_one(&part.session);
                    }
                    for one in decided {
                        one.then.fail(error.clone().into());
                    }
                    return;
                }
            }
        }
        for (_, _, then) in steps {
            then.fail(DeskError::Busy);
        }
    }

    /// Finds the session that a wish is for, and completes the wish with what the store knows.
    pub(crate) fn address(&mut self, to: To) -> Result<(SessionId, Command), DeskError> {
        match to {
            To::Session(session, command) => Ok((session, self.with_settings(command))),
            To::NewSession(session, command) => {
                self.sessions.insert_new(&session);
                Ok((session, self.with_settings(command)))
            }
            To::Interaction(interaction, command) => {
                let home = self.sessions.home(interaction, &mut self.pen)?;
                Ok((home.ok_or(Refusal::QuestionNotFound)?, command))
            }
            To::Question {
                session: id,
                question,
                mut answering,
            } => {
                answering.interaction = self.look_at(&id, |session| {
                    session.opening().ok_or(Refusal::SessionNotFound)?;
                    session.asking(&question).ok_or(Refusal::QuestionNotFound)
                })?;
                Ok((id, Command::Answer(answering)))
            }
            To::Reopen {
                interaction,
                successor,
                timeout,
            } => match self.pen.store().find(interaction)? {
                None => Err(Refusal::QuestionNotFound.into()),
                Some(Found::Pending(_)) => {
                    let state = State::Pending;
                    Err(Refusal::NotTimedOut { state }.into())
                }
                Some(Found::Closed(outcome)) => {
                    let asked = self
                        .pen
                        .store()
                        .load(&outcome.session, 0)?
                        .into_iter()
                        .find_map(|record| match record.event {
                            Event::Asked(asked) if asked.interaction == interaction => Some(asked),
                            _ => None,
                        })
                        .ok_or(Refusal::QuestionNotFound)?;
                    let command = Command::Reopen {
                        interaction,
                        successor,
                        timeout,
                        asked,
                    };
                    Ok((outcome.session, command))
                }
            },
            To::Branch {
                from,
                round,
                session,
            } => {
                let mut opening = self.look_at(&from, |origin| {
                    Ok(origin.opening().cloned().unwrap_or_default())
                })?;
                let mut whose = from;
                // Rounds that a branch inherited are those of the session it came from.
                opening.branch = loop {
                    let inherited = |origin: &Session| match origin.inherited(round) {
                        Some(from) => Ok(Err(from.clone())),
                        None => origin.branch_at(round).map(Ok),
                    };
                    match self.look_at(&whose, inherited)? {
                        Ok(branch) => break Some(branch),
                        Err(from) => whose = from,
                    }
                };
                Ok((session, Command::Open(opening)))
            }
        }
    }

    /// What this desk has set for asks that say nothing else.
    fn with_settings(&self, mut command: Command) -> Command {
        if let Command::Ask(ask) = &mut command {
            let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            ask.timeout = ask.timeout.or(self.options.timeout.map(millis));
            ask.chain_rounds = self.options.chain_rounds;
        }
        command
    }

    pub(crate) fn decide(
        &mut self,
        id: SessionId,
        command: Command,
        then: Then,
        now: Moment,
        parts: &mut Parts,
    ) -> Decided {
        parts.waiting += usize::from(then.waits());
        let waiting = parts.waiting + self.waiting_under_way();
        let can_write = self.can_write();
        let granted = match self.sessions.get(&id, &mut self.pen) {
            Err(error) => Err(error),
            Ok(session) => match session.decide(&command, now) {
                Err(refusal) => {
                    parts.confirm(session);
                    Err(refusal.into())
                }
                Ok(facts) if facts.is_empty() => {
                    parts.confirm(session);
                    Ok(granted(session, &command, true, Vec::new()))
                }
                // Nothing is asked whose answer the asker could not be told.
                Ok(_) if then.waits() && !self.waiters.have_room(waiting) => {
                    Err(DeskError::TooManyWaiters)
                }
                Ok(mut facts) => can_write
                    .inspect(|()| spend_approvals(session, &mut facts, &self.waiters))
                    .and_then(|()| prepare(session, &facts, &mut self.pen))
                    .map_err(DeskError::from)
                    .and_then(|()| record(session, facts, now, parts, &mut self.bodies))
                    .map(|closed| granted(session, &command, false, closed)),
            },
        };
        Decided {
            session: id,
            command,
            then,
            granted,
        }
    }

    /// One durable commit. Tells the sessions that have moved on.
    fn append(
        &mut self,
        parts: &[Append],
        drafts: &[(InteractionId, Draft)],
    ) -> Result<HashSet<SessionId>, StoreError> {
        if parts.is_empty() && drafts.is_empty() {
            return Ok(HashSet::new());
        }
        let landings = self.pen.store().append(parts, drafts);
        let landings = landings.inspect_err(|error| self.note(error))?;
        if parts.iter().any(|part| !part.facts.is_empty()) {
            self.changed.send_modify(|changes| changes.own += 1);
        }
        self.mind_deadlines(parts);
        Ok(moved_on(parts, &landings))
    }

    /// The facts are on disk: whoever asked and whoever waits may hear of it. All is made ready
    /// before the first one hears, so that those who wake do not take turns with the desk.
    pub(crate) fn tell(&mut self, batch: &mut Vec<Decided>) {
        let words = self.words(batch);
        self.say(words);
    }

    /// What is to be said of this, made ready.
    pub(crate) fn words(&mut self, batch: &mut Vec<Decided>) -> Words {
        let mut words = std::mem::take(&mut self.words);
        for decided in batch.drain(..) {
            self.word(decided, &mut words);
        }
        words
    }

    /// Says it, and keeps the room that it needed.
    pub(crate) fn say(&mut self, mut words: Words) {
        words.say();
        for outcome in words.handed_over.drain(..) {
            self.note_handed_over(&outcome);
        }
        self.words = words;
    }

    fn word(&mut self, decided: Decided, words: &mut Words) {
        let granted = match decided.granted {
            Ok(granted) => granted,
            Err(error) => return words.failed.push((decided.then, error)),
        };
        for mut outcome in granted.closed {
            let interaction = outcome.interaction;
            self.closing.remove(&interaction);
            if outcome.closing.state == State::Timeout {
                tracing::info!(%interaction, session = outcome.session.as_str(), "a deadline passed");
            }
            if self.waiters.has_asker(interaction) {
                Arc::make_mut(&mut outcome).delivery = Delivery::HandedOver;
            }
            words.wakes.extend(self.told(interaction, Ok(outcome)));
        }
        match decided.then {
            Then::Ticket(reply, wake) => {
                let ticket = self.hand_out(granted.ticket, wake);
                words.tickets.push((reply, ticket));
            }
            Then::Receipt(reply) => words.receipts.push((reply, granted.receipt)),
            Then::Nothing => {}
        }
    }

    fn hand_out(
        &mut self,
        ticket: Option<Ticket>,
        wake: Option<Wake>,
    ) -> Result<Ticket, DeskError> {
        let mut ticket = ticket.ok_or(Refusal::QuestionNotFound)?;
        self.sessions
            .remember_home(ticket.interaction, &ticket.session);
        if !ticket.known && whole_tree(&ticket.questions).any(|question| question.secret) {
            ticket.collect_token = self.pen.store().collect_token(ticket.interaction)?;
        }
        if let Some(mut wake) = wake {
            if ticket.known && wake.collects == Collects::OwnSecrets {
                wake.collects = Collects::Outcome;
            }
            self.add_asker(&ticket, wake)?;
        }
        Ok(ticket)
    }
}
