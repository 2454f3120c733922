//! The loop: takes what is queued, lets a turn carry it through, looks at the clock and around.

use std::collections::HashSet;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use sayso_core::command::Command;
use sayso_core::event::Event;
use sayso_core::form::{Draft, Form, resumable};
use sayso_core::id::InteractionId;
use sayso_core::moment::Moment;
use sayso_core::on_the_table::whole_tree;
use sayso_core::refusal::Refusal;
use tokio::sync::watch;

use crate::ahead::Load;
use crate::attendance::Attendance;
use crate::changes::Changes;
use crate::error::DeskError;
use crate::handed_over::HandedOver;
use crate::options::Options;
use crate::patience::Patience;
use crate::pen::Pen;
use crate::request::{Answerer, Request, Then, To, Wish, Wishes};
use crate::sessions::Sessions;
use crate::store::{Append, Bodies, Moved, Roll, StoreError};
use crate::turn::Words;
use crate::wait::Wait;
use crate::waiters::Waiters;

/// It looks at the clock at least this often, so that a suspend or a jump is noticed.
const LONGEST_NAP: Duration = Duration::from_secs(1);
/// Deadlines that one turn carries out, at most.
const DUE_AT_ONCE: usize = 1_024;

/// How long the loop steps aside for others to come: less than half of what a commit takes.
const ASIDE: Duration = Duration::from_micros(60);

/// The loop and all that it owns.
pub(crate) struct Service {
    pub(crate) requests: Receiver<Request>,
    /// One that was taken from there and waits until what is being written is on disk.
    pub(crate) put_off: Option<Request>,
    pub(crate) pen: Pen,
    pub(crate) options: Options,
    pub(crate) sessions: Sessions,
    pub(crate) waiters: Waiters,
    /// What was decided ahead to close and is not on disk yet. Who comes now is told with everyone
    /// else.
    pub(crate) closing: HashSet<InteractionId>,
    pub(crate) attendance: Attendance,
    /// Where others are told of it.
    pub(crate) roll: Option<Box<dyn Roll>>,
    /// What is being written.
    pub(crate) under_way: Option<Load>,
    /// What was decided since, on top of it.
    pub(crate) ahead: Load,
    /// An empty one, with the room that those before it needed.
    pub(crate) spare: Load,
    /// The same for what is said.
    pub(crate) words: Words,
    /// The same for wishes.
    pub(crate) wishes: Wishes,
    /// How many wishes there were the last time.
    usual: usize,
    /// Where facts are written down on their way to the store.
    pub(crate) bodies: Bodies,
    /// The earliest deadline of all, or one that is earlier still.
    next_deadline: Option<Moment>,
    /// Whether that may no longer be true.
    pub(crate) deadlines_changed: bool,
    /// The first deadline that was due when it last tried, and when that was.
    tried: Option<(InteractionId, Moment)>,
    /// It could not read what somebody waits for: anything may have moved.
    pub(crate) hint_missed: bool,
    /// Tells everyone that something new is in the log.
    pub(crate) changed: watch::Sender<Changes>,
    /// Outcomes that askers were given and of which the log does not know that yet.
    pub(crate) handed_over: HandedOver,
    /// A write failed in a way that must not be tried again: nothing is written any more. Everyone
    /// who has a handle sees it.
    broken: watch::Sender<Option<StoreError>>,
}

/// What one round of the loop carries.
#[derive(Default)]
pub(crate) struct Batch {
    pub(crate) wishes: Wishes,
    drafts: Vec<(InteractionId, Draft, Answerer<()>)>,
    pub(crate) waits: Vec<Wait>,
    moved: Vec<Answerer<()>>,
    forget: Vec<(Moment, Answerer<u64>)>,
    stop: bool,
}

impl Batch {
    /// Whether there is nothing to do but to look whether others wrote.
    pub(crate) fn is_empty(&self) -> bool {
        self.wishes.is_empty() && self.waits.is_empty() && self.is_plain()
    }

    /// Whether it holds nothing but waits and wishes that look at nothing beyond their session.
    fn is_plain(&self) -> bool {
        let rest = self.drafts.len() + self.moved.len() + self.forget.len();
        rest == 0 && !self.stop && self.wishes.iter().all(|wish| wish.is_plain())
    }

    pub(crate) fn add(&mut self, request: Request) {
        match request {
            Request::Wish(wish) => self.wishes.push(wish),
            Request::Wait(wait) => self.waits.push(*wait),
            Request::Draft(draft) => self.drafts.push(*draft),
            Request::Forget(before, reply) => self.forget.push((before, reply)),
            Request::Look => {}
            Request::ClockMoved(reply) => self.moved.push(reply),
            Request::Stop => self.stop = true,
        }
    }
}

