//! Several threads after one interaction: one outcome, the same for everyone.

use std::sync::Barrier;
use std::thread;

use sayso_core::actor::Actor;
use sayso_core::closing::Closing;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::refusal::Refusal;
use sayso_core::state::State;
use sayso_desk::{DeskError, Handle, Receipt};

use crate::ledger::Ledger;
use crate::stage::{Stage, woken};
use crate::words::{agent, answer, given, keyed, requested, timed, yes_no};

const ROUNDS: usize = 200;

/// What a racer brings home: its receipt, or how it was beaten.
#[derive(Debug)]
enum Came {
    Won(State),
    Lost(Box<Closing>),
}

fn came_home(result: Result<Receipt, DeskError>) -> Came {
    match result {
        Ok(receipt) => Came::Won(receipt.state.unwrap()),
        Err(DeskError::Refused(Refusal::AlreadyAnswered(closing))) => Came::Lost(closing),
        other => panic!("neither won nor beaten: {other:?}"),
    }
}

fn person(n: usize) -> Actor {
    Actor::new(format!("person {n}"), Face::Web, Evidence::Page)
}

#[test]
fn answer_cancel_withdraw_and_deadline_meet() {
    let stage = Stage::new();
    let mut states = std::collections::HashMap::<State, usize>::new();
    for n in 0..ROUNDS {
        let question = n.to_string();
        let new = timed(&format!("s{}", n / 20), 1_000, yes_no(&question));
        let (ticket, waiter) = stage.handle().ask_and_wait(new);
        let id = ticket.wait().unwrap().interaction;
        let second = stage.handle().wait(id).wait().unwrap();
        let barrier = Barrier::new(5);
        let go = |race: Box<dyn FnOnce(Handle) -> Came + Send>| {
            let (handle, barrier) = (stage.handle(), &barrier);
            move || {
                barrier.wait();
                race(handle)
            }
        };
        let answering = |who: usize, value: &'static str| {
            let answering = requested(answer(id, &question, value), person(who), value);
            go(Box::new(move |handle| {
                came_home(handle.answer(answering).wait())
            }))
        };
        let results: Vec<Came> = thread::scope(|scope| {
            let racers = [
                scope.spawn(answering(0, "yes")),
                scope.spawn(answering(1, "no")),
                scope.spawn(go(Box::new(move |handle| {
                    came_home(handle.cancel(id, None, person(2), None).wait())
                }))),
                scope.spawn(go(Box::new(move |handle| {
                    came_home(handle.withdraw(id, agent()).wait())
                }))),
            ];
            // The deadline runs too, and wins in some of the rounds.
            barrier.wait();
            stage.clock.advance(1_000);
            let moved = stage.handle().clock_moved();
            let results = racers.map(|racer| racer.join().unwrap()).into();
            moved.wait().unwrap();
            results
        });
        let outcome = woken(waiter).unwrap();
        assert_eq!(outcome, woken(second).unwrap());
        assert_eq!(outcome.closing, stage.outcome(id).closing);
        let closing = Closing {
            answers: Default::default(),
            ..(*outcome.closing).clone()
        };
        let mut winners = 0;
        for result in results {
            match result {
                Came::Won(state) => {
                    winners += 1;
                    assert_eq!(state, closing.state);
                }
                Came::Lost(told) => assert_eq!(*told, closing, "told the one outcome"),
            }
        }
        let by_deadline = closing.state == State::Timeout;
        assert_eq!(winners, usize::from(!by_deadline), "{closing:?}");
        if closing.state == State::Answered {
            let value = given(&outcome, &question);
            let request = closing.request.as_ref().unwrap();
            assert_eq!(value, request.as_str(), "the winner's own answer");
        }
        *states.entry(closing.state).or_default() += 1;
    }
    let ledger = Ledger::read(stage.handle().reader());
    assert_eq!(ledger.closed.len(), ROUNDS);
    assert!(states.len() > 1, "no race at all: {states:?}");
}

#[test]
fn one_of_many_answers_wins() {
    const RACERS: usize = 8;
    let stage = Stage::new();
    for n in 0..ROUNDS / 2 {
        let question = n.to_string();
        let new = keyed(&format!("s{}", n / 20), &question, yes_no(&question));
        // Several ask the same thing while others answer it already.
        let id = stage.handle().ask(new.clone()).wait().unwrap().interaction;
        let barrier = Barrier::new(RACERS);
        let (won, outcomes): (Vec<bool>, Vec<_>) = thread::scope(|scope| {
            let racers: Vec<_> = (0..RACERS)
                .map(|who| {
                    let (handle, barrier, new) = (stage.handle(), &barrier, new.clone());
                    let answering =
                        requested(answer(id, &question, "yes"), person(who), &who.to_string());
                    scope.spawn(move || {
                        barrier.wait();
                        let (ticket, waiter) = handle.ask_and_wait(new);
                        let won =
                            matches!(came_home(handle.answer(answering).wait()), Came::Won(_));
                        assert!(ticket.wait().unwrap().known);
                        (won, woken(waiter).unwrap())
                    })
                })
                .collect();
            racers
                .into_iter()
                .map(|racer| racer.join().unwrap())
                .unzip()
        });
        let winner = won.iter().position(|won| *won).expect("somebody wins");
        assert_eq!(won.iter().filter(|won| **won).count(), 1);
        for outcome in outcomes {
            assert_eq!(outcome.closing.actor, person(winner));
        }
    }
    Ledger::read(stage.handle().reader());
}
