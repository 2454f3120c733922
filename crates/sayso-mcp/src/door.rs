//! The desk, wherever it is, for a server that must not block.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use sayso_core::actor::Actor;
use sayso_core::command::{Answering, GivenAnswer};
use sayso_core::digest::Digest;
use sayso_core::event::Event;
use sayso_core::id::{CallKey, InteractionId, SessionId};
use sayso_core::lang::Lang;
use sayso_core::on_the_table::whole_tree;
use sayso_core::outcome::Outcome;
use sayso_core::question::Questions;
use sayso_core::refusal::Refusal;
use sayso_core::source::Source;
use sayso_core::state::State;
use sayso_desk::remote::{RemoteDesk, RemoteError, RemoteInteraction};
use sayso_desk::store::{Found, Pending};
use sayso_desk::{DeskError, Handle, NewAsk};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::trouble::Trouble;

/// Seconds of one wait at a desk somewhere else, and how long it is left alone when it cannot be
/// reached.
const WAIT: u64 = 50;
const PAUSE: Duration = Duration::from_secs(1);
/// Open interactions that are looked through.
const MOST: usize = 1_000;

/// The desk: in this process, or somewhere else.
#[derive(Clone, Debug)]
pub enum Door {
    /// In this process, on the store that every desk of this directory uses.
    Here(Handle),
    /// Somewhere else, where this may ask, wait and withdraw. Nobody answers there by way of a client:
    /// all that such a desk would see is a token.
    There(RemoteDesk),
}

/// Ends when an interaction closes.
pub(crate) type Waiting =
    Pin<Box<dyn Future<Output = Result<Arc<Outcome>, Trouble>> + Send + Sync>>;

/// An interaction that somebody waits for.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) id: InteractionId,
    pub(crate) session: SessionId,
    pub(crate) questions: Questions,
    /// Whether it is leave to act.
    pub(crate) approval: bool,
    /// Whether it is over: then the waiting ends at once.
    pub(crate) closed: bool,
    /// What its secret words can be collected with, if it was asked just now.
    pub(crate) collect_token: Option<String>,
}

/// Whose the words of a secret question are.
#[derive(Clone, Debug)]
pub(crate) enum Secrets {
    /// This call's: its process, its connection or its token asked. Beside them what they can be
    /// collected with, where that is needed.
    Ours(Option<String>),
    /// Another's.
    NotOurs,
}

/// An interaction, and who asked it where.
pub(crate) struct Known {
    pub(crate) asked: Asked,
    pub(crate) digest: Option<Digest>,
    /// None of a closed one at a desk somewhere else, which does not say.
    pub(crate) agent: Option<String>,
    pub(crate) project: Option<String>,
    pub(crate) round: u32,
    pub(crate) asked_at: Value,
    /// What makes two asks the same; not known of a desk somewhere else.
    pub(crate) key: Option<CallKey>,
    /// Whether it says which tool call it is for.
    pub(crate) by_call: bool,
}

impl Door {
    /// Asks, and waits: nobody can answer before the waiting begins. `input` is what was read, for
    /// a desk that reads for itself.
    pub(crate) async fn ask(
        &self,
        ask: NewAsk,
        input: Value,
        lang: Lang,
    ) -> Result<(Asked, Waiting), Trouble> {
        match self {
            Self::Here(handle) => {
                let questions = ask.parsed.questions.clone();
                let approval = ask.source == Source::Approval;
                let (ticket, waiter) = handle.ask_and_wait(ask);
                let ticket = ticket
                    .await
                    .map_err(|error| Trouble::of_desk(&error, lang))?;
                let asked = Asked {
                    id: ticket.interaction,
                    session: ticket.session,
                    questions: if ticket.questions.is_empty() {
                        questions
                    } else {
                        ticket.questions
                    },
                    approval,
                    closed: ticket.state != State::Pending,
                    collect_token: ticket.collect_token,
                };
                Ok((asked, waiting_here(waiter, lang)))
            }
            Self::There(agent) => {
                let body = ask_body(&ask, &input);
                let (found, _) = there(agent, move |desk| desk.ask(&body)).await?;
                let asked = Asked::of_remote(&found);
                let token = asked.collect_token.clone();
                Ok((asked, waiting_there(agent.clone(), found.id, token)))
            }
        }
    }

    /// An interaction that was asked before.
    pub(crate) async fn find(&self, id: InteractionId, lang: Lang) -> Result<Known, Trouble> {
        match self {
            Self::Here(handle) => known_here(handle, id)
                .map_err(|error| Trouble::of_desk(&error, lang))?
                .ok_or_else(|| Trouble::refused(&Refusal::QuestionNotFound, lang)),
            Self::There(agent) => {
                let found = there(agent, move |desk| desk.get(id, 0)).await?;
                Ok(Known::of_remote(&found))
            }
        }
    }

