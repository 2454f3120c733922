//! Two desks on one store, as two processes would be.

use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

use sayso_core::opening::Opening;
use sayso_core::refusal::Refusal;
use sayso_core::state::State;
use sayso_desk::clock::ManualClock;
use sayso_desk::{Desk, DeskError, Handle, NewAsk, Options, Receipt};

use crate::ledger::Ledger;
use crate::place::{Place, suite};
use crate::stage::woken;
use crate::words::{
    ann, answer, ask, bob, draft, given, keyed, refusal, requested, ten_o_clock, timed, yes_no,
};

suite! {
    an_answer_at_one_desk_wakes_the_asker_at_the_other
    secret_words_reach_the_asker_at_the_other_desk
    of_two_answers_one_wins
    a_deadline_fires_once
    the_other_desk_keeps_the_deadline_of_one_that_is_gone
    no_desk_speaks_from_old_memory
    the_same_key_at_both_desks_is_one_interaction
    what_one_desk_forgot_the_other_does_not_remember
}

/// Two desks on one store.
struct Pair {
    left: Desk,
    right: Desk,
    clock: Arc<ManualClock>,
}

impl Pair {
    /// With the clock of the machine: what one does, the other notices by itself.
    fn live(place: &dyn Place) -> Self {
        let options = Options {
            look_around: Duration::from_millis(5),
            ahead: 1,
            ..Options::default()
        };
        Self {
            left: desk(place, &options),
            right: desk(place, &options),
            clock: Arc::new(ManualClock::new(ten_o_clock())),
        }
    }

    /// With a stopped clock: they notice what they must when they are asked.
    fn still(place: &dyn Place) -> Self {
        let clock = Arc::new(ManualClock::new(ten_o_clock()));
        let options = Options {
            clock: clock.clone(),
            ..Options::default()
        };
        Self {
            left: desk(place, &options),
            right: desk(place, &options),
            clock,
        }
    }

    fn handles(&self) -> [Handle; 2] {
        [self.left.handle(), self.right.handle()]
    }
}

fn desk(place: &dyn Place, options: &Options) -> Desk {
    Desk::start(place.sealed(), options.clone()).unwrap()
}

fn an_answer_at_one_desk_wakes_the_asker_at_the_other(place: &dyn Place) {
    let pair = Pair::live(place);
    for n in 0..60 {
        let [mut here, mut there] = pair.handles();
        if n % 2 == 1 {
            std::mem::swap(&mut here, &mut there);
        }
        let (ticket, waiter) =
            here.ask_and_wait(ask(&format!("s{}", n / 6), yes_no(&n.to_string())));
        let id = ticket.wait().unwrap().interaction;
        let receipt = there
            .answer(answer(id, &n.to_string(), "yes"))
            .wait()
            .unwrap();
        assert_eq!(receipt.state, Some(State::Answered));
        assert_eq!(given(&woken(waiter).unwrap(), &n.to_string()), "yes");
    }
    Ledger::read(pair.left.handle().reader());
}

fn secret_words_reach_the_asker_at_the_other_desk(place: &dyn Place) {
    let pair = Pair::live(place);
    let [here, there] = pair.handles();
    let (ticket, waiter) = here.ask_and_wait(ask("s", crate::words::secret("q")));
    let id = ticket.wait().unwrap().interaction;
    there.answer(answer(id, "q", "sesame")).wait().unwrap();
    assert_eq!(given(&woken(waiter).unwrap(), "q"), "sesame");
}

/// Both desks answer at once: one wins, the other is told by whom.
fn of_two_answers_one_wins(place: &dyn Place) {
    const ROUNDS: usize = 200;
    let pair = Pair::live(place);
    let mut won = [0, 0];
    for n in 0..ROUNDS {
        let [here, there] = pair.handles();
        let question = n.to_string();
        let new = ask(&format!("s{}", n / 10), yes_no(&question));
        let (ticket, waiter) = here.ask_and_wait(new);
        let id = ticket.wait().unwrap().interaction;
        let barrier = Barrier::new(2);
        let race = |handle: Handle, actor, value: &'static str| {
            let answering = requested(answer(id, &question, value), actor, value);
            barrier.wait();
            handle.answer(answering).wait()
        };
        let results: [Result<Receipt, DeskError>; 2] = thread::scope(|scope| {
            let left = scope.spawn(|| race(here, ann(), "yes"));
            let right = scope.spawn(|| race(there, bob(), "no"));
            [left.join().unwrap(), right.join().unwrap()]
        });
        let winner = usize::from(results[0].is_err());
        let (actor, value) = [(ann(), "yes"), (bob(), "no")][winner].clone();
        let [left, right] = results;
        let (winning, losing) = if winner == 0 {
            (left, right)
        } else {
            (right, left)
        };
        assert_eq!(winning.unwrap().state, Some(State::Answered));
        let Refusal::AlreadyAnswered(closing) = refusal(losing) else {
            panic!("the loser is told who won");
        };
        assert_eq!(closing.actor, actor);
        let outcome = woken(waiter).unwrap();
        assert_eq!(given(&outcome, &question), value);
        assert_eq!(outcome.closing.actor, actor);
        won[winner] += 1;
    }
    let ledger = Ledger::read(pair.left.handle().reader());
    assert_eq!(ledger.closed.len(), ROUNDS);
    assert!(won.iter().all(|won| *won > 0), "no race at all: {won:?}");
}