impl Service {
    pub(crate) fn new(
        requests: Receiver<Request>,
        mut pen: Pen,
        options: Options,
        changed: watch::Sender<Changes>,
        broken: watch::Sender<Option<StoreError>>,
    ) -> Self {
        Self {
            requests,
            put_off: None,
            sessions: Sessions::new(options.sessions),
            waiters: Waiters::new(&options),
            closing: HashSet::new(),
            attendance: Attendance::new(options.clock.now()),
            roll: pen.store().roll(),
            next_deadline: None,
            tried: None,
            hint_missed: false,
            deadlines_changed: true,
            changed,
            broken,
            pen,
            handed_over: HandedOver::default(),
            under_way: None,
            ahead: Load::default(),
            spare: Load::default(),
            words: Words::default(),
            wishes: Wishes::new(),
            usual: 0,
            bodies: Bodies::default(),
            options,
        }
    }

    /// Runs until everyone has let go of the handle, or it is stopped.
    pub(crate) fn run(mut self) {
        loop {
            let mut batch = Batch {
                wishes: self.due(),
                ..Batch::default()
            };
            let first = match self.put_off.take() {
                Some(first) => Ok(first),
                None => self.requests.recv_timeout(self.nap(&batch)),
            };
            match first {
                Ok(first) => batch.add(first),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => batch.stop = true,
            }
            for _ in 1..self.at_once() {
                match self.next_request() {
                    Some(next) => batch.add(next),
                    None => break,
                }
            }
            self.gather(&mut batch);
            let stop = batch.stop;
            if stop || !batch.wishes.is_empty() {
                // Before what its asker does next.
                let mut wishes = self.handed_over.take();
                wishes.append(&mut batch.wishes);
                batch.wishes = wishes;
            }
            self.carry(batch);
            self.tell_who_waits();
            if stop {
                return;
            }
        }
    }

    /// The next one that is there, if any. What was put off comes first.
    pub(crate) fn next_request(&mut self) -> Option<Request> {
        let put_off = self.put_off.take();
        put_off.or_else(|| self.requests.try_recv().ok())
    }

    /// Who was answered together mostly comes again together. Those who are not back yet are waited
    /// for, a moment, so that one commit serves all, where else two halves of them take turns and
    /// each waits for the commit of the other. Where they are so many that commits are left to the
    /// second thread, that is just what they should do.
    fn gather(&mut self, batch: &mut Batch) {
        if batch.wishes.is_empty() || self.under_way.is_some() {
            return;
        }
        let patience = Patience::of(ASIDE);
        let enough = self.usual.min(self.options.ahead);
        while batch.wishes.len() < enough && patience.is_left() {
            match self.next_request() {
                Some(next) => batch.add(next),
                None => thread::yield_now(),
            }
        }
        self.usual = batch.wishes.len();
    }

    fn carry(&mut self, batch: Batch) {
        let plain = batch.is_plain();
        if self.under_way.is_some() && plain {
            self.decide_ahead(batch.wishes, batch.waits);
            return self.land_what_is_back();
        }
        while self.under_way.is_some() {
            self.land(false);
        }
        self.sessions.make_room();
        self.look_around();
        if plain && batch.wishes.len() >= self.options.ahead && !self.pen.is_far() {
            self.decide_ahead(batch.wishes, batch.waits);
            self.send(0);
            return self.land_what_is_back();
        }
        let waits = self.start_those_of_open(batch.waits);
        let mut wishes = batch.wishes;
        if !batch.moved.is_empty() {
            self.deadlines_changed = true;
            wishes.extend(self.expired());
        }
        let drafts = self.fitting_drafts(batch.drafts);
        self.turn(wishes, drafts);
        self.start_all_waiting(waits);
        for (before, reply) in batch.forget {
            let _ = reply.send(self.forget(before));
        }
        for reply in batch.moved {
            let _ = reply.send(Ok(()));
        }
    }

    /// How long nothing can be due.
    fn nap(&self, batch: &Batch) -> Duration {
        if !batch.wishes.is_empty() {
            return Duration::ZERO;
        }
        let mut nap = self.handed_over.time_left().min(LONGEST_NAP);
        let left = |deadline: Moment| deadline.since(self.options.clock.now());
        // One that has passed was tried just now, and is tried again after a full nap.
        if let Some(left) = self.next_deadline.map(left).filter(|left| *left > 0) {
            nap = nap.min(Duration::from_millis(left));
        }
        if !self.waiters.is_empty() {
            nap = nap.min(self.options.look_around);
        }
        nap
    }

    /// What is to be recorded without being asked for.
    fn due(&mut self) -> Wishes {
        let mut wishes = self.handed_over.due();
        wishes.extend(self.expired());
        wishes
    }

