//! The desk, wherever it is.

use std::sync::Arc;

use sayso_core::actor::Actor;
use sayso_core::command::{Answering, GivenAnswer};
use sayso_core::delivery::Delivery;
use sayso_core::face::Face;
use sayso_core::id::{InteractionId, RequestKey, SessionId};
use sayso_core::lang::Lang;
use sayso_core::outcome::Outcome;
use sayso_core::question::Questions;
use sayso_core::source::Source;
use sayso_core::state::State;
use sayso_desk::remote::{RemoteDesk, RemoteError, RemoteInteraction};
use sayso_desk::store::{Found, HistoryEntry, Pending};
use sayso_desk::{DeskError, Handle, NewAsk};
use serde_json::{Value, json};

use super::heading;
use super::here::Here;
use super::trouble::Trouble;
use super::waiting::{Waiting, may_pass};
use crate::config::Config;

/// The desk: one in this process on the same store that every desk of this directory uses, or one
/// somewhere else.
pub(crate) enum Window {
    /// In this process.
    Here(Box<Here>),
    /// Somewhere else.
    There(There),
}

/// A desk somewhere else, seen as its asker and as a person.
pub(crate) struct There {
    pub(super) agent: RemoteDesk,
    pub(super) person: RemoteDesk,
}

/// An interaction, as it is found.
pub(crate) struct Known {
    /// Which.
    pub(crate) id: InteractionId,
    /// Its session.
    pub(crate) session: String,
    /// The n-th of its session.
    pub(crate) round: u32,
    /// How many rounds the asker announced.
    pub(crate) total_rounds: Option<u32>,
    /// How it stands.
    pub(crate) state: State,
    /// What is asked.
    pub(crate) questions: Questions,
    /// Question or approval.
    pub(crate) source: Source,
    /// Who asks, and in which project.
    pub(crate) heading: Option<String>,
    /// The project's root.
    pub(crate) project: Option<String>,
    /// Whether it stops waiting some day.
    pub(crate) has_deadline: bool,
    /// Whether the same ask was made before.
    pub(crate) known: bool,
    /// How it closed.
    pub(crate) outcome: Option<Arc<Outcome>>,
}

impl Window {
    /// The desk that the environment names, else one in this process.
    pub(crate) fn open(config: &Config) -> Result<Self, Trouble> {
        if let Some(desk) = &config.desk {
            let remote = |token: &str| {
                let remote = config.remote(&desk.url, token);
                remote.map_err(|wrong| Trouble::bad_input(format!("Error: {wrong}")))
            };
            return Ok(Self::There(There {
                agent: remote(&desk.asker)?,
                person: remote(&desk.person)?,
            }));
        }
        let here = Here::open(config);
        let here = here.map_err(|error| Trouble::of_desk(&error, config.lang))?;
        Ok(Self::Here(Box::new(here)))
    }

    /// The desk in this process, if it is here.
    pub(crate) fn handle(&self) -> Option<Handle> {
        match self {
            Self::Here(here) => Some(here.handle()),
            Self::There(_) => None,
        }
    }

    /// The desk somewhere else as a person sees it, if it is there.
    pub(crate) fn person(&self) -> Option<RemoteDesk> {
        match self {
            Self::Here(_) => None,
            Self::There(there) => Some(there.person.clone()),
        }
    }

    /// Asks; the waiting begins before anyone can answer. `input` is what was read, for a desk
    /// that reads for itself.
    pub(crate) fn ask(
        &self,
        ask: NewAsk,
        input: &Value,
        config: &Config,
    ) -> Result<(Known, Waiting), Trouble> {
        match self {
            Self::Here(here) => {
                let heading = heading(&ask.opening, &ask.asker, config.lang);
                let source = ask.source;
                let (total_rounds, project) = (ask.total_rounds, ask.opening.project.clone());
                let (asked, waiter) = here.handle().ask_and_wait(ask);
                let ticket = asked
                    .wait()
                    .map_err(|error| Trouble::of_desk(&error, config.lang))?;
                let known = Known {
                    id: ticket.interaction,
                    session: ticket.session.to_string(),
                    round: ticket.round,
                    total_rounds,
                    state: ticket.state,
                    questions: ticket.questions,
                    source,
                    heading,
                    project,
                    has_deadline: ticket.deadline.is_some(),
                    known: ticket.known,
                    outcome: None,
                };
                Ok((known, Waiting::Here(waiter)))
            }
            Self::There(there) => {
                let body = ask_body(&ask, input);
                let (found, known) = there.agent.ask(&body).map_err(Trouble::of_remote)?;
                let token = found.raw["collect_token"].as_str().map(str::to_owned);
                let waiting = there.wait(&there.agent, found.id, token);
                let mut known = Known::of_remote(found, known, config.lang);
                known.total_rounds = ask.total_rounds;
                known.heading = heading(&ask.opening, &ask.asker, config.lang);
                known.project.clone_from(&ask.opening.project);
                Ok((known, waiting))
            }
        }
    }