fn a_deadline_fires_once(place: &dyn Place) {
    const ROUNDS: u64 = 40;
    let pair = Pair::still(place);
    for n in 0..ROUNDS {
        let [here, there] = pair.handles();
        let (ticket, waiter) = here.ask_and_wait(timed(&format!("s{n}"), 1_000, yes_no("q")));
        let id = ticket.wait().unwrap().interaction;
        let elsewhere = there.wait(id).wait().unwrap();
        pair.clock.advance(1_000);
        let barrier = Barrier::new(2);
        thread::scope(|scope| {
            for handle in [&here, &there] {
                scope.spawn(|| {
                    barrier.wait();
                    handle.clock_moved().wait().unwrap();
                });
            }
        });
        let outcome = woken(waiter).unwrap();
        assert_eq!(outcome.closing.state, State::Timeout);
        pair.clock.advance(1_000);
        assert_eq!(woken(elsewhere).unwrap().closing, outcome.closing);
    }
    assert_eq!(
        Ledger::read(pair.left.handle().reader()).closed.len() as u64,
        ROUNDS
    );
}

/// A deadline set at a desk that is gone fires at the one that is there.
fn the_other_desk_keeps_the_deadline_of_one_that_is_gone(place: &dyn Place) {
    let Pair { left, right, clock } = Pair::still(place);
    let new = timed("s", 1_000, yes_no("q"));
    let id = left.handle().ask(new).wait().unwrap().interaction;
    drop(left);
    clock.advance(1_000);
    let handle = right.handle();
    handle.clock_moved().wait().unwrap();
    let waiter = handle.wait(id).wait().unwrap();
    assert_eq!(woken(waiter).unwrap().closing.state, State::Timeout);
}

/// What one desk wrote, the other must not deny, however short ago it was.
fn no_desk_speaks_from_old_memory(place: &dyn Place) {
    let pair = Pair::still(place);
    let [here, there] = pair.handles();
    let serial = |question: &str, key: &str| NewAsk {
        opening: Opening {
            serial: true,
            chain_rounds: Some(0),
            ..Opening::default()
        },
        ..keyed("s", key, yes_no(question))
    };
    let first = here.ask(serial("q1", "k1")).wait().unwrap().interaction;
    // Both have the session in memory now.
    assert!(there.ask(serial("q1", "k1")).wait().unwrap().known);

    there.answer(answer(first, "q1", "yes")).wait().unwrap();
    let again = here.ask(serial("q1", "k1")).wait().unwrap();
    assert_eq!(again.state, State::Answered, "it is answered");
    there.ask(serial("q2", "k2")).wait().unwrap();
    let pending = here.ask(serial("q3", "k3")).wait();
    assert_eq!(refusal(pending), Refusal::InteractionPending);
    let second = here.ask(serial("q2", "k2")).wait().unwrap();
    assert!(second.known);

    let second = second.interaction;
    here.cancel(second, None, ann(), None).wait().unwrap();
    let third = there.ask(serial("q3", "k3")).wait().unwrap();
    assert!(!third.known, "nothing is open any more");
    let third = third.interaction;
    here.save_draft(third, draft("q3", "words")).wait().unwrap();
    let receipt = here.answer(answer(third, "q3", "no")).wait().unwrap();
    assert_eq!(receipt.state, Some(State::Answered));
    let late = there.save_draft(third, draft("q3", "words")).wait();
    assert!(matches!(refusal(late), Refusal::AlreadyAnswered(_)));
    let waiter = there.wait(third).wait().unwrap();
    assert_eq!(given(&woken(waiter).unwrap(), "q3"), "no");
    let branch = there.branch("s".into(), 3).wait().unwrap();
    assert_eq!(branch.state, None);
    Ledger::read(here.reader());
}

fn the_same_key_at_both_desks_is_one_interaction(place: &dyn Place) {
    let pair = Pair::live(place);
    for n in 0..60 {
        let [here, there] = pair.handles();
        let new = || {
            keyed(
                &format!("s{}", n / 10),
                &format!("k{n}"),
                yes_no(&n.to_string()),
            )
        };
        let barrier = Barrier::new(2);
        let race = |handle: Handle| {
            barrier.wait();
            let (ticket, waiter) = handle.ask_and_wait(new());
            (ticket.wait().unwrap(), waiter)
        };
        let [(left, one), (right, two)] = thread::scope(|scope| {
            let left = scope.spawn(|| race(here));
            let right = scope.spawn(|| race(there));
            [left.join().unwrap(), right.join().unwrap()]
        });
        assert_eq!(left.interaction, right.interaction);
        assert_ne!(left.known, right.known);
        let answering = answer(left.interaction, &n.to_string(), "yes");
        pair.right.handle().answer(answering).wait().unwrap();
        assert_eq!(woken(one).unwrap().closing, woken(two).unwrap().closing);
    }
    Ledger::read(pair.left.handle().reader());
}

fn what_one_desk_forgot_the_other_does_not_remember(place: &dyn Place) {
    let pair = Pair::still(place);
    let [here, there] = pair.handles();
    let new = || keyed("s", "k", yes_no("q"));
    let id = here.ask(new()).wait().unwrap().interaction;
    here.answer(answer(id, "q", "yes")).wait().unwrap();
    assert!(there.ask(new()).wait().unwrap().known);
    let before = ten_o_clock().plus(1);
    assert_eq!(here.forget_before(before).wait(), Ok(1));
    let again = there.ask(new()).wait().unwrap();
    assert_eq!((again.known, again.state), (false, State::Pending));
    let late = here.answer(answer(id, "q", "no")).wait();
    assert_eq!(refusal(late), Refusal::QuestionNotFound);
    here.answer(answer(again.interaction, "q", "no"))
        .wait()
        .unwrap();
    Ledger::read(here.reader());
}
