//! From one publish to everyone who watches.
//!
//! Ours is an ask that pages see: it is on disk before anyone hears of it. The others pass on what
//! is posted, of the same size.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::runtime::Builder;
use tokio::task::LocalSet;
use tokio::time::sleep;

use super::connection::Connection;
use super::nchan;
use super::open_files::open_as_many_as_allowed;
use super::serve::{AGENT, Served};
use super::server::Server;
use super::watchers::{MARK, Watchers};
use crate::bars::Bars;
use crate::desk::fixture;
use crate::latency::Latency;
use crate::median::median;
use crate::settings::{Settings, scratch};
use crate::table::Table;

/// How many watch; a group of rows for each.
const WATCHERS: &[usize] = &[1_000, 10_000];

/// How often each subject runs; the median counts.
const STRETCHES: usize = 3;

/// Events that are published one after another, each when everyone has the one before.
const ONE_BY_ONE: usize = 20;

/// Events that are published without waiting for anyone.
const AT_ONCE: usize = 20;

/// What settles after so many have connected.
const SETTLE: Duration = Duration::from_millis(500);

/// A server of streams.
struct Subject {
    name: &'static str,
    start: fn(&Path) -> Result<Server>,
    publish_path: &'static str,
    /// The n-th event.
    event: fn(usize) -> String,
}

const FLOOR: Subject = Subject {
    name: "floor: axum, shared bytes",
    start: |folder| Server::start(Served::FloorStreams, folder),
    publish_path: "/api/events",
    event: bare_event,
};
const NCHAN: Subject = Subject {
    name: "nchan (nginx)",
    start: nchan::start,
    publish_path: "/api/events",
    event: bare_event,
};
const SAYSO: Subject = Subject {
    name: "sayso: asks, /api/events",
    start: |folder| Server::start(Served::Sayso, folder),
    publish_path: "/api/interactions",
    event: ask,
};

fn ask(n: usize) -> String {
    let question = fixture::QUESTION;
    format!(r#"{{"tool_use_id":"{MARK}{n}","input":{question}}}"#)
}

/// As many bytes as an ask puts on the stream: a session opens, and a question is asked in it.
fn bare_event(n: usize) -> String {
    format!(r#"{{"tool_use_id":"{MARK}{n}","text":"{:1258}"}}"#, "")
}

/// One subject with so many watchers.
struct Measured {
    subject: &'static Subject,
    latency: Latency,
    deliveries: Vec<f64>,
    memory: Vec<f64>,
}

pub(crate) fn run(settings: &Settings) -> Result<()> {
    let mut subjects = vec![&FLOOR, &NCHAN, &SAYSO];
    if !nchan::is_there() {
        println!("left out: nchan: `cargo xtask setup --bench` installs it\n");
        subjects.retain(|subject| subject.name != NCHAN.name);
    }
    let most = open_as_many_as_allowed();
    let mut table = Table::new([
        "",
        "watching",
        "p50",
        "p99",
        "p50 of floor",
        "deliveries/s",
        "of floor",
        "memory each",
    ]);
    let mut bars = Bars::default();
    for &wanted in WATCHERS {
        let count = settings.watchers.unwrap_or(wanted).min(most);
        if count < wanted && settings.watchers.is_none() {
            println!("only {count} watch instead of {wanted}: more files may not be open\n");
        }
        let measured = measure(&subjects, count)?;
        let first = measured.first();
        let floor = first.map_or(0.0, |one| one.latency.p50().as_secs_f64());
        let floor_deliveries = first.and_then(|one| median(&one.deliveries));
        for one in &measured {
            let p50 = one.latency.p50().as_secs_f64();
            let p99 = one.latency.p99().as_secs_f64();
            let deliveries = median(&one.deliveries).unwrap_or_default();
            table.row([
                one.subject.name.to_owned(),
                count.to_string(),
                format!("{:.1} ms", p50 * 1e3),
                format!("{:.1} ms", p99 * 1e3),
                format!("{:.2}", p50 / floor),
                format!("{deliveries:.0}"),
                format!("{:.2}", deliveries / floor_deliveries.unwrap_or_default()),
                format!("{:.1} kB", median(&one.memory).unwrap_or_default() / 1e3),
            ]);
            bars.row(format!("{count:>6}  p99  {}", one.subject.name), p99);
        }
        if settings.watchers.is_some() {
            break;
        }
    }
    println!("{table}\n{bars}");
    Ok(())
}

/// Lets every subject run with so many watchers, in turns.
fn measure(subjects: &[&'static Subject], count: usize) -> Result<Vec<Measured>> {
    let mut measured = Vec::new();
    for &subject in subjects {
        measured.push(Measured {
            subject,
            latency: Latency::new()?,
            deliveries: Vec::new(),
            memory: Vec::new(),
        });
    }
    for _ in 0..STRETCHES {
        for one in &mut measured {
            one.run_stretch(count)?;
        }
    }
    Ok(measured)
}

impl Measured {
    fn run_stretch(&mut self, count: usize) -> Result<()> {
        let folder = scratch()?;
        let server = (self.subject.start)(folder.path())?;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        LocalSet::new().block_on(&runtime, self.publish_to(count, &server))
    }

    async fn publish_to(&mut self, count: usize, server: &Server) -> Result<()> {
        let Subject {
            publish_path: path,
            event,
            ..
        } = *self.subject;
        let mut publisher = Connection::open(server.address, AGENT).await?;
        let before = server.resident()?;
        let watchers = Watchers::open(count, server.address, "/api/events").await?;
        sleep(SETTLE).await;
        self.memory
            .push((server.resident()? - before) / count as f64);
        for n in 0..ONE_BY_ONE {
            watchers.expect(1);
            publisher.post(path, event(n)).await?;
            watchers.receive().await?;
        }
        self.latency.merge(&watchers.latency()?)?;
        watchers.expect(AT_ONCE);
        let started = Instant::now();
        for n in 0..AT_ONCE {
            publisher.post(path, event(ONE_BY_ONE + n)).await?;
        }
        watchers.receive().await?;
        let deliveries = (count * AT_ONCE) as f64;
        self.deliveries
            .push(deliveries / started.elapsed().as_secs_f64());
        Ok(())
    }
}