    /// The deadlines that have passed, as wishes to close what they belong to.
    fn expired(&mut self) -> Wishes {
        let mut wishes = std::mem::take(&mut self.wishes);
        if self.deadlines_changed {
            self.read_next_deadline();
        }
        let now = self.options.clock.now();
        let passed = self.next_deadline.is_some_and(|deadline| deadline <= now);
        if !passed || self.can_write().is_err() {
            return wishes;
        }
        self.deadlines_changed = true;
        let due = self.pen.store().due(now, DUE_AT_ONCE).unwrap_or_default();
        let Some(first) = due.first().map(|(_, interaction)| *interaction) else {
            self.read_next_deadline();
            return wishes;
        };
        let pause = LONGEST_NAP.as_millis();
        let in_vain = |(tried, at): (InteractionId, Moment)| {
            tried == first && at <= now && u128::from(now.since(at)) < pause
        };
        if self.tried.is_some_and(in_vain) {
            return wishes;
        }
        self.tried = Some((first, now));
        let expire = |(session, interaction)| {
            Box::new(Wish {
                to: To::Session(session, Command::Expire { interaction }),
                then: Then::Nothing,
            })
        };
        wishes.extend(due.into_iter().map(expire));
        wishes
    }

    /// Facts may bring an earlier deadline. One that they put off is noticed when it comes.
    pub(crate) fn mind_deadlines(&mut self, parts: &[Append]) {
        let facts = parts.iter().flat_map(|part| &part.facts);
        let deadlines = facts.filter_map(|(record, _)| match &record.event {
            Event::Asked(asked) => asked.deadline.as_ref().map(|deadline| deadline.at),
            Event::Released { at, .. } => Some(*at),
            _ => None,
        });
        self.next_deadline = deadlines.chain(self.next_deadline).min();
    }

    fn read_next_deadline(&mut self) {
        if let Ok(next) = self.pen.store().next_deadline() {
            self.next_deadline = next;
            self.deadlines_changed = false;
        }
    }

    /// Notices what other processes wrote to the same store: before anything is decided, so that
    /// no refusal rests on what is no longer true.
    /// Says whether anything was.
    pub(crate) fn look_around(&mut self) -> bool {
        let moved = if std::mem::take(&mut self.hint_missed) {
            Ok(Moved::Anything)
        } else {
            self.pen.store().moved()
        };
        let waited_for = match moved {
            Ok(Moved::Nothing) | Err(_) => return false,
            Ok(Moved::Anything) => {
                self.sessions.drop_all();
                self.waiters.of(None)
            }
            Ok(Moved::These(sessions)) => {
                for session in &sessions {
                    if self.pen.is_far() {
                        self.sessions.mark_stale(session);
                    } else {
                        self.sessions.drop_one(session);
                    }
                }
                self.waiters.of(Some(&sessions))
            }
        };
        self.deadlines_changed = true;
        self.changed.send_modify(|changes| changes.foreign += 1);
        if !waited_for.is_empty() {
            self.tell_of(&waited_for);
        }
        true
    }

    /// The drafts of open interactions, cut down to their questions.
    fn fitting_drafts(
        &mut self,
        drafts: Vec<(InteractionId, Draft, Answerer<()>)>,
    ) -> Vec<(InteractionId, Draft, Answerer<()>)> {
        let mut fitting = Vec::with_capacity(drafts.len());
        for (interaction, draft, reply) in drafts {
            match self.fitting_draft(interaction, draft) {
                Ok(draft) => fitting.push((interaction, draft, reply)),
                Err(error) => drop(reply.send(Err(error))),
            }
        }
        fitting
    }

    fn fitting_draft(
        &mut self,
        interaction: InteractionId,
        draft: Draft,
    ) -> Result<Draft, DeskError> {
        self.can_write()?;
        let home = self.sessions.home(interaction, &mut self.pen)?;
        let session = home.ok_or(Refusal::QuestionNotFound)?;
        if self.pen.is_far() {
            // Nothing is appended that would tell that it closed meanwhile.
            self.sessions.drop_one(&session);
        }
        let (questions, source) =
            self.look_at(&session, |session| session.questions_to_draft(interaction))?;
        let mut draft = resumable(draft, source);
        for question in whole_tree(&questions).filter(|q| q.secret) {
            draft.remove(&question.id);
        }
        let form = Form::resume(questions, draft);
        form.check_draft().map_err(Refusal::InvalidAnswer)?;
        Ok(form.draft().clone())
    }

    fn forget(&mut self, before: Moment) -> Result<u64, DeskError> {
        self.can_write()?;
        let forgotten = self.pen.store().forget(before);
        self.sessions.drop_all();
        Ok(forgotten.inspect_err(|error| self.note(error))?)
    }

    /// Whether anything can be written; else why not.
    pub(crate) fn can_write(&self) -> Result<(), StoreError> {
        self.broken.borrow().clone().map_or(Ok(()), Err)
    }

    /// A write failed. When nobody can tell what the disk holds now, it was the last one.
    pub(crate) fn note(&mut self, error: &StoreError) {
        tracing::error!(why = error.kind(), "nothing could be recorded");
        if matches!(error, StoreError::Io(_) | StoreError::Damaged(_)) {
            self.broken.send_replace(Some(error.clone()));
        }
    }
}
