//! How everyone talks to the desk.

use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError};

use sayso_core::actor::Actor;
use sayso_core::asker::Asker;
use sayso_core::command::{Answering, Ask, Command};
use sayso_core::deadline::OnTimeout;
use sayso_core::delivery::Delivery;
use sayso_core::dialect::Parsed;
use sayso_core::digest::Digest;
use sayso_core::form::Draft;
use sayso_core::id::{CallKey, InteractionId, QuestionId, RequestKey, SessionId};
use sayso_core::limits;
use sayso_core::message::Message;
use sayso_core::moment::Moment;
use sayso_core::opening::Opening;
use sayso_core::record::Record;
use sayso_core::source::Source;
use tokio::sync::{oneshot, watch};
use uuid::Uuid;

use crate::changes::Changes;
use crate::error::DeskError;
use crate::receipt::{Receipt, Ticket};
use crate::reply::{Reply, Waiter};
use crate::request::{Request, Then, To, Wish};
use crate::store::{Reader, StoreError};
use crate::wait::{Wait, Who};
use crate::waiters::{Collects, Wake};

/// Facts of a session that are read at once.
const PAGE: usize = 1_024;

/// The desk, as everyone sees it. Cheap to clone; nothing in it waits for the desk by itself.
#[derive(Clone)]
pub struct Handle {
    inbox: SyncSender<Request>,
    reader: Arc<dyn Reader>,
    changes: watch::Receiver<Changes>,
    /// Why nothing is written any more, if so.
    broken: watch::Receiver<Option<StoreError>>,
    /// What asks come in with, if not from this process.
    credential: Option<Arc<str>>,
}

/// What an asker brings.
#[derive(Clone, Debug)]
pub struct NewAsk {
    /// The conversation; a new one without it.
    pub session: Option<SessionId>,
    /// What makes two asks the same ask; the tool-use id, when it came in a tool call.
    pub key: Option<CallKey>,
    /// What is asked.
    pub parsed: Parsed,
    /// Question or approval.
    pub source: Source,
    /// Who asks.
    pub asker: Asker,
    /// Milliseconds to wait; without them, for as long as it takes.
    pub timeout: Option<u64>,
    /// What happens then, when said outright.
    pub on_timeout: Option<OnTimeout>,
    /// How many rounds the asker announces.
    pub total_rounds: Option<u32>,
    /// Whether the asker goes on meanwhile instead of waiting.
    pub goes_on: bool,
    /// How the session begins, if this begins it.
    pub opening: Opening,
    /// Whether a process of the desk's own user asks. It may read secret words again that it asked for
    /// before by the same key; others get them only in the call that asked.
    pub is_local: bool,
}

/// The credential of an ask that names none: its process has the store.
const LOCAL: &str = "local";

impl NewAsk {
    /// A plain ask of these questions, keyed by their tool call.
    pub fn new(parsed: Parsed) -> Self {
        Self {
            session: None,
            key: parsed.tool_use_id.as_deref().map(CallKey::from),
            parsed,
            source: Source::Tool,
            asker: Asker::default(),
            timeout: None,
            on_timeout: None,
            total_rounds: None,
            goes_on: false,
            opening: Opening::default(),
            is_local: false,
        }
    }

    /// The session it goes to, unless that is a new one. A key without a session is a session of
    /// its own, so that whoever asks again with the same key finds it.
    fn session(&self) -> Option<SessionId> {
        let of_key = |key: &CallKey| {
            let sum = Digest::of(&[key.as_str().as_bytes()]).to_string();
            SessionId::new(format!("call-{}", &sum[..32]))
        };
        let session = self.session.clone();
        session.or_else(|| self.key.as_ref().map(of_key))
    }
}

impl Handle {
    pub(crate) fn new(
        inbox: SyncSender<Request>,
        reader: Arc<dyn Reader>,
        changes: watch::Receiver<Changes>,
        broken: watch::Receiver<Option<StoreError>>,
    ) -> Self {
        Self {
            inbox,
            reader,
            changes,
            broken,
            credential: None,
        }
    }

    /// The same, for asks that come in with the credential of this name.
    pub fn for_credential(&self, name: &str) -> Self {
        Self {
            credential: Some(name.into()),
            ..self.clone()
        }
    }

    /// Whether the desk can record anything; else why not.
    pub fn check(&self) -> Result<(), DeskError> {
        if self.broken.has_changed().is_err() {
            return Err(DeskError::Stopped);
        }
        Ok(self.broken.borrow().clone().map_or(Ok(()), Err)?)
    }

    /// Whether the desk can record nothing any more before it is started again: a write failed and
    /// must not be tried again, or the desk is gone. A damaged store is none of these, since it is
    /// the same after the next start; until then it can at least be read.
    pub fn has_fallen(&self) -> bool {
        self.broken.has_changed().is_err() || is_mended_by_a_start(&self.broken.borrow())
    }

