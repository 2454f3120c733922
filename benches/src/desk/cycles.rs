//! Ask, wait, answer, woken: through the whole corridor, in conversations of a few rounds.

use std::cell::RefCell;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use sayso_core::id::SessionId;
use sayso_core::state::State;
use sayso_desk::Desk;

use super::fixture;
use crate::cycles::{Cycles, Subject, drive};

pub(crate) const SUBJECT: Subject = Subject {
    name: "sayso: desk in process",
    at_once: &[1, 16, 128, 1_000],
    run,
};

/// Rounds of one conversation; then the caller begins another.
const ROUNDS: u32 = 10;

/// A conversation between two of its rounds.
#[derive(Default)]
struct Conversation {
    session: Option<SessionId>,
    rounds: u32,
}

fn run(folder: &Path, at_once: usize, stretch: Duration) -> Result<Cycles> {
    let desk = fixture::desk(folder)?;
    drive_on(&desk, at_once, stretch)
}

/// Runs cycles on this desk, with so many callers, for so long.
pub(super) fn drive_on(desk: &Desk, at_once: usize, stretch: Duration) -> Result<Cycles> {
    drive_between(desk, desk, at_once, stretch)
}

/// The same on two desks of one store: asked and waited for on the first, answered on the second.
pub(crate) fn drive_between(
    here: &Desk,
    there: &Desk,
    at_once: usize,
    stretch: Duration,
) -> Result<Cycles> {
    let (asking, answering) = (here.handle(), there.handle());
    let parsed = fixture::question()?;
    let idle: RefCell<Vec<Conversation>> = RefCell::default();
    drive(at_once, stretch, async move || {
        let mut conversation = idle.borrow_mut().pop().unwrap_or_default();
        let ask = fixture::ask(conversation.session.take(), parsed.clone());
        let (asked, waiter) = asking.ask_and_wait(ask);
        let ticket = asked.await?;
        let answered = Instant::now();
        let answer = fixture::answer(ticket.interaction, ticket.questions[0].id.as_str());
        let receipt = answering.answer(answer);
        let outcome = waiter.await?;
        let woken_after = answered.elapsed();
        receipt.await?;
        ensure!(outcome.closing.state == State::Answered, "not answered");
        conversation.rounds += 1;
        if conversation.rounds < ROUNDS {
            conversation.session = Some(ticket.session);
            idle.borrow_mut().push(conversation);
        }
        Ok(woken_after)
    })
}