    /// How an interaction stands.
    pub(crate) fn find(&self, id: InteractionId, config: &Config) -> Result<Known, Trouble> {
        match self {
            Self::Here(here) => {
                let found = here.handle().reader().find(id).map_err(DeskError::from);
                let found = found.map_err(|error| Trouble::of_desk(&error, config.lang))?;
                found
                    .map(|found| Known::of_found(found, config.lang))
                    .ok_or_else(|| Trouble::not_found(&id.to_string()))
            }
            Self::There(there) => {
                let found = there.agent.get(id, 0).map_err(Trouble::of_remote)?;
                Ok(Known::of_remote(found, true, config.lang))
            }
        }
    }

    /// The one interaction of this id, or whose id starts or ends with these digits.
    pub(crate) fn find_id(&self, text: &str, config: &Config) -> Result<InteractionId, Trouble> {
        if let Ok(id) = text.parse() {
            return Ok(id);
        }
        if text.len() < 4 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(Trouble::bad_input(format!(
                "{text:?} is no id; `sayso pending` lists them, and the last few digits are enough"
            )));
        }
        let matching: Vec<InteractionId> = match self {
            Self::Here(here) => here
                .handle()
                .reader()
                .matching(text)
                .map_err(|error| Trouble::of_desk(&error.into(), config.lang))?,
            Self::There(there) => there.agent.matching(text).map_err(Trouble::of_remote)?,
        };
        match matching[..] {
            [id] => Ok(id),
            [] => Err(Trouble::not_found(text)),
            _ => Err(Trouble::bad_input(format!(
                "several questions' ids start or end with {text}; give more digits"
            ))),
        }
    }

    /// Waits for an interaction that was asked before.
    pub(crate) fn wait(&self, id: InteractionId, config: &Config) -> Result<Waiting, Trouble> {
        match self {
            Self::Here(here) => match here.handle().wait_with_secrets(id).wait() {
                Ok(waiter) => Ok(Waiting::Here(waiter)),
                Err(error) => Err(Trouble::of_desk(&error, config.lang)),
            },
            Self::There(there) => match there.agent.get(id, 0) {
                // Whoever never spoke as a desk does is none.
                Err(error) if matches!(error, RemoteError::Strange(_)) || !may_pass(&error) => {
                    Err(Trouble::of_remote(error))
                }
                _ => Ok(there.wait(&there.agent, id, None)),
            },
        }
    }

    /// Waits for an interaction as a person who answers it: its outcome is not collected by that.
    pub(crate) fn watch(&self, id: InteractionId, config: &Config) -> Result<Waiting, Trouble> {
        match self {
            Self::Here(here) => match here.handle().watch(id).wait() {
                Ok(waiter) => Ok(Waiting::Here(waiter)),
                Err(error) => Err(Trouble::of_desk(&error, config.lang)),
            },
            Self::There(there) => Ok(there.wait(&there.person, id, None)),
        }
    }

    /// Tells the desk that the asker has the outcome. It is told for the record alone: the asker has
    /// its answer, whatever becomes of this.
    pub(crate) fn acknowledge(&self, id: InteractionId) {
        match self {
            Self::Here(here) => {
                let acknowledged = here.handle().deliver(id, Delivery::Acknowledged);
                let _ = acknowledged.wait();
            }
            Self::There(there) => drop(there.agent.acknowledge(id)),
        }
    }

    /// Answers, whole. Sent again by the same key it is known for the same.
    pub(crate) fn answer(
        &self,
        id: InteractionId,
        answers: &[GivenAnswer],
        actor: Actor,
        request: RequestKey,
        config: &Config,
    ) -> Result<(), Trouble> {
        match self {
            Self::Here(here) => {
                let answering = Answering {
                    interaction: id,
                    answers: answers.to_vec(),
                    whole: true,
                    actor,
                    request: Some(request),
                };
                let answered = here.handle().answer(answering).wait();
                answered
                    .map(drop)
                    .map_err(|error| Trouble::of_desk(&error, config.lang))
            }
            Self::There(there) => there
                .person
                .answer_as(id, answers, &actor, Some(&request))
                .map_err(Trouble::of_remote),
        }
    }

    /// Calls an interaction off, for the person.
    pub(crate) fn cancel(
        &self,
        id: InteractionId,
        reason: Option<String>,
        actor: Actor,
        config: &Config,
    ) -> Result<(), Trouble> {
        match self {
            Self::Here(here) => {
                let cancelled = here.handle().cancel(id, reason, actor, None).wait();
                cancelled
                    .map(drop)
                    .map_err(|error| Trouble::of_desk(&error, config.lang))
            }
            Self::There(there) => there
                .person
                .cancel(id, reason.as_deref(), Some(&actor))
                .map_err(Trouble::of_remote),
        }
    }

    /// Takes a question back, for its asker.
    pub(crate) fn withdraw(&self, id: InteractionId, config: &Config) -> Result<(), Trouble> {
        let actor = Actor::asker(config.user.as_str(), Face::Host);
        match self {
            Self::Here(here) => {
                let withdrawn = here.handle().withdraw(id, actor).wait();
                withdrawn
                    .map(drop)
                    .map_err(|error| Trouble::of_desk(&error, config.lang))
            }
            Self::There(there) => {
                let withdrawn = there.agent.cancel(id, None, Some(&actor));
                withdrawn.map_err(Trouble::of_remote)
            }
        }
    }

    /// The open interactions, as JSON.
    pub(crate) fn pending(&self, most: usize, config: &Config) -> Result<Vec<Value>, Trouble> {
        match self {
            Self::Here(here) => {
                let pending = here
                    .handle()
                    .reader()
                    .pending(most)
                    .map_err(DeskError::from);
                let mut pending = pending.map_err(|error| Trouble::of_desk(&error, config.lang))?;
                pending.sort_by_key(Pending::rank);
                Ok(pending.iter().map(super::pending_wire).collect())
            }
            Self::There(there) => {
                let pending = there.agent.pending().map_err(Trouble::of_remote)?;
                Ok(pending.into_iter().map(|one| one.raw).collect())
            }
        }
    }
}