    /// Returns when it has, and says why.
    pub async fn fallen(&self) -> DeskError {
        let mut broken = self.broken.clone();
        match broken.wait_for(is_mended_by_a_start).await.as_deref() {
            Ok(Some(why)) => why.clone().into(),
            _ => DeskError::Stopped,
        }
    }

    /// Changes whenever something new is in the log, whoever wrote it: a hint to read on.
    pub fn changes(&self) -> watch::Receiver<Changes> {
        self.changes.clone()
    }

    /// The reading side of the store: pages, lookups, the log.
    pub fn reader(&self) -> &dyn Reader {
        &*self.reader
    }

    /// Looks at every fact of a session, from its first, a page at a time.
    pub fn each_record(
        &self,
        session: &SessionId,
        mut look: impl FnMut(Record),
    ) -> Result<(), DeskError> {
        let mut after = 0;
        loop {
            let page = self.reader.records(session, after, PAGE)?;
            let Some(last) = page.last() else {
                return Ok(());
            };
            after = last.seq;
            page.into_iter().for_each(&mut look);
        }
    }

    /// Asks, and does not wait for the answer.
    pub fn ask(&self, ask: NewAsk) -> Reply<Ticket> {
        self.send_ask(ask, None)
    }

    /// Asks, and waits: the waiter is there before anyone can answer.
    pub fn ask_and_wait(&self, ask: NewAsk) -> (Reply<Ticket>, Waiter) {
        let (sender, waiter) = oneshot::channel();
        let collects = match ask.is_local {
            true => Collects::Secrets,
            false => Collects::OwnSecrets,
        };
        let wake = Wake::new(sender, collects);
        (self.send_ask(ask, Some(wake)), Waiter(waiter))
    }

    /// Waits, as the asker, for an interaction that was asked before. One that is closed wakes at
    /// once. The outcome counts as handed over then.
    pub fn wait(&self, interaction: InteractionId) -> Reply<Waiter> {
        self.send_wait(interaction, Collects::Outcome)
    }

    /// The same, with secret words: for the process that asked.
    pub fn wait_with_secrets(&self, interaction: InteractionId) -> Reply<Waiter> {
        self.send_wait(interaction, Collects::Secrets)
    }

    /// Waits for an interaction without collecting its outcome: for people, and for a look.
    pub fn watch(&self, interaction: InteractionId) -> Reply<Waiter> {
        self.send_wait(interaction, Collects::Nothing)
    }

    fn send_wait(&self, interaction: InteractionId, collects: Collects) -> Reply<Waiter> {
        let (sender, reply) = Reply::new();
        let who = Who::Comes {
            reply: sender,
            collects,
        };
        self.send(Request::Wait(Box::new(Wait { interaction, who })), reply)
    }

    /// Like `wait`, when nothing is to be done before it wakes: a refusal comes as the outcome.
    pub fn outcome(&self, interaction: InteractionId) -> Waiter {
        self.post_wait(interaction, Collects::Outcome)
    }

    /// Like `watch`, in the same way.
    pub fn outcome_to_look_at(&self, interaction: InteractionId) -> Waiter {
        self.post_wait(interaction, Collects::Nothing)
    }

    fn post_wait(&self, interaction: InteractionId, collects: Collects) -> Waiter {
        let (sender, waiter) = oneshot::channel();
        let who = Who::Sits(Wake::new(sender, collects));
        match self.post(Request::Wait(Box::new(Wait { interaction, who }))) {
            Ok(()) => Waiter(waiter),
            Err(error) => Waiter::refused(error),
        }
    }

    /// Answers, whole or in part.
    pub fn answer(&self, answering: Answering) -> Reply<Receipt> {
        self.wish(To::Interaction(
            answering.interaction,
            Command::Answer(answering),
        ))
    }

    /// Answers one question of a session, and with it the interaction that asks it.
    pub fn answer_question(
        &self,
        session: SessionId,
        question: QuestionId,
        answering: Answering,
    ) -> Reply<Receipt> {
        self.wish(To::Question {
            session,
            question,
            answering,
        })
    }

    /// Calls an interaction off, for the person.
    pub fn cancel(
        &self,
        interaction: InteractionId,
        reason: Option<String>,
        actor: Actor,
        request: Option<RequestKey>,
    ) -> Reply<Receipt> {
        let command = Command::Cancel {
            interaction,
            reason,
            actor,
            request,
        };
        self.wish(To::Interaction(interaction, command))
    }

    /// Takes a question back, for its asker.
    pub fn withdraw(&self, interaction: InteractionId, actor: Actor) -> Reply<Receipt> {
        let command = Command::Withdraw { interaction, actor };
        self.wish(To::Interaction(interaction, command))
    }

    /// Records whether the asker has an outcome: that it confirmed it, or that it is gone.
    pub fn deliver(&self, interaction: InteractionId, delivery: Delivery) -> Reply<Receipt> {
        let command = Command::Deliver {
            interaction,
            delivery,
        };
        self.wish(To::Interaction(interaction, command))
    }

