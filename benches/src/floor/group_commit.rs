//! Floor: one writer thread, to which all callers send; whatever waits goes into one commit.

use std::cell::Cell;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use rusqlite::Connection;
use tokio::sync::oneshot;
use uuid::Uuid;

use super::bare_rows;
use super::named_rows::{self, Id};
use crate::cycles::{Cycles, Subject, drive};

pub(crate) const SUBJECT: Subject = Subject {
    name: "floor: bare group commit",
    at_once: &[1, 16, 128, 1_000],
    run,
};

/// The same with what Sayso writes in earnest: ids of 128 bits, mostly random, and as many bytes.
pub(crate) const NAMED: Subject = Subject {
    name: "floor: with our ids and bytes",
    at_once: &[16, 128, 1_000],
    run: run_named,
};

/// The same without the group: each write is a transaction of its own, whoever waits.
pub(crate) const ONE_AT_A_TIME: Subject = Subject {
    name: "floor: one transaction at a time",
    at_once: &[16, 128, 1_000],
    run: run_one_at_a_time,
};

/// One write, and whom to tell when it is on disk.
pub(super) struct Job<I> {
    write: Write<I>,
    id: I,
    done: oneshot::Sender<()>,
}

type Write<I> = fn(&Connection, I) -> rusqlite::Result<()>;

fn run(folder: &Path, at_once: usize, stretch: Duration) -> Result<Cycles> {
    run_bare(folder, usize::MAX, at_once, stretch)
}

fn run_one_at_a_time(folder: &Path, at_once: usize, stretch: Duration) -> Result<Cycles> {
    run_bare(folder, 1, at_once, stretch)
}

fn run_bare(folder: &Path, most: usize, at_once: usize, stretch: Duration) -> Result<Cycles> {
    let last_id = Cell::new(0);
    let next_id = move || last_id.replace(last_id.get() + 1);
    let writes = (bare_rows::insert as Write<i64>, bare_rows::update as _);
    run_by(
        bare_rows::open(folder)?,
        most,
        next_id,
        writes,
        at_once,
        stretch,
    )
}

fn run_named(folder: &Path, at_once: usize, stretch: Duration) -> Result<Cycles> {
    let next_id = || Uuid::now_v7().into_bytes();
    let writes = (named_rows::insert as Write<Id>, named_rows::update as _);
    run_by(
        named_rows::open(folder)?,
        usize::MAX,
        next_id,
        writes,
        at_once,
        stretch,
    )
}

fn run_by<I: Copy + Send + Sync + 'static>(
    connection: Connection,
    most: usize,
    next_id: impl Fn() -> I + 'static,
    (insert, update): (Write<I>, Write<I>),
    at_once: usize,
    stretch: Duration,
) -> Result<Cycles> {
    let (jobs, waiting) = channel();
    let writer = thread::Builder::new()
        .name("floor".into())
        .spawn(move || write_all(connection, most, &waiting))?;
    let cycles = drive(at_once, stretch, async move || {
        let id = next_id();
        send(&jobs, insert, id).await?;
        let answered = Instant::now();
        send(&jobs, update, id).await?;
        Ok(answered.elapsed())
    });
    // The driver has dropped the sender, so the writer comes to its end; its error says more.
    writer
        .join()
        .map_err(|_| anyhow!("the writer panicked"))??;
    cycles
}

pub(super) async fn send<I: Send + Sync + 'static>(
    jobs: &Sender<Job<I>>,
    write: Write<I>,
    id: I,
) -> Result<()> {
    let (done, on_disk) = oneshot::channel();
    jobs.send(Job { write, id, done })?;
    Ok(on_disk.await?)
}

/// Writes what waits, so many in one commit at most.
pub(super) fn write_all<I>(
    mut connection: Connection,
    most: usize,
    waiting: &Receiver<Job<I>>,
) -> Result<()> {
    let mut written = Vec::new();
    while let Ok(first) = waiting.recv() {
        let transaction = connection.transaction()?;
        for job in std::iter::once(first).chain(waiting.try_iter()).take(most) {
            (job.write)(&transaction, job.id)?;
            written.push(job.done);
        }
        transaction.commit()?;
        for done in written.drain(..) {
            // A caller that has gone needs no reply.
            let _ = done.send(());
        }
    }
    Ok(())
}
