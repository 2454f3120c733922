//! Ask, wait, answer, woken: over kept-alive HTTP/1.1, every step durable.
//!
//! A caller is an agent and a person, each with a connection. The agent's long poll is on its way
//! before the person answers; a cycle ends when both have their response.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Deserialize;
use tokio::task::yield_now;

use super::connection::Connection;
use super::program;
use super::serve::{AGENT, PERSON, Served};
use super::server::Server;
use crate::cycles::{Cycles, Subject, compare, drive_callers};
use crate::desk::fixture;
use crate::settings::Settings;

const AT_ONCE: &[usize] = &[1, 16, 128, 1_000];

const SUBJECTS: &[Subject] = &[
    Subject {
        name: "floor: axum, group commit",
        at_once: AT_ONCE,
        run: floor,
    },
    Subject {
        name: "sayso: desk over HTTP",
        at_once: AT_ONCE,
        run: sayso,
    },
    Subject {
        name: PROGRAM,
        at_once: AT_ONCE,
        run: program,
    },
];

const PROGRAM: &str = "`sayso serve`, with its log";

/// Rounds of one conversation; then the caller begins another.
const ROUNDS: u32 = 5;

pub(crate) fn run(settings: &Settings) -> Result<()> {
    let mut subjects = SUBJECTS;
    if !program::is_there() {
        println!("left out: {PROGRAM}: it is not built\n");
        subjects = subjects.split_last().map_or(subjects, |(_, others)| others);
    }
    compare(subjects, settings)
}

fn floor(folder: &Path, at_once: usize, stretch: Duration) -> Result<Cycles> {
    let server = Server::start(Served::FloorCycles, folder)?;
    cycles(&server, at_once, stretch)
}

fn sayso(folder: &Path, at_once: usize, stretch: Duration) -> Result<Cycles> {
    let server = Server::start(Served::Sayso, folder)?;
    cycles(&server, at_once, stretch)
}

fn program(folder: &Path, at_once: usize, stretch: Duration) -> Result<Cycles> {
    let server = program::start(folder)?;
    cycles(&server, at_once, stretch)
}

fn cycles(server: &Server, at_once: usize, stretch: Duration) -> Result<Cycles> {
    let address = server.address;
    let ready = async || {
        Ok(Caller {
            agent: Connection::open(address, AGENT).await?,
            person: Connection::open(address, PERSON).await?,
            session: None,
        })
    };
    drive_callers(at_once, stretch, ready, Caller::cycle)
}

/// An agent and the person whom it asks.
struct Caller {
    agent: Connection,
    person: Connection,
    session: Option<String>,
}

/// What the asker is told of its question.
#[derive(Deserialize)]
pub(super) struct Ticket {
    pub(super) interaction_id: String,
    pub(super) session_id: String,
    pub(super) round: u32,
}

impl Ticket {
    pub(super) fn poll_path(&self) -> String {
        format!("/api/interactions/{}?wait=60", self.interaction_id)
    }

    pub(super) async fn answer(&self, person: &mut Connection) -> Result<()> {
        let path = format!("/api/interactions/{}/answer", self.interaction_id);
        let body = format!(r#"{{"answers":{{"r{}.q1":"JWT"}}}}"#, self.round);
        person.post(&path, body).await.map(drop)
    }
}

impl Caller {
    /// Returns how long the answer took to reach the agent.
    async fn cycle(&mut self) -> Result<Duration> {
        let session = match &self.session {
            Some(session) => format!(r#""session_id":"{session}","#),
            None => String::new(),
        };
        let body = format!(r#"{{{session}"input":{}}}"#, fixture::QUESTION);
        let said = self.agent.post("/api/interactions", body).await?;
        let ticket: Ticket = serde_json::from_slice(&said)?;
        let path = ticket.poll_path();
        let person = &mut self.person;
        let answered = async {
            // The poll is queued already, and goes out first.
            yield_now().await;
            let answered = Instant::now();
            ticket.answer(person).await?;
            anyhow::Ok(answered)
        };
        let woken = async {
            self.agent.get(&path).await?;
            anyhow::Ok(Instant::now())
        };
        let (woken, answered) = tokio::try_join!(woken, answered)?;
        self.session = (ticket.round < ROUNDS).then_some(ticket.session_id);
        Ok(woken - answered)
    }
}