    /// Stops an interaction's clock, or lets it go on.
    pub fn hold(&self, interaction: InteractionId, hold: bool, actor: Actor) -> Reply<Receipt> {
        let command = Command::Hold {
            interaction,
            hold,
            actor,
        };
        self.wish(To::Interaction(interaction, command))
    }

    /// Takes up a timed-out interaction again, as a new one whose id the ticket tells.
    pub fn reopen(&self, interaction: InteractionId, timeout: Option<u64>) -> Reply<Ticket> {
        let (sender, reply) = Reply::new();
        let wish = Wish {
            to: To::Reopen {
                interaction,
                successor: new_interaction_id(),
                timeout,
            },
            then: Then::Ticket(sender, None),
        };
        self.send(Request::Wish(Box::new(wish)), reply)
    }

    /// Begins a session that branches off another after this round; the receipt names it.
    pub fn branch(&self, from: SessionId, round: u32) -> Reply<Receipt> {
        let session = new_session_id();
        self.wish(To::Branch {
            from,
            round,
            session,
        })
    }

    /// Begins a session without asking yet.
    pub fn open(&self, session: SessionId, opening: Opening) -> Reply<Receipt> {
        self.wish(To::Session(session, Command::Open(opening)))
    }

    /// Stops the session's task: everything open is called off.
    pub fn interrupt(&self, session: SessionId, actor: Actor) -> Reply<Receipt> {
        self.wish(To::Session(session, Command::Interrupt { actor }))
    }

    /// Records what the agent said or did.
    pub fn say(&self, session: SessionId, message: Message) -> Reply<Receipt> {
        self.wish(To::Session(session, Command::Say(message)))
    }

    /// Lets the agent ask on in this chain.
    pub fn allow_more(&self, session: SessionId, more: u32, actor: Actor) -> Reply<Receipt> {
        self.wish(To::Session(session, Command::AllowMore { more, actor }))
    }

    /// No more questions in this chain.
    pub fn end_chain(&self, session: SessionId, actor: Actor) -> Reply<Receipt> {
        self.wish(To::Session(session, Command::EndChain { actor }))
    }

    /// Keeps what a person has entered so far.
    pub fn save_draft(&self, interaction: InteractionId, draft: Draft) -> Reply<()> {
        let (sender, reply) = Reply::new();
        self.send(
            Request::Draft(Box::new((interaction, draft, sender))),
            reply,
        )
    }

    /// Forgets sessions whose last fact is older than this and that have nothing open.
    pub fn forget_before(&self, before: Moment) -> Reply<u64> {
        let (sender, reply) = Reply::new();
        self.send(Request::Forget(before, sender), reply)
    }

    /// Tells the desk that its clock was moved by hand; replies when what is due is done.
    pub fn clock_moved(&self) -> Reply<()> {
        let (sender, reply) = Reply::new();
        self.send(Request::ClockMoved(sender), reply)
    }

    fn send_ask(&self, new: NewAsk, wake: Option<Wake>) -> Reply<Ticket> {
        let session = new.session();
        let mut asker = new.asker;
        let own = self.credential.as_deref().map(str::to_owned);
        let credential = own.or(asker.credential.take());
        asker.credential = credential.or_else(|| Some(LOCAL.to_owned()));
        let ask = Ask {
            interaction: new_interaction_id(),
            key: new.key,
            parsed: new.parsed,
            source: new.source,
            asker,
            timeout: new.timeout,
            on_timeout: new.on_timeout,
            total_rounds: new.total_rounds,
            goes_on: new.goes_on,
            chain_rounds: limits::CHAIN_ROUNDS,
            opening: new.opening,
        };
        let (sender, reply) = Reply::new();
        let command = Command::Ask(Box::new(ask));
        let wish = Wish {
            to: match session {
                Some(session) => To::Session(session, command),
                None => To::NewSession(new_session_id(), command),
            },
            then: Then::Ticket(sender, wake),
        };
        self.send(Request::Wish(Box::new(wish)), reply)
    }

    fn wish(&self, to: To) -> Reply<Receipt> {
        let (sender, reply) = Reply::new();
        let then = Then::Receipt(sender);
        self.send(Request::Wish(Box::new(Wish { to, then })), reply)
    }

    fn send<T>(&self, request: Request, reply: Reply<T>) -> Reply<T> {
        match self.post(request) {
            Ok(()) => reply,
            Err(error) => Reply::ready(Err(error)),
        }
    }

    fn post(&self, request: Request) -> Result<(), DeskError> {
        self.inbox.try_send(request).map_err(|error| match error {
            TrySendError::Full(_) => DeskError::Busy,
            TrySendError::Disconnected(_) => DeskError::Stopped,
        })
    }
}

impl std::fmt::Debug for Handle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Handle")
    }
}

fn is_mended_by_a_start(why: &Option<StoreError>) -> bool {
    matches!(why, Some(StoreError::Io(_)))
}

fn new_interaction_id() -> InteractionId {
    InteractionId::new(Uuid::now_v7().as_u128())
}

fn new_session_id() -> SessionId {
    SessionId::new(Uuid::now_v7().to_string())
}
