//! A desk is killed while many agents wait, and started again.
//!
//! Each agent asks with a key of its own. When its long poll breaks off, it asks again with the
//! same key, which finds the same interaction, and waits on. When all wait again, all are answered.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::runtime::Builder;
use tokio::sync::{Semaphore, watch};
use tokio::task::{JoinSet, LocalSet};
use tokio::time::sleep;

use super::connection::Connection;
use super::cycles::Ticket;
use super::open_files::open_as_many_as_allowed;
use super::serve::{AGENT, PERSON, Served};
use super::server::Server;
use crate::desk::fixture;
use crate::median::median;
use crate::settings::{Settings, scratch};
use crate::table::Table;

const AGENTS: usize = 10_000;

/// How often it is killed; the median counts.
const KILLS: usize = 3;

/// Agents that come back at once, and people who answer.
const AT_ONCE: usize = 256;

/// How often it is looked how many wait. Each look makes the desk count what is open.
const LOOK: Duration = Duration::from_millis(20);

/// What one kill led to, in milliseconds since the new start.
#[derive(Default)]
struct Measured {
    ready: Vec<f64>,
    first_waits: Vec<f64>,
    all_wait: Vec<f64>,
    first_woken: Vec<f64>,
    all_woken: Vec<f64>,
}

pub(crate) fn run(_settings: &Settings) -> Result<()> {
    let agents = AGENTS.min(open_as_many_as_allowed());
    if agents < AGENTS {
        println!("only {agents} wait instead of {AGENTS}: more files may not be open\n");
    }
    let mut measured = Measured::default();
    for _ in 0..KILLS {
        let folder = scratch()?;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        LocalSet::new().block_on(&runtime, measured.kill_and_recover(folder.path(), agents))?;
    }
    let mut table = Table::new(["since the new start", "median"]);
    for (what, millis) in [
        ("ready", &measured.ready),
        ("first agent waits again", &measured.first_waits),
        ("all agents wait again", &measured.all_wait),
        ("first agent has its answer", &measured.first_woken),
        ("all agents have their answers", &measured.all_woken),
    ] {
        let millis = median(millis).unwrap_or_default();
        table.row([what.to_owned(), format!("{millis:.0} ms")]);
    }
    println!("{agents} agents\n\n{table}");
    Ok(())
}

impl Measured {
    async fn kill_and_recover(&mut self, folder: &Path, count: usize) -> Result<()> {
        let server = Server::start(Served::Sayso, folder)?;
        let (moved, address) = watch::channel(server.address);
        let places = Rc::new(Semaphore::new(AT_ONCE));
        let noticed = Rc::new(Semaphore::new(0));
        let mut agents = JoinSet::new();
        for number in 0..count {
            let (places, noticed) = (places.clone(), noticed.clone());
            agents.spawn_local(agent(number, address.clone(), places, noticed));
        }
        all_wait(server.address, count).await?;

        server.kill()?;
        // Agents are processes of their own and notice by themselves. Here one thread has to, for all
        // of them: that takes it longer than the desk's start, and has nothing to do with it.
        noticed.acquire_many(u32::try_from(count)?).await?.forget();
        let started = Instant::now();
        let since = || started.elapsed().as_secs_f64() * 1e3;
        let server = Server::start(Served::Sayso, folder)?;
        self.ready.push(since());
        moved.send_replace(server.address);
        all_wait(server.address, 1).await?;
        self.first_waits.push(since());
        all_wait(server.address, count).await?;
        self.all_wait.push(since());

        let answering = answer_all(server.address, count);
        let woken = async {
            let mut first = true;
            while let Some(woken) = agents.join_next().await {
                woken??;
                if std::mem::take(&mut first) {
                    self.first_woken.push(since());
                }
            }
            anyhow::Ok(())
        };
        tokio::try_join!(answering, woken)?;
        self.all_woken.push(since());
        Ok(())
    }
}

/// Asks and waits, and does both again at a new address when the old one is gone.
async fn agent(
    number: usize,
    mut address: watch::Receiver<SocketAddr>,
    places: Rc<Semaphore>,
    noticed: Rc<Semaphore>,
) -> Result<()> {
    let question = fixture::QUESTION;
    let ask = format!(r#"{{"idempotency_key":"agent-{number}","input":{question}}}"#);
    loop {
        let now = *address.borrow_and_update();
        let place = places.acquire().await?;
        let mut connection = Connection::open(now, AGENT).await?;
        let said = connection.post("/api/interactions", ask.clone()).await?;
        drop(place);
        let ticket: Ticket = serde_json::from_slice(&said)?;
        if connection.get(&ticket.poll_path()).await.is_ok() {
            return Ok(());
        }
        noticed.add_permits(1);
        address.changed().await?;
    }
}

/// Waits until so many agents wait.
async fn all_wait(address: SocketAddr, count: usize) -> Result<()> {
    let mut connection = Connection::open(address, PERSON).await?;
    loop {
        let metrics = connection.get("/metrics").await?;
        let text = String::from_utf8(metrics.to_vec())?;
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("sayso_waiting "));
        let waiting: usize = line.context("nobody counts who waits")?.parse()?;
        if waiting >= count {
            return Ok(());
        }
        sleep(LOOK).await;
    }
}

/// Answers everything that is open, as many people at once.
async fn answer_all(address: SocketAddr, count: usize) -> Result<()> {
    #[derive(serde::Deserialize)]
    struct Open {
        interactions: Vec<Ticket>,
    }
    let mut person = Connection::open(address, PERSON).await?;
    let path = format!("/api/interactions?state=pending&limit={count}");
    let open: Open = serde_json::from_slice(&person.get(&path).await?)?;
    ensure!(open.interactions.len() == count, "not all are open");
    let open = Rc::new(RefCell::new(open.interactions));
    let mut people = JoinSet::new();
    for _ in 0..AT_ONCE {
        let open = open.clone();
        people.spawn_local(async move {
            let mut person = Connection::open(address, PERSON).await?;
            loop {
                let next = open.borrow_mut().pop();
                let Some(next) = next else {
                    return anyhow::Ok(());
                };
                next.answer(&mut person).await?;
            }
        });
    }
    while let Some(done) = people.join_next().await {
        done??;
    }
    Ok(())
}