    /// Takes up the waiting for an interaction that was asked before.
    pub(crate) async fn wait(
        &self,
        id: InteractionId,
        secrets: &Secrets,
        lang: Lang,
    ) -> Result<(Asked, Waiting), Trouble> {
        match self {
            Self::Here(handle) => {
                let found = handle.reader().find(id).map_err(DeskError::from);
                let asked = match found.map_err(|error| Trouble::of_desk(&error, lang))? {
                    None => return Err(Trouble::refused(&Refusal::QuestionNotFound, lang)),
                    Some(Found::Pending(pending)) => Known::of_pending(*pending).asked,
                    Some(Found::Closed(outcome)) => Asked::of_outcome(&outcome),
                };
                let waiter = match secrets {
                    Secrets::Ours(_) => handle.wait_with_secrets(id).await,
                    // What is kept from it is not handed over to it.
                    Secrets::NotOurs if asked.has_secrets() => handle.watch(id).await,
                    Secrets::NotOurs => handle.wait(id).await,
                };
                let waiter = waiter.map_err(|error| Trouble::of_desk(&error, lang))?;
                Ok((asked, waiting_here(waiter, lang)))
            }
            Self::There(agent) => {
                let found = there(agent, move |desk| desk.get(id, 0)).await?;
                let token = match secrets {
                    Secrets::Ours(token) => token.clone(),
                    Secrets::NotOurs => None,
                };
                let waiting = waiting_there(agent.clone(), id, token);
                Ok((Asked::of_remote(&found), waiting))
            }
        }
    }

    /// What the secret words of this can be collected with, where the desk here knows.
    pub(crate) fn collect_token(&self, id: InteractionId) -> Option<String> {
        match self {
            Self::Here(handle) => handle.reader().collect_token(id).ok().flatten(),
            Self::There(_) => None,
        }
    }

    /// Whether secret words can be collected with this. A desk somewhere else says so itself.
    pub(crate) fn takes(&self, id: InteractionId, token: &str) -> bool {
        let sum = |token: &str| Digest::of(&[token.as_bytes()]);
        match self {
            Self::Here(_) => {
                let wanted = self.collect_token(id);
                wanted.is_some_and(|wanted| sum(&wanted) == sum(token))
            }
            Self::There(_) => true,
        }
    }

    /// How it closed, for the person, who is told as soon as it is: the asker does not have it by that.
    pub(crate) async fn look_at(
        &self,
        id: InteractionId,
        lang: Lang,
    ) -> Result<Arc<Outcome>, Trouble> {
        match self {
            Self::Here(handle) => {
                let outcome = handle.outcome_to_look_at(id).await;
                outcome.map_err(|error| Trouble::of_desk(&error, lang))
            }
            Self::There(_) => Err(Trouble::not_there(lang)),
        }
    }

    /// Answers for the person, with a whole form.
    pub(crate) async fn answer(
        &self,
        id: InteractionId,
        answers: Vec<GivenAnswer>,
        actor: Actor,
        lang: Lang,
    ) -> Result<(), Trouble> {
        match self {
            Self::Here(handle) => {
                let answering = Answering {
                    interaction: id,
                    answers,
                    whole: true,
                    actor,
                    request: None,
                };
                let answered = handle.answer(answering).await;
                answered
                    .map(drop)
                    .map_err(|error| Trouble::of_desk(&error, lang))
            }
            Self::There(_) => Err(Trouble::not_there(lang)),
        }
    }

    /// Calls an interaction off, for the person.
    pub(crate) async fn cancel(
        &self,
        id: InteractionId,
        reason: Option<String>,
        actor: Actor,
        lang: Lang,
    ) -> Result<(), Trouble> {
        match self {
            Self::Here(handle) => {
                let cancelled = handle.cancel(id, reason, actor, None).await;
                cancelled
                    .map(drop)
                    .map_err(|error| Trouble::of_desk(&error, lang))
            }
            Self::There(_) => Err(Trouble::not_there(lang)),
        }
    }

    /// Takes a question back, for its asker.
    pub(crate) async fn withdraw(
        &self,
        id: InteractionId,
        actor: Actor,
        lang: Lang,
    ) -> Result<(), Trouble> {
        match self {
            Self::Here(handle) => {
                let withdrawn = handle.withdraw(id, actor).await;
                withdrawn
                    .map(drop)
                    .map_err(|error| Trouble::of_desk(&error, lang))
            }
            Self::There(agent) => {
                there(agent, move |desk| desk.cancel(id, None, Some(&actor))).await
            }
        }
    }

    /// The open interactions.
    pub(crate) async fn pending(&self, lang: Lang) -> Result<Vec<Known>, Trouble> {
        match self {
            Self::Here(handle) => {
                let pending = handle.reader().pending(MOST).map_err(DeskError::from);
                let pending = pending.map_err(|error| Trouble::of_desk(&error, lang))?;
                Ok(pending.into_iter().map(Known::of_pending).collect())
            }
            Self::There(agent) => {
                let pending = there(agent, RemoteDesk::pending).await?;
                Ok(pending.iter().map(Known::of_remote).collect())
            }
        }
    }
}

