//! The loop: takes what is queued, lets a turn carry it through, looks at the clock and around.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use sayso_core::command::Command;
use sayso_core::form::{Draft, Form};
use sayso_core::id::InteractionId;
use sayso_core::moment::Moment;
use sayso_core::refusal::Refusal;
use tokio::sync::oneshot;

use crate::error::DeskError;
use crate::options::Options;
use crate::reply::Waiter;
use crate::request::{Answerer, Request, Then, To, Wish};
use crate::sessions::Sessions;
use crate::store::{Found, Moved, Store, StoreError};
use crate::waiters::{Waiters, Wake};

/// It looks at the clock at least this often, so that a suspend or a jump is noticed.
const LONGEST_NAP: Duration = Duration::from_secs(1);
/// Deadlines that one turn carries out, at most.
const DUE_AT_ONCE: usize = 1_024;

/// The loop and all that it owns.
pub(crate) struct Service {
    pub(crate) requests: Receiver<Request>,
    pub(crate) store: Box<dyn Store>,
    pub(crate) options: Options,
    pub(crate) sessions: Sessions,
    pub(crate) waiters: Waiters,
    /// The earliest deadline of all, as last seen.
    next_deadline: Option<Moment>,
    /// Whether that may no longer be true.
    pub(crate) deadlines_changed: bool,
    /// When it last looked whether others wrote.
    looked_around: Moment,
    /// A write failed in a way that must not be tried again: nothing is written any more.
    pub(crate) broken: Option<StoreError>,
}

/// What one round of the loop carries.
#[derive(Default)]
struct Batch {
    wishes: Vec<Wish>,
    drafts: Vec<(InteractionId, Draft, Answerer<()>)>,
    waits: Vec<(InteractionId, Answerer<Waiter>)>,
    moved: Vec<Answerer<()>>,
    forget: Vec<(Moment, Answerer<u64>)>,
    stop: bool,
}

impl Batch {
    fn add(&mut self, request: Request) {
        match request {
            Request::Wish(wish) => self.wishes.push(*wish),
            Request::Wait(wait) => self.waits.push(*wait),
            Request::Draft(draft) => self.drafts.push(*draft),
            Request::Forget(before, reply) => self.forget.push((before, reply)),
            Request::ClockMoved(reply) => self.moved.push(reply),
            Request::Stop => self.stop = true,
        }
    }
}

impl Service {
    pub(crate) fn new(
        requests: Receiver<Request>,
        store: Box<dyn Store>,
        options: Options,
    ) -> Self {
        Self {
            requests,
            sessions: Sessions::new(options.sessions),
            waiters: Waiters::new(&options),
            looked_around: options.clock.now(),
            next_deadline: None,
            deadlines_changed: true,
            broken: None,
            store,
            options,
        }
    }

    /// Runs until everyone has let go of the handle, or it is stopped.
    pub(crate) fn run(mut self) {
        loop {
            let mut batch = self.expired();
            match self.requests.recv_timeout(self.nap(&batch)) {
                Ok(first) => batch.add(first),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => batch.stop = true,
            }
            while batch.wishes.len() < self.options.batch
                && let Ok(next) = self.requests.try_recv()
            {
                batch.add(next);
            }
            let stop = batch.stop;
            self.carry(batch);
            if stop {
                return;
            }
        }
    }

    fn carry(&mut self, batch: Batch) {
        let mut wishes = batch.wishes;
        if !batch.moved.is_empty() {
            self.deadlines_changed = true;
            wishes.extend(self.expired().wishes);
        }
        let drafts = self.fitting_drafts(batch.drafts);
        self.turn(wishes, drafts);
        for (interaction, reply) in batch.waits {
            let _ = reply.send(self.start_waiting(interaction));
        }
        for (before, reply) in batch.forget {
            let _ = reply.send(self.forget(before));
        }
        for reply in batch.moved {
            let _ = reply.send(Ok(()));
        }
        self.look_around();
    }

