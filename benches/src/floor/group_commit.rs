//! Floor: one writer thread, to which all callers send; whatever waits goes into one commit.

use std::cell::Cell;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use rusqlite::Connection;
use tokio::sync::oneshot;

use super::bare_rows;
use crate::cycles::{Cycles, Subject, drive};

pub(crate) const SUBJECT: Subject = Subject {
    name: "floor: bare group commit",
    at_once: &[1, 16, 128, 1_000],
    run,
};

/// One write, and whom to tell when it is on disk.
pub(super) struct Job {
    write: fn(&Connection, i64) -> rusqlite::Result<()>,
    id: i64,
    done: oneshot::Sender<()>,
}

fn run(folder: &Path, at_once: usize, stretch: Duration) -> Result<Cycles> {
    let connection = bare_rows::open(folder)?;
    let (jobs, waiting) = channel();
    let writer = thread::Builder::new()
        .name("floor".into())
        .spawn(move || write_all(connection, &waiting))?;
    let last_id = Cell::new(0);
    let cycles = drive(at_once, stretch, async move || {
        let id = last_id.get() + 1;
        last_id.set(id);
        send(&jobs, bare_rows::insert, id).await?;
        let answered = Instant::now();
        send(&jobs, bare_rows::update, id).await?;
        Ok(answered.elapsed())
    });
    // The driver has dropped the sender, so the writer comes to its end; its error says more.
    writer
        .join()
        .map_err(|_| anyhow!("the writer panicked"))??;
    cycles
}

pub(super) async fn send(
    jobs: &Sender<Job>,
    write: fn(&Connection, i64) -> rusqlite::Result<()>,
    id: i64,
) -> Result<()> {
    let (done, on_disk) = oneshot::channel();
    jobs.send(Job { write, id, done })?;
    Ok(on_disk.await?)
}

pub(super) fn write_all(mut connection: Connection, waiting: &Receiver<Job>) -> Result<()> {
    let mut written = Vec::new();
    while let Ok(first) = waiting.recv() {
        let transaction = connection.transaction()?;
        for job in std::iter::once(first).chain(waiting.try_iter()) {
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