impl Window {
    /// Closed interactions, newest first; of one session or all, before a place in the log.
    pub(crate) fn history(
        &self,
        session: Option<&SessionId>,
        before: Option<u64>,
        most: usize,
        config: &Config,
    ) -> Result<Vec<HistoryEntry>, Trouble> {
        match self {
            Self::Here(here) => {
                let entries = here.handle().reader().history(session, before, most);
                entries.map_err(|error| Trouble::of_desk(&error.into(), config.lang))
            }
            Self::There(there) => {
                let entries = there.agent.history(session, before, most);
                entries.map_err(Trouble::of_remote)
            }
        }
    }
}

impl Known {
    fn of_found(found: Found, lang: Lang) -> Self {
        match found {
            Found::Pending(pending) => Self {
                id: pending.asked.interaction,
                session: pending.session.to_string(),
                round: pending.asked.round,
                total_rounds: pending.asked.total_rounds,
                state: State::Pending,
                heading: heading(&pending.opening, &pending.asked.asker, lang),
                project: pending.opening.project,
                has_deadline: pending.asked.deadline.is_some(),
                questions: pending.asked.questions,
                source: pending.asked.source,
                known: true,
                outcome: None,
            },
            Found::Closed(outcome) => Self {
                id: outcome.interaction,
                session: outcome.session.to_string(),
                round: outcome.round,
                total_rounds: None,
                state: outcome.closing.state,
                questions: outcome.questions.clone(),
                source: outcome.source,
                heading: None,
                project: None,
                has_deadline: false,
                known: true,
                outcome: Some(Arc::new(*outcome)),
            },
        }
    }

    fn of_remote(found: RemoteInteraction, known: bool, lang: Lang) -> Self {
        Self {
            heading: found.heading(lang),
            id: found.id,
            session: found.session.to_string(),
            round: found.round,
            total_rounds: None,
            state: found.state,
            questions: found.questions,
            source: found.source,
            project: found.raw["project"].as_str().map(str::to_owned),
            has_deadline: !found.raw["deadline"].is_null(),
            known,
            outcome: found.outcome.map(Arc::new),
        }
    }
}

/// What `POST /api/interactions` takes.
fn ask_body(ask: &NewAsk, input: &Value) -> Value {
    let mut body = json!({ "input": input, "serial": ask.opening.serial });
    let mut set = |name: &str, value: Value| {
        if !value.is_null() {
            body[name] = value;
        }
    };
    set("session_id", json!(ask.session));
    set("idempotency_key", json!(ask.key));
    set(
        "timeout_seconds",
        json!(ask.timeout.map(|millis| millis.div_ceil(1_000))),
    );
    set("on_timeout", json!(ask.on_timeout));
    set("total_rounds", json!(ask.total_rounds));
    set("goes_on", json!(ask.goes_on.then_some(true)));
    set("project", json!(ask.opening.project));
    set("agent", json!(ask.asker));
    body
}
