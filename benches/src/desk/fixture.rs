//! A desk in a folder, and the question that everybody asks.

use std::path::Path;

use anyhow::{Result, anyhow};
use sayso_core::actor::Actor;
use sayso_core::command::{Answering, GivenAnswer};
use sayso_core::dialect::{self, Parsed};
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::json;
use sayso_core::limits::Limits;
use sayso_core::opening::Opening;
use sayso_desk::store::SealedStore;
use sayso_desk::store::sqlite::SqliteStore;
use sayso_desk::{Desk, NewAsk, Options};

/// The question that everybody asks, as an agent sends it.
pub(crate) const QUESTION: &str = r#"{"questions":[{
    "question":"Which authentication method should we use?",
    "header":"Auth method",
    "options":[
        {"label":"OAuth 2.0","description":"Industry standard, supports social login"},
        {"label":"JWT","description":"Stateless tokens, good for APIs"}],
    "multiSelect":false}]}"#;

/// A desk on the store in this folder, which is made when it is not there.
pub(crate) fn desk(folder: &Path) -> Result<Desk> {
    let store = SqliteStore::open(&folder.join("sayso.db"))?;
    Ok(Desk::start(
        SealedStore::with_key(store, [7; 32]),
        Options::default(),
    )?)
}

/// The question that everybody asks.
pub(crate) fn question() -> Result<Parsed> {
    let input = json::read(QUESTION.as_bytes()).map_err(|issues| anyhow!("{issues:?}"))?;
    dialect::parse(&input, &Limits::command()).map_err(|issues| anyhow!("{issues:?}"))
}

/// Asks it in this session, however often it was asked there before, or in a new one.
pub(crate) fn ask(session: Option<SessionId>, parsed: Parsed) -> NewAsk {
    NewAsk {
        session,
        opening: opening(),
        ..NewAsk::new(parsed)
    }
}

/// Begins a session in which may be asked without end.
pub(crate) fn opening() -> Opening {
    Opening {
        chain_rounds: Some(0),
        ..Opening::default()
    }
}

/// Answers it.
pub(crate) fn answer(interaction: InteractionId, question: &str) -> Answering {
    Answering {
        interaction,
        answers: vec![GivenAnswer::new(question, "JWT")],
        whole: true,
        actor: Actor::new("bench", Face::Http, Evidence::Script),
        request: None,
    }
}
