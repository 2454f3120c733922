//! The desk, wherever it is, for a server that must not block.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use sayso_core::actor::Actor;
use sayso_core::command::{Answering, GivenAnswer};
use sayso_core::digest::Digest;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::lang::Lang;
use sayso_core::outcome::Outcome;
use sayso_core::question::Questions;
use sayso_core::refusal::Refusal;
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
    /// Somewhere else, as its asker and as the person.
    There {
        /// May ask, wait and withdraw.
        agent: RemoteDesk,
        /// May answer.
        person: RemoteDesk,
    },
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
    /// Whether it is over: then the waiting ends at once.
    pub(crate) closed: bool,
}

/// An open interaction in a list.
pub(crate) struct Open {
    pub(crate) asked: Asked,
    pub(crate) digest: Option<Digest>,
    pub(crate) agent: Option<String>,
    pub(crate) project: Option<String>,
    pub(crate) round: u32,
    pub(crate) asked_at: Value,
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
                    closed: ticket.state != State::Pending,
                };
                Ok((asked, waiting_here(waiter, lang)))
            }
            Self::There { agent, .. } => {
                let body = ask_body(&ask, &input);
                let (found, _) = there(agent, move |desk| desk.ask(&body)).await?;
                let waiting = waiting_there(agent.clone(), found.id);
                Ok((Asked::of_remote(&found), waiting))
            }
        }
    }

    /// Takes up the waiting for an interaction that was asked before.
    pub(crate) async fn wait(
        &self,
        id: InteractionId,
        lang: Lang,
    ) -> Result<(Asked, Waiting), Trouble> {
        match self {
            Self::Here(handle) => {
                let found = handle.reader().find(id).map_err(DeskError::from);
                let asked = match found.map_err(|error| Trouble::of_desk(&error, lang))? {
                    None => return Err(Trouble::refused(&Refusal::QuestionNotFound, lang)),
                    Some(Found::Pending(pending)) => Open::of_pending(*pending).asked,
                    Some(Found::Closed(outcome)) => Asked {
                        id,
                        session: outcome.session.clone(),
                        questions: outcome.questions.clone(),
                        closed: true,
                    },
                };
                let waiter = handle.wait(id).await;
                let waiter = waiter.map_err(|error| Trouble::of_desk(&error, lang))?;
                Ok((asked, waiting_here(waiter, lang)))
            }
            Self::There { agent, .. } => {
                let found = there(agent, move |desk| desk.get(id, 0)).await?;
                Ok((Asked::of_remote(&found), waiting_there(agent.clone(), id)))
            }
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
            Self::There { person, .. } => {
                there(person, move |desk| desk.answer(id, &answers, &actor)).await
            }
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
            Self::There { person, .. } => {
                let cancel =
                    move |desk: &RemoteDesk| desk.cancel(id, reason.as_deref(), Some(&actor));
                there(person, cancel).await
            }
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
            Self::There { agent, .. } => {
                there(agent, move |desk| desk.cancel(id, None, Some(&actor))).await
            }
        }
    }

    /// The open interactions.
    pub(crate) async fn pending(&self, lang: Lang) -> Result<Vec<Open>, Trouble> {
        match self {
            Self::Here(handle) => {
                let pending = handle.reader().pending(MOST).map_err(DeskError::from);
                let pending = pending.map_err(|error| Trouble::of_desk(&error, lang))?;
                Ok(pending.into_iter().map(Open::of_pending).collect())
            }
            Self::There { agent, .. } => {
                let pending = there(agent, RemoteDesk::pending).await?;
                Ok(pending.iter().map(Open::of_remote).collect())
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
            closed: found.state != State::Pending,
        }
    }
}

impl Open {
    fn of_pending(pending: Pending) -> Self {
        let asked = pending.asked;
        Self {
            digest: Some(asked.digest),
            agent: asked.asker.name,
            project: pending.opening.project,
            round: asked.round,
            asked_at: json!(pending.asked_at),
            asked: Asked {
                id: asked.interaction,
                session: pending.session,
                questions: asked.questions,
                closed: false,
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
        }
    }
}

fn waiting_here(waiter: sayso_desk::Waiter, lang: Lang) -> Waiting {
    Box::pin(async move { waiter.await.map_err(|error| Trouble::of_desk(&error, lang)) })
}

/// Waits on a thread of its own. A desk that cannot be reached, or is busy, is tried again: what is
/// open stays open.
fn waiting_there(desk: RemoteDesk, id: InteractionId) -> Waiting {
    let (sender, receiver) = oneshot::channel();
    std::thread::spawn(move || {
        while !sender.is_closed() {
            match desk.get(id, WAIT) {
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
