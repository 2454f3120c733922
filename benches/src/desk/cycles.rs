//! Ask, wait, answer, woken: through the whole corridor.

use std::cell::RefCell;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use sayso_core::id::SessionId;
use sayso_core::state::State;

use super::fixture;
use crate::cycles::{Cycles, Subject, drive};

pub(crate) const SUBJECT: Subject = Subject {
    name: "sayso: desk in process",
    at_once: &[1, 16, 128, 1_000],
    run,
};

fn run(folder: &Path, at_once: usize, stretch: Duration) -> Result<Cycles> {
    let desk = fixture::desk(folder)?;
    let handle = desk.handle();
    let parsed = fixture::question()?;
    let idle: Vec<SessionId> = (0..at_once)
        .map(|n| SessionId::new(format!("session-{n}")))
        .collect();
    let idle = RefCell::new(idle);
    drive(at_once, stretch, async move || {
        let session = idle
            .borrow_mut()
            .pop()
            .unwrap_or_else(|| SessionId::from("one-more"));
        let (asked, waiter) = handle.ask_and_wait(fixture::ask(&session, parsed.clone()));
        let ticket = asked.await?;
        let answered = Instant::now();
        let answering = fixture::answer(ticket.interaction, ticket.questions[0].id.as_str());
        let receipt = handle.answer(answering);
        let outcome = waiter.await?;
        let woken_after = answered.elapsed();
        receipt.await?;
        ensure!(outcome.closing.state == State::Answered, "not answered");
        idle.borrow_mut().push(session);
        Ok(woken_after)
    })
}
