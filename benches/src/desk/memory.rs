//! What an open interaction takes of memory.
//!
//! A process of its own asks so many questions, one session each, and reads how much more of it is
//! resident (`VmRSS`) than right after its desk started: all that the process needed for them, with
//! caches, queues and what the allocator kept. The waiters are counted on both sides, the desk's
//! and the caller's.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use sayso_desk::Waiter;

use super::fixture;
use crate::resident::resident;
use crate::settings::{Settings, scratch};
use crate::table::Table;

const OPEN: usize = 100_000;

/// Asks under way at once.
const AT_ONCE: usize = 1_000;

pub(crate) fn run(settings: &Settings) -> Result<()> {
    if let Some(waiting) = settings.memory_with_waiters {
        println!("{}", resident_bytes_each(waiting)?);
        return Ok(());
    }
    let json = serde_json::to_string(&fixture::question()?.questions)?.len() as f64;
    let mut table = Table::new(["100,000 open", "resident each", "its JSON", "beyond it"]);
    for (name, waiting) in [("nobody waits", "false"), ("one waiter each", "true")] {
        let each = in_own_process(waiting)?;
        table.row([
            name.to_owned(),
            format!("{each:.0} B"),
            format!("{json:.0} B"),
            format!("{:.0} B", each - json),
        ]);
    }
    println!("{table}");
    Ok(())
}

/// Runs this program again for one measurement; the last word it prints is the result.
fn in_own_process(waiting: &str) -> Result<f64> {
    let child = Command::new(std::env::current_exe()?)
        .args(["memory", "--memory-with-waiters", waiting])
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(child.status.success(), "the measuring process failed");
    let printed = String::from_utf8(child.stdout)?;
    let last = printed.split_whitespace().last();
    Ok(last.context("it printed nothing")?.parse()?)
}

fn resident_bytes_each(waiting: bool) -> Result<f64> {
    let folder = scratch()?;
    let desk = fixture::desk(folder.path())?;
    let handle = desk.handle();
    let parsed = fixture::question()?;
    let mut waiters: Vec<Waiter> = Vec::with_capacity(if waiting { OPEN } else { 0 });
    let before = resident("self")?;
    for _ in 0..OPEN / AT_ONCE {
        let mut asked = Vec::with_capacity(AT_ONCE);
        for _ in 0..AT_ONCE {
            let ask = fixture::ask(None, parsed.clone());
            if waiting {
                let (reply, waiter) = handle.ask_and_wait(ask);
                asked.push(reply);
                waiters.push(waiter);
            } else {
                asked.push(handle.ask(ask));
            }
        }
        for reply in asked {
            reply.wait()?;
        }
    }
    Ok((resident("self")? - before) / OPEN as f64)
}