    /// How long nothing can be due.
    fn nap(&self, batch: &Batch) -> Duration {
        if !batch.wishes.is_empty() {
            return Duration::ZERO;
        }
        let mut nap = LONGEST_NAP;
        if let Some(deadline) = self.next_deadline {
            let left = deadline.since(self.options.clock.now());
            nap = nap.min(Duration::from_millis(left));
        }
        if !self.waiters.is_empty() {
            nap = nap.min(self.options.look_around);
        }
        nap
    }

    /// The deadlines that have passed, as wishes to close what they belong to.
    fn expired(&mut self) -> Batch {
        let mut batch = Batch::default();
        if self.deadlines_changed
            && let Ok(next) = self.store.next_deadline()
        {
            self.next_deadline = next;
            self.deadlines_changed = false;
        }
        let now = self.options.clock.now();
        if self.next_deadline.is_some_and(|deadline| deadline <= now) && self.broken.is_none() {
            self.deadlines_changed = true;
            let due = self.store.due(now, DUE_AT_ONCE).unwrap_or_default();
            batch.wishes = due
                .into_iter()
                .map(|(session, interaction)| Wish {
                    to: To::Session(session, Command::Expire { interaction }),
                    then: Then::Nothing,
                })
                .collect();
        }
        batch
    }

    /// Notices what other processes wrote to the same store.
    fn look_around(&mut self) {
        let now = self.options.clock.now();
        let pause = u64::try_from(self.options.look_around.as_millis()).unwrap_or(u64::MAX);
        if now.since(self.looked_around) < pause && now >= self.looked_around {
            return;
        }
        self.looked_around = now;
        let waited_for = match self.store.moved() {
            Ok(Moved::Nothing) | Err(_) => return,
            Ok(Moved::Anything) => {
                self.sessions.drop_all();
                self.waiters.of(None)
            }
            Ok(Moved::These(sessions)) => {
                for session in &sessions {
                    self.sessions.drop_one(session);
                }
                self.waiters.of(Some(&sessions))
            }
        };
        self.deadlines_changed = true;
        for interaction in waited_for {
            if let Ok(Some(Found::Closed(mut outcome))) = self.store.find(interaction) {
                outcome.reveal(self.store.secrets(interaction).unwrap_or_default());
                let outcome = Arc::new(*outcome);
                for wake in self.waiters.remove(interaction) {
                    let _ = wake.send(outcome.clone());
                }
            }
        }
    }

    fn start_waiting(&mut self, interaction: InteractionId) -> Result<Waiter, DeskError> {
        let (wake, waiter) = oneshot::channel();
        self.add_waiter(interaction, wake)?;
        Ok(Waiter(waiter))
    }

    /// Wakes at once when the interaction is closed already.
    pub(crate) fn add_waiter(
        &mut self,
        interaction: InteractionId,
        wake: Wake,
    ) -> Result<(), DeskError> {
        let home = self.sessions.home(interaction, &mut *self.store)?;
        let session = home.ok_or(Refusal::QuestionNotFound)?;
        let open = self
            .sessions
            .get(&session, &mut *self.store)?
            .interaction(interaction)
            .is_some();
        if open {
            return self.waiters.add(interaction, &session, wake);
        }
        match self.store.find(interaction)? {
            Some(Found::Closed(mut outcome)) => {
                outcome.reveal(self.store.secrets(interaction)?);
                let _ = wake.send(Arc::new(*outcome));
                Ok(())
            }
            Some(Found::Pending(_)) => self.waiters.add(interaction, &session, wake),
            None => Err(Refusal::QuestionNotFound.into()),
        }
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
        let home = self.sessions.home(interaction, &mut *self.store)?;
        let session = home.ok_or(Refusal::QuestionNotFound)?;
        let session = self.sessions.get(&session, &mut *self.store)?;
        let questions = session.questions_to_draft(interaction)?;
        let form = Form::resume(questions, draft);
        form.check_draft().map_err(Refusal::InvalidAnswer)?;
        Ok(form.draft().clone())
    }

    fn forget(&mut self, before: Moment) -> Result<u64, DeskError> {
        let forgotten = self.store.forget(before)?;
        self.sessions.drop_all();
        Ok(forgotten)
    }
}