impl Asked {
    fn of_remote(found: &RemoteInteraction) -> Self {
        Self {
            id: found.id,
            session: found.session.clone(),
            questions: found.questions.clone(),
            approval: found.source == Source::Approval,
            closed: found.state != State::Pending,
            collect_token: found.raw["collect_token"].as_str().map(str::to_owned),
        }
    }

    /// Whether it asks for something that only its asker may read.
    pub(crate) fn has_secrets(&self) -> bool {
        whole_tree(&self.questions).any(|question| question.secret)
    }

    fn of_outcome(outcome: &Outcome) -> Self {
        Self {
            id: outcome.interaction,
            session: outcome.session.clone(),
            questions: outcome.questions.clone(),
            approval: outcome.source == Source::Approval,
            closed: true,
            collect_token: None,
        }
    }
}

impl Known {
    fn of_pending(pending: Pending) -> Self {
        let asked = pending.asked;
        Self {
            digest: Some(asked.digest),
            agent: asked.asker.name,
            project: pending.opening.project,
            round: asked.round,
            asked_at: json!(pending.asked_at),
            by_call: asked.tool_use_id.is_some(),
            key: asked.key,
            asked: Asked {
                id: asked.interaction,
                session: pending.session,
                questions: asked.questions,
                approval: asked.source == Source::Approval,
                closed: false,
                collect_token: None,
            },
        }
    }

    fn of_remote(found: &RemoteInteraction) -> Self {
        let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
        Self {
            asked: Asked::of_remote(found),
            digest: None,
            agent: text(found.raw.pointer("/agent/name")),
            project: text(found.raw.get("project")),
            round: found.round,
            asked_at: found.raw.get("asked_at").cloned().unwrap_or_default(),
            by_call: found.raw.get("tool_use_id").is_some(),
            key: None,
        }
    }
}

/// The same of the desk in this process. Who asked what is closed stands in the log of its session.
fn known_here(handle: &Handle, id: InteractionId) -> Result<Option<Known>, DeskError> {
    let outcome = match handle.reader().find(id)? {
        None => return Ok(None),
        Some(Found::Pending(pending)) => return Ok(Some(Known::of_pending(*pending))),
        Some(Found::Closed(outcome)) => outcome,
    };
    let mut known = Known {
        asked: Asked::of_outcome(&outcome),
        digest: None,
        agent: None,
        project: None,
        round: outcome.round,
        asked_at: Value::Null,
        key: None,
        by_call: outcome.tool_use_id.is_some(),
    };
    handle.each_record(&outcome.session, |record| match record.event {
        Event::Opened(opening) => known.project = opening.project,
        Event::Asked(asked) if asked.interaction == id => {
            known.digest = Some(asked.digest);
            known.agent = asked.asker.name;
        }
        _ => {}
    })?;
    Ok(Some(known))
}

fn waiting_here(waiter: sayso_desk::Waiter, lang: Lang) -> Waiting {
    Box::pin(async move { waiter.await.map_err(|error| Trouble::of_desk(&error, lang)) })
}

/// Waits on a thread of its own. A desk that cannot be reached, or is busy, is tried again: what is
/// open stays open.
fn waiting_there(desk: RemoteDesk, id: InteractionId, token: Option<String>) -> Waiting {
    let (sender, receiver) = oneshot::channel();
    std::thread::spawn(move || {
        while !sender.is_closed() {
            match desk.collect(id, WAIT, token.as_deref()) {
                Ok(RemoteInteraction {
                    outcome: Some(outcome),
                    ..
                }) => {
                    let _ = sender.send(Ok(Arc::new(outcome)));
                    return;
                }
                Ok(_) => {}
                Err(RemoteError::Unreachable(_) | RemoteError::Refused { status: 503, .. }) => {
                    std::thread::sleep(PAUSE);
                }
                Err(error) => {
                    let _ = sender.send(Err(Trouble::of_remote(error)));
                    return;
                }
            }
        }
    });
    Box::pin(async move { receiver.await.unwrap_or_else(|_| Err(Trouble::gone())) })
}

/// A call of a desk somewhere else, off the runtime's thread.
async fn there<T: Send + 'static>(
    desk: &RemoteDesk,
    call: impl FnOnce(&RemoteDesk) -> Result<T, RemoteError> + Send + 'static,
) -> Result<T, Trouble> {
    let desk = desk.clone();
    match tokio::task::spawn_blocking(move || call(&desk)).await {
        Ok(done) => done.map_err(Trouble::of_remote),
        Err(_) => Err(Trouble::gone()),
    }
}

fn ask_body(ask: &NewAsk, input: &Value) -> Value {
    let mut body = json!({ "input": input, "source": ask.source, "agent": ask.asker });
    let mut set = |name: &str, value: Value| {
        if !value.is_null() {
            body[name] = value;
        }
    };
    set("session_id", json!(ask.session));
    set("idempotency_key", json!(ask.key));
    set("project", json!(ask.opening.project));
    set("tool_use_id", json!(ask.parsed.tool_use_id));
    body
}
