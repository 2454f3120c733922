//! The desk with its clock stopped.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::thread;

use std::time::Duration;

use sayso_core::asker::{Asker, AskerKind};
use sayso_core::deadline::OnTimeout;
use sayso_core::decider::Decider;
use sayso_core::event::Event;
use sayso_core::form::{Draft, Entry};
use sayso_core::id::{CallKey, InteractionId, MessageId, QuestionId, RequestKey, SessionId};
use sayso_core::message::{Message, MessageKind};
use sayso_core::opening::Opening;
use sayso_core::outcome::Outcome;
use sayso_core::refusal::Refusal;
use sayso_core::source::Source;
use sayso_core::state::State;
use sayso_desk::store::{Found, StoreError};
use sayso_desk::{DeskError, Handle, NewAsk, Ticket};
use serde_json::json;

use crate::faulty_store::Fault;
use crate::ledger::Ledger;
use crate::over::Over;
use crate::stage::{Stage, woken};
use crate::words::{
    agent, ann, answer, ask, bob, both, defaulting, draft, given, keyed, partly, refusal,
    requested, secret, ten_o_clock, timed, two, yes_no,
};

fn session(name: &str) -> SessionId {
    SessionId::from(name)
}

fn message(name: &str) -> Message {
    Message {
        uuid: MessageId::from(name),
        parent: None,
        kind: MessageKind::Text,
        body: json!(name),
    }
}

#[track_caller]
fn asked(handle: &Handle, new: NewAsk) -> InteractionId {
    let ticket: Ticket = handle.ask(new).wait().unwrap();
    assert!(!ticket.known);
    assert_eq!(ticket.state, State::Pending);
    ticket.interaction
}

mod asking {
    use super::*;

    #[test]
    fn an_answer_wakes_the_asker() {
        let stage = Stage::new();
        let handle = stage.handle();
        let (ticket, mut waiter) = handle.ask_and_wait(ask("s", yes_no("q")));
        let ticket = ticket.wait().unwrap();
        assert_eq!((ticket.round, ticket.chain, ticket.known), (1, 1, false));
        assert_eq!(ticket.session, session("s"));
        assert_eq!(ticket.questions[0].id, QuestionId::from("q"));
        assert_eq!(waiter.look(), Ok(None));

        stage.clock.advance(1_500);
        let answering = answer(ticket.interaction, "q", "yes");
        let receipt = handle.answer(answering).wait().unwrap();
        assert_eq!(receipt.state, Some(State::Answered));
        assert_eq!((receipt.seq, receipt.known), (3, false));
        let outcome = waiter.wait().unwrap();
        assert_eq!(given(&outcome, "q"), "yes");
        assert_eq!(outcome.closing.took_ms, 1_500);
        assert_eq!(outcome.closing.actor, ann());
        assert_eq!(outcome.closing, stage.outcome(ticket.interaction).closing);
        Ledger::read(handle.reader());
    }

    #[test]
    fn whoever_reads_along_is_told_that_there_is_more() {
        let stage = Stage::new();
        let handle = stage.handle();
        let mut changes = handle.changes();
        changes.mark_unchanged();
        let id = asked(&handle, ask("s", yes_no("q")));
        assert!(changes.has_changed().unwrap());
        changes.mark_unchanged();
        handle.answer(answer(id, "q", "maybe")).wait().unwrap_err();
        assert!(!changes.has_changed().unwrap(), "nothing happened");
        handle.answer(answer(id, "q", "yes")).wait().unwrap();
        assert!(changes.has_changed().unwrap());
    }

    #[test]
    fn replies_and_waiters_can_be_awaited() {
        let stage = Stage::new();
        let handle = stage.handle();
        let (ticket, waiter) = handle.ask_and_wait(ask("s", yes_no("q")));
        let id = ticket.wait().unwrap().interaction;
        let mut context = Context::from_waker(Waker::noop());
        let mut waiter = pin!(waiter);
        assert!(waiter.as_mut().poll(&mut context).is_pending());
        let mut reply = pin!(handle.answer(answer(id, "q", "no")));
        let receipt = loop {
            if let Poll::Ready(receipt) = reply.as_mut().poll(&mut context) {
                break receipt.unwrap();
            }
            thread::yield_now();
        };
        assert_eq!(receipt.state, Some(State::Answered));
        let outcome = loop {
            if let Poll::Ready(outcome) = waiter.as_mut().poll(&mut context) {
                break outcome.unwrap();
            }
            thread::yield_now();
        };
        assert_eq!(given(&outcome, "q"), "no");
    }

    /// Somebody answers the very moment the question can be seen.
    #[test]
    fn the_waiter_is_there_before_anyone_can_answer() {
        const ROUNDS: usize = 100;
        let (stage, over) = (Stage::new(), Over::default());
        thread::scope(|scope| {
            let (handle, over) = (stage.handle(), &over);
            scope.spawn(move || {
                while !over.is() {
                    for pending in handle.reader().pending(9).unwrap() {
                        let id = pending.asked.interaction;
                        handle.answer(answer(id, "q", "yes")).wait().unwrap();
                    }
                }
            });
            let _until = over.until_dropped();
            let handle = stage.handle();
            for n in 0..ROUNDS {
                let new = ask(&format!("s{n}"), yes_no("q"));
                let (ticket, waiter) = handle.ask_and_wait(new);
                ticket.wait().unwrap();
                assert_eq!(given(&woken(waiter).unwrap(), "q"), "yes");
            }
        });
    }

    #[test]
    fn asking_again_with_the_same_key_is_the_same_interaction() {
        let mut stage = Stage::new();
        let new = || keyed("s", "call-1", yes_no("q"));
        let (first, first_waiter) = stage.handle().ask_and_wait(new());
        let first = first.wait().unwrap();
        let (again, again_waiter) = stage.handle().ask_and_wait(new());
        let again = again.wait().unwrap();
        let expected = Ticket {
            known: true,
            ..first.clone()
        };
        assert_eq!(again, expected);

        stage.restart();
        assert_eq!(first_waiter.wait(), Err(DeskError::Stopped));
        assert_eq!(again_waiter.wait(), Err(DeskError::Stopped));
        let handle = stage.handle();
        let (again, waiter) = handle.ask_and_wait(new());
        assert_eq!(again.wait().unwrap(), expected);
        let id = first.interaction;
        handle.answer(answer(id, "q", "no")).wait().unwrap();
        let outcome = waiter.wait().unwrap();

        // The answer waits for whoever asks again, any number of times.
        for _ in 0..2 {
            let (again, waiter) = stage.handle().ask_and_wait(new());
            let again = again.wait().unwrap();
            assert_eq!(again.interaction, id);
            assert_eq!((again.state, again.known), (State::Answered, true));
            assert!(again.questions.is_empty());
            assert_eq!(waiter.wait().unwrap(), outcome);
            stage.restart();
        }
        let handle = stage.handle();
        let other = handle.ask(keyed("s", "call-1", yes_no("other"))).wait();
        assert_eq!(refusal(other), Refusal::KeyReused);
        assert_eq!(Ledger::read(handle.reader()).asked.len(), 1);
    }

    #[test]
    fn a_key_without_a_session_is_found_again() {
        let mut stage = Stage::new();
        let new = || NewAsk {
            key: Some(CallKey::from("toolu_1")),
            ..NewAsk::new(yes_no("q"))
        };
        let first = stage.handle().ask(new()).wait().unwrap();
        stage.restart();
        let again = stage.handle().ask(new()).wait().unwrap();
        assert!(again.known);
        assert_eq!(again.interaction, first.interaction);
        let unkeyed = || NewAsk::new(yes_no("q"));
        let (one, two) = (
            stage.handle().ask(unkeyed()).wait().unwrap(),
            stage.handle().ask(unkeyed()).wait().unwrap(),
        );
        assert_ne!(one.session, two.session);
        assert_ne!(one.interaction, two.interaction);
    }

    #[test]
    fn waiting_for_what_is_closed_wakes_at_once() {
        let stage = Stage::new();
        let handle = stage.handle();
        let id = asked(&handle, ask("s", yes_no("q")));
        let before = handle.wait(id).wait().unwrap();
        handle.answer(answer(id, "q", "yes")).wait().unwrap();
        let mut after = handle.wait(id).wait().unwrap();
        let outcome = after.look().unwrap().expect("there at once");
        assert_eq!(before.wait().unwrap().closing, outcome.closing);
        let unknown = handle.wait(InteractionId::new(7)).wait();
        assert_eq!(refusal(unknown), Refusal::QuestionNotFound);
    }

    #[test]
    fn who_waits_without_being_told_so_hears_the_outcome_or_why_there_is_none() {
        let mut stage = Stage::with(|options| options.waiters_each = 1);
        let handle = stage.handle();
        let id = asked(&handle, ask("s", yes_no("q")));
        let open = handle.outcome(id);
        let one_too_many = handle.outcome(id).wait();
        assert_eq!(one_too_many, Err(DeskError::TooManyWaiters));
        handle.answer(answer(id, "q", "yes")).wait().unwrap();
        let outcome = open.wait().unwrap();
        let after = handle.outcome(id).wait().unwrap();
        assert_eq!(after.closing, outcome.closing, "after it");
        let unknown = handle.outcome(InteractionId::new(7)).wait();
        assert_eq!(refusal(unknown), Refusal::QuestionNotFound);
        stage.restart();
        assert_eq!(handle.outcome(id).wait(), Err(DeskError::Stopped));
    }

    #[test]
    fn the_rules_are_the_sessions_own() {
        let stage = Stage::new();
        let handle = stage.handle();
        let sub = NewAsk {
            asker: Asker {
                kind: AskerKind::Sub,
                ..Asker::default()
            },
            ..ask("s", yes_no("q"))
        };
        let refused = handle.ask(sub).wait();
        assert_eq!(refusal(refused), Refusal::MainAgentOnly);

        let serial = |question| NewAsk {
            opening: Opening {
                serial: true,
                ..Opening::default()
            },
            ..ask("serial", yes_no(question))
        };
        let first = asked(&handle, serial("q1"));
        let refused = handle.ask(serial("q2")).wait();
        assert_eq!(refusal(refused), Refusal::InteractionPending);
        handle.withdraw(first, agent()).wait().unwrap();
        asked(&handle, serial("q2"));

        let chained = |question| NewAsk {
            opening: Opening {
                chain_rounds: Some(1),
                ..Opening::default()
            },
            ..ask("chain", yes_no(question))
        };
        let answered = |id, question| handle.answer(answer(id, question, "yes")).wait().unwrap();
        answered(asked(&handle, chained("q1")), "q1");
        let refused = handle.ask(chained("q2")).wait();
        assert!(matches!(
            refusal(refused),
            Refusal::RecursiveLimitExceeded { .. }
        ));
        let chain = session("chain");
        handle.allow_more(chain.clone(), 5, ann()).wait().unwrap();
        answered(asked(&handle, chained("q2")), "q2");
        handle.end_chain(chain.clone(), ann()).wait().unwrap();
        assert!(handle.ask(chained("q3")).wait().is_err());
        handle.say(chain, message("m")).wait().unwrap();
        asked(&handle, chained("q3"));
        Ledger::read(handle.reader());
    }
}

mod closing {
    use super::*;

    #[test]
    fn the_second_answer_is_told_who_won() {
        let stage = Stage::new();
        let handle = stage.handle();
        let id = asked(&handle, ask("s", yes_no("q")));
        handle.answer(answer(id, "q", "yes")).wait().unwrap();
        stage.clock.advance(10);
        let late = requested(answer(id, "q", "no"), bob(), "r2");
        let Refusal::AlreadyAnswered(closing) = refusal(handle.answer(late).wait()) else {
            panic!("not told");
        };
        assert_eq!(closing.actor, ann());
        assert_eq!(closing.at, ten_o_clock());
        let late = handle.cancel(id, None, bob(), None).wait();
        assert!(matches!(refusal(late), Refusal::AlreadyAnswered(_)));
        assert!(matches!(
            refusal(handle.withdraw(id, agent()).wait()),
            Refusal::AlreadyAnswered(_)
        ));
        assert_eq!(given(&stage.outcome(id), "q"), "yes");
    }

    #[test]
    fn a_question_is_answered_by_its_name_in_the_session() {
        let stage = Stage::new();
        let handle = stage.handle();
        let id = asked(&handle, ask("s", yes_no("q1")));
        let other = asked(&handle, ask("other", yes_no("q2")));
        let by_name = |session: &str, question: &str| {
            let answering = answer(InteractionId::new(0), question, "yes");
            let handle = stage.handle();
            let (name, question) = (SessionId::from(session), QuestionId::from(question));
            handle.answer_question(name, question, answering).wait()
        };
        let foreign = refusal(by_name("s", "q2"));
        assert_eq!(foreign, Refusal::QuestionNotFound, "not of this session");
        assert!(by_name("unknown", "q1").is_err());
        let receipt = by_name("s", "q1").unwrap();
        assert_eq!(receipt.state, Some(State::Answered));
        assert_eq!(given(&stage.outcome(id), "q1"), "yes");
        let again = refusal(by_name("s", "q1"));
        assert!(matches!(again, Refusal::AlreadyAnswered(_)));
        assert!(stage.is_open(other));
    }

    #[test]
    fn a_repeated_request_gets_its_receipt_again() {
        let mut stage = Stage::new();
        let id = asked(&stage.handle(), ask("s", two("q")));
        let part = || requested(partly(id, "q.a", "yes"), ann(), "r1");
        let first = stage.handle().answer(part()).wait().unwrap();
        assert_eq!((first.state, first.known), (Some(State::Pending), false));
        let again = stage.handle().answer(part()).wait().unwrap();
        assert_eq!((again.seq, again.known), (first.seq, true));
        let rest = || requested(partly(id, "q.b", "words"), ann(), "r2");
        let last = stage.handle().answer(rest()).wait().unwrap();
        assert_eq!(last.state, Some(State::Answered));
        stage.restart();
        let again = stage.handle().answer(rest()).wait().unwrap();
        assert_eq!((again.state, again.known), (last.state, true));
        let other = requested(answer(id, "q.b", "words"), ann(), "r3");
        assert!(stage.handle().answer(other).wait().is_err());

        let id = asked(&stage.handle(), ask("s", yes_no("q2")));
        let cancel = |handle: Handle| {
            let request = Some(RequestKey::from("r4"));
            let reason = Some("not now".to_owned());
            handle.cancel(id, reason, ann(), request).wait().unwrap()
        };
        assert!(!cancel(stage.handle()).known);
        assert!(cancel(stage.handle()).known);
        let closing = stage.outcome(id).closing;
        assert_eq!(closing.reason.as_deref(), Some("not now"));
    }

    #[test]
    fn bad_answers_change_nothing() {
        let stage = Stage::new();
        let handle = stage.handle();
        let (ticket, mut waiter) = handle.ask_and_wait(ask("s", two("q")));
        let id = ticket.wait().unwrap().interaction;
        for bad in [
            answer(id, "q.a", "maybe"),
            answer(id, "q.a", "yes"),
            answer(id, "q.b", ""),
            partly(id, "q.b", json!(null)),
            partly(id, "elsewhere", "yes"),
            partly(id, "q.a", json!(["yes"])),
        ] {
            refusal(handle.answer(bad).wait());
        }
        assert_eq!(
            refusal(
                handle
                    .answer(answer(InteractionId::new(7), "q", "yes"))
                    .wait()
            ),
            Refusal::QuestionNotFound
        );
        assert_eq!(waiter.look(), Ok(None));
        assert_eq!(Ledger::read(handle.reader()).lines.len(), 2);
    }

    #[test]
    fn withdrawing_and_interrupting_wake_those_who_wait() {
        let mut stage = Stage::new();
        let handle = stage.handle();
        let waiting = |session: &str, question: &str| {
            let (ticket, waiter) = handle.ask_and_wait(ask(session, yes_no(question)));
            (ticket.wait().unwrap().interaction, waiter)
        };
        let (one, one_waiter) = waiting("s", "q1");
        let (two, two_waiter) = waiting("s", "q2");
        let (three, three_waiter) = waiting("s", "q3");
        let (other, mut other_waiter) = waiting("other", "q1");
        handle.withdraw(one, agent()).wait().unwrap();
        let outcome = one_waiter.wait().unwrap();
        assert_eq!(outcome.closing.state, State::Cancelled);
        assert_eq!(outcome.closing.decided_by, Decider::Asker);

        let receipt = handle.interrupt(session("s"), ann()).wait().unwrap();
        assert_eq!(receipt.state, None);
        for (id, waiter) in [(two, two_waiter), (three, three_waiter)] {
            let outcome = waiter.wait().unwrap();
            assert!(outcome.closing.interrupted);
            let late = handle.answer(answer(id, "q2", "yes")).wait();
            assert!(matches!(refusal(late), Refusal::TaskInterrupted { .. }));
        }
        assert_eq!(other_waiter.look(), Ok(None));
        assert!(stage.is_open(other));
        let unknown = handle.interrupt(session("unknown"), ann()).wait();
        assert_eq!(refusal(unknown), Refusal::SessionNotFound);
        stage.restart();
        let late = stage.handle().answer(answer(two, "q2", "yes")).wait();
        assert!(matches!(refusal(late), Refusal::TaskInterrupted { .. }));
        Ledger::read(stage.handle().reader());
    }

    #[test]
    fn a_session_goes_on_from_any_round() {
        let mut stage = Stage::new();
        let handle = stage.handle();
        for n in 1..=3 {
            let question = format!("q{n}");
            let id = asked(&handle, ask("s", yes_no(&question)));
            handle.answer(answer(id, &question, "yes")).wait().unwrap();
        }
        let branch = handle.branch(session("s"), 2).wait().unwrap();
        assert_ne!(branch.session, session("s"));
        let missing = handle.branch(session("s"), 9).wait();
        assert_eq!(refusal(missing), Refusal::RoundNotFound { round: 9 });
        let unknown = handle.branch(session("unknown"), 1).wait();
        assert_eq!(refusal(unknown), Refusal::SessionNotFound);
        stage.restart();
        let handle = stage.handle();
        let next = handle
            .ask(ask(branch.session.as_str(), yes_no("q3")))
            .wait()
            .unwrap();
        assert_eq!(next.round, 3, "goes on after the round it branched at");
        assert_eq!(
            handle.reader().records(&session("s"), 0, 99).unwrap().len(),
            7
        );
        let opened = handle.reader().records(&branch.session, 0, 1).unwrap();
        let Event::Opened(opening) = &opened[0].event else {
            panic!("{opened:?}");
        };
        assert_eq!(opening.branch.as_ref().unwrap().session, session("s"));
        let again = handle.open(session("s"), Opening::default()).wait();
        assert_eq!(refusal(again), Refusal::SessionExists);
        // A branch of a branch goes on from any round, too: from that of whoever asked it.
        let q3 = answer(next.interaction, "q3", "yes");
        handle.answer(q3).wait().unwrap();
        let own = branch.session;
        for (round, whose) in [(1, &session("s")), (2, &session("s")), (3, &own)] {
            let second = handle.branch(own.clone(), round).wait().unwrap();
            let opened = handle.reader().records(&second.session, 0, 1).unwrap();
            let Event::Opened(opening) = &opened[0].event else {
                panic!("{opened:?}");
            };
            let from = opening.branch.as_ref().unwrap();
            assert_eq!((&from.session, from.round), (whose, round));
            let third = handle.branch(second.session, 1).wait();
            assert!(third.is_ok(), "{round}: {third:?}");
        }
        let missing = handle.branch(own, 4).wait();
        assert_eq!(refusal(missing), Refusal::RoundNotFound { round: 4 });
        Ledger::read(handle.reader());
    }

    #[test]
    fn what_is_said_again_is_said_once() {
        let mut stage = Stage::new();
        let said = |stage: &Stage| {
            let said = stage.handle().say(session("s"), message("m")).wait();
            said.unwrap()
        };
        let first = said(&stage);
        assert!(!first.known && said(&stage).known);
        stage.restart();
        let again = said(&stage);
        assert_eq!((again.known, again.seq), (true, first.seq));
        Ledger::read(stage.handle().reader());
    }
}

mod deadlines {
    use super::*;

    #[track_caller]
    fn assert_timed_out(outcome: &Outcome, at: u64) {
        assert_eq!(outcome.closing.state, State::Timeout);
        assert_eq!(outcome.closing.decided_by, Decider::Timeout);
        assert_eq!(outcome.closing.at, ten_o_clock().plus(at));
    }

    #[test]
    fn they_fire_when_they_are_due_and_not_before() {
        let stage = Stage::new();
        let handle = stage.handle();
        let (ticket, mut waiter) = handle.ask_and_wait(timed("s", 5_000, yes_no("q1")));
        let ticket = ticket.wait().unwrap();
        assert_eq!(ticket.deadline, Some(ten_o_clock().plus(5_000)));
        let patient = asked(&handle, ask("s", yes_no("q2")));
        let defaulted = asked(&handle, timed("s", 6_000, defaulting("q3")));
        let stern = NewAsk {
            on_timeout: Some(OnTimeout::Terminate),
            ..timed("s", 6_000, defaulting("q4"))
        };
        let stern = asked(&handle, stern);
        stage.later(4_999);
        assert_eq!(waiter.look(), Ok(None));
        stage.later(1);
        let outcome = waiter.look().unwrap().expect("at its moment");
        assert_timed_out(&outcome, 5_000);
        assert!(outcome.closing.answers.is_empty(), "nobody answered");
        assert_eq!(outcome.closing, stage.outcome(ticket.interaction).closing);
        let late = handle
            .answer(answer(ticket.interaction, "q1", "yes"))
            .wait();
        let Refusal::AlreadyAnswered(closing) = refusal(late) else {
            panic!("told how it closed");
        };
        assert_eq!(closing.state, State::Timeout);

        stage.later(100_000);
        let outcome = stage.outcome(defaulted);
        assert_eq!(given(&outcome, "q3"), "no");
        assert!(outcome.closing.answers[&QuestionId::from("q3")].defaulted);
        assert!(stage.outcome(stern).closing.answers.is_empty());
        assert!(stage.is_open(patient), "for as long as it takes");
        Ledger::read(handle.reader());
    }

    /// An answer that is there in time counts, even when the desk was busy at the deadline.
    #[test]
    fn a_deadline_that_passed_while_down_fires_at_once() {
        let mut stage = Stage::new();
        let (ticket, waiter) = stage.handle().ask_and_wait(timed("s", 5_000, yes_no("q1")));
        let id = ticket.wait().unwrap().interaction;
        let later = asked(&stage.handle(), timed("s", 9_000, yes_no("q2")));
        stage.stop();
        assert_eq!(waiter.wait(), Err(DeskError::Stopped));
        stage.clock.advance(7_000);
        stage.start();
        let waiter = stage.handle().wait(id).wait().unwrap();
        assert_timed_out(&woken(waiter).unwrap(), 7_000);
        assert!(stage.is_open(later));
        stage.later(2_000);
        assert_timed_out(&stage.outcome(later), 9_000);
    }

    #[test]
    fn many_fire_together() {
        let stage = Stage::new();
        let handle = stage.handle();
        let tickets: Vec<_> = (0..1_500)
            .map(|n| handle.ask_and_wait(timed(&format!("s{n}"), 1_000, yes_no("q"))))
            .collect();
        let waiters: Vec<_> = tickets
            .into_iter()
            .map(|(ticket, waiter)| (ticket.wait().unwrap().interaction, waiter))
            .collect();
        stage.clock.advance(1_000);
        handle.clock_moved().wait().unwrap();
        for (id, waiter) in waiters {
            let outcome = woken(waiter).unwrap();
            assert_eq!(outcome.interaction, id);
            assert_timed_out(&outcome, 1_000);
        }
        assert_eq!(Ledger::read(handle.reader()).closed.len(), 1_500);
    }

    #[test]
    fn a_held_clock_stands_still() {
        let mut stage = Stage::new();
        let id = asked(&stage.handle(), timed("s", 5_000, yes_no("q")));
        stage.later(2_000);
        stage.handle().hold(id, true, ann()).wait().unwrap();
        assert!(stage.handle().hold(id, true, ann()).wait().unwrap().known);
        stage.later(1_000_000);
        assert!(stage.is_open(id));
        stage.stop();
        stage.clock.advance(1_000_000);
        stage.start();
        assert!(stage.is_open(id));
        let Some(Found::Pending(pending)) = stage.handle().reader().find(id).unwrap() else {
            panic!("not pending");
        };
        assert_eq!(pending.asked.deadline.unwrap().held_with, Some(3_000));
        stage.handle().hold(id, false, ann()).wait().unwrap();
        stage.later(2_999);
        assert!(stage.is_open(id));
        stage.later(1);
        assert_timed_out(&stage.outcome(id), 2_005_000);
        let other = asked(&stage.handle(), ask("s", yes_no("q2")));
        let held = stage.handle().hold(other, true, ann()).wait();
        assert_eq!(refusal(held), Refusal::NoDeadline);
    }

    #[test]
    fn a_timed_out_interaction_is_taken_up_again() {
        let mut stage = Stage::new();
        let new = || NewAsk {
            timeout: Some(1_000),
            ..keyed("s", "call", yes_no("q"))
        };
        let id = asked(&stage.handle(), new());
        let early = stage.handle().reopen(id, None).wait();
        let state = State::Pending;
        assert_eq!(refusal(early), Refusal::NotTimedOut { state });
        stage.later(1_000);
        let ticket = stage.handle().reopen(id, Some(2_000)).wait().unwrap();
        assert_ne!(ticket.interaction, id);
        assert_eq!(ticket.questions[0].id, QuestionId::from("q"));
        assert_eq!(ticket.deadline, Some(ten_o_clock().plus(3_000)));
        let again = stage.handle().reopen(id, None).wait().unwrap();
        assert_eq!((again.interaction, again.known), (ticket.interaction, true));

        stage.restart();
        let (attached, waiter) = stage.handle().ask_and_wait(new());
        let attached = attached.wait().unwrap();
        assert_eq!(attached.interaction, ticket.interaction);
        let answering = answer(ticket.interaction, "q", "yes");
        stage.handle().answer(answering).wait().unwrap();
        assert_eq!(given(&woken(waiter).unwrap(), "q"), "yes");
        assert_timed_out(&stage.outcome(id), 1_000);
        assert_eq!(stage.outcome(id).reopened_as, Some(ticket.interaction));
        let answered = stage.handle().reopen(ticket.interaction, None).wait();
        let state = State::Answered;
        assert_eq!(refusal(answered), Refusal::NotTimedOut { state });
        let unknown = stage.handle().reopen(InteractionId::new(7), None).wait();
        assert_eq!(refusal(unknown), Refusal::QuestionNotFound);
        Ledger::read(stage.handle().reader());
    }

    /// A store that cannot be written must not make the desk run in circles.
    #[test]
    fn a_deadline_that_cannot_be_written_is_tried_again_in_peace() {
        let mut stage = Stage::new();
        let id = asked(&stage.handle(), timed("s", 1_000, yes_no("q")));
        let full = StoreError::Full("no room".into());
        let faults = stage.restart_faulty();
        faults.set(Some(Fault::Error(full)));
        stage.clock.advance(1_000);
        let tried = faults.due_asked(4);
        let pause = tried[3].since(tried[1]);
        assert!(pause >= 100, "tried twice within {pause} ms");
        assert!(stage.is_open(id));
        faults.set(None);
        stage.later(5_000);
        assert_eq!(stage.outcome(id).closing.state, State::Timeout);
    }
}

mod drafts {
    use super::*;

    #[test]
    fn they_survive_a_restart_and_end_with_the_interaction() {
        let mut stage = Stage::new();
        let id = asked(&stage.handle(), ask("s", two("q")));
        let kept = draft("q.b", "half a thought");
        stage.handle().save_draft(id, kept.clone()).wait().unwrap();
        stage.restart();
        let handle = stage.handle();
        assert_eq!(handle.reader().draft(id).unwrap(), Some(kept));
        let next = draft("q.b", "a thought");
        handle.save_draft(id, next.clone()).wait().unwrap();
        handle.answer(partly(id, "q.a", "yes")).wait().unwrap();
        assert_eq!(handle.reader().draft(id).unwrap(), Some(next));
        handle.answer(partly(id, "q.b", "words")).wait().unwrap();
        assert_eq!(handle.reader().draft(id).unwrap(), None);
        let late = handle.save_draft(id, draft("q.b", "late")).wait();
        assert!(matches!(refusal(late), Refusal::AlreadyAnswered(_)));
    }

    /// Leave is given by who reads the approval, and a draft may be another's.
    #[test]
    fn of_an_approval_they_hold_words_alone() {
        let stage = Stage::new();
        let handle = stage.handle();
        for (source, keeps) in [(Source::Tool, true), (Source::Approval, false)] {
            let asking = NewAsk {
                source,
                ..ask(&format!("{source:?}"), yes_no("q"))
            };
            let id = asked(&handle, asking);
            let words = draft("q", "words");
            let mut decided = words.clone();
            for entry in decided.values_mut() {
                entry.picked = vec!["yes".into()];
            }
            handle.save_draft(id, decided.clone()).wait().unwrap();
            let kept = handle.reader().draft(id).unwrap();
            assert_eq!(
                kept,
                Some(if keeps { decided } else { words }),
                "{source:?}"
            );
        }
    }

    #[test]
    fn they_fit_their_questions_and_are_bounded() {
        let stage = Stage::new();
        let handle = stage.handle();
        let id = asked(&handle, ask("s", yes_no("q")));
        let mut foreign = draft("elsewhere", "words");
        handle.save_draft(id, foreign.clone()).wait().unwrap();
        assert_eq!(handle.reader().draft(id).unwrap(), None);
        foreign.extend(draft("q", "words"));
        handle.save_draft(id, foreign).wait().unwrap();
        assert_eq!(
            handle.reader().draft(id).unwrap(),
            Some(draft("q", "words"))
        );
        let long = draft("q", &"x".repeat(20_000));
        let refused = refusal(handle.save_draft(id, long).wait());
        assert!(matches!(refused, Refusal::InvalidAnswer(_)));
        assert_eq!(
            handle.reader().draft(id).unwrap(),
            Some(draft("q", "words"))
        );
        handle.save_draft(id, Draft::new()).wait().unwrap();
        assert_eq!(handle.reader().draft(id).unwrap(), None);
        let unknown = handle
            .save_draft(InteractionId::new(7), Draft::new())
            .wait();
        assert_eq!(refusal(unknown), Refusal::QuestionNotFound);
    }
}

mod bounds {
    use super::*;

    #[test]
    fn a_full_queue_says_busy() {
        let mut stage = Stage::with(|options| options.queue = 4);
        let faults = stage.restart_faulty();
        let handle = stage.handle();
        let mut first = None;
        faults.shut_door(|| first = Some(handle.ask(ask("s", yes_no("q")))));
        let queued: Vec<_> = (0..4)
            .map(|n| handle.ask(ask(&format!("s{n}"), yes_no("q"))))
            .collect();
        for n in 0..10 {
            let refused = handle.ask(ask(&format!("t{n}"), yes_no("q"))).wait();
            assert_eq!(refused, Err(DeskError::Busy));
        }
        faults.open_door();
        first.unwrap().wait().unwrap();
        for reply in queued {
            reply.wait().unwrap();
        }
        asked(&handle, ask("t", yes_no("q")));
        assert_eq!(Ledger::read(handle.reader()).asked.len(), 6);
    }

    #[test]
    fn waiters_are_bounded_in_all() {
        let stage = Stage::with(|options| options.waiters = 3);
        let handle = stage.handle();
        let mut waiters = Vec::new();
        for n in 0..3 {
            let (ticket, waiter) = handle.ask_and_wait(ask(&format!("s{n}"), yes_no("q")));
            ticket.wait().unwrap();
            waiters.push(waiter);
        }
        let (ticket, waiter) = handle.ask_and_wait(ask("s3", yes_no("q")));
        assert_eq!(ticket.wait(), Err(DeskError::TooManyWaiters));
        drop(waiter);
        let asked = Ledger::read(handle.reader()).asked.len();
        assert_eq!(asked, 3, "an ask that fails is not asked");

        // Several at once that do not all find room.
        waiters.pop();
        let tickets: Vec<_> = (0..5)
            .map(|n| handle.ask_and_wait(ask(&format!("t{n}"), yes_no("q"))))
            .collect();
        let mut taken = 0;
        for (ticket, waiter) in tickets {
            if ticket.wait().is_ok() {
                waiters.push(waiter);
                taken += 1;
            }
        }
        assert_eq!(taken, 1, "those who left made room");
        assert_eq!(Ledger::read(handle.reader()).asked.len(), 4);
    }

    #[test]
    fn waiters_of_one_interaction_are_bounded() {
        let stage = Stage::with(|options| options.waiters_each = 2);
        let handle = stage.handle();
        let id = asked(&handle, keyed("s", "call", yes_no("q")));
        let waiters = [
            handle.wait(id).wait().unwrap(),
            handle.wait(id).wait().unwrap(),
        ];
        assert_eq!(
            handle.wait(id).wait().unwrap_err(),
            DeskError::TooManyWaiters
        );
        let (ticket, _waiter) = handle.ask_and_wait(keyed("s", "call", yes_no("q")));
        assert_eq!(ticket.wait(), Err(DeskError::TooManyWaiters));
        let [kept, left] = waiters;
        drop(left);
        let third = handle.wait(id).wait().unwrap();
        handle.answer(answer(id, "q", "yes")).wait().unwrap();
        assert_eq!(kept.wait().unwrap(), third.wait().unwrap());
        handle.wait(id).wait().unwrap().wait().unwrap();
    }

    #[test]
    fn one_commit_takes_a_bounded_batch() {
        let mut stage = Stage::with(|options| options.batch = 8);
        let faults = stage.restart_faulty();
        let handle = stage.handle();
        let mut replies = Vec::new();
        faults.shut_door(|| replies.push(handle.ask(ask("s", yes_no("q")))));
        replies.extend((0..100).map(|n| handle.ask(ask(&format!("s{n}"), yes_no("q")))));
        faults.open_door();
        for reply in replies {
            reply.wait().unwrap();
        }
        assert_eq!(Ledger::read(handle.reader()).asked.len(), 101);
    }

    /// Two sessions in memory, many in one batch: what one wish of the batch did, the next sees.
    #[test]
    fn forgetting_a_session_within_a_batch_changes_nothing() {
        let mut stage = Stage::with(|options| options.sessions = 2);
        let first = asked(&stage.handle(), ask("first", yes_no("q")));
        let faults = stage.restart_faulty();
        let handle = stage.handle();
        let waiter = handle.wait(first).wait().unwrap();
        let mut knocked = None;
        faults.shut_door(|| knocked = Some(handle.say(session("door"), message("knock"))));
        let winner = handle.answer(answer(first, "q", "yes"));
        let asks: Vec<_> = (0..6)
            .map(|n| handle.ask(ask(&format!("s{n}"), yes_no("q"))))
            .collect();
        let loser = handle.answer(requested(answer(first, "q", "no"), bob(), "r"));
        let more: Vec<_> = (0..6)
            .map(|n| handle.ask(ask(&format!("s{n}"), yes_no("q2"))))
            .collect();
        faults.open_door();
        knocked.unwrap().wait().unwrap();
        let receipt = winner.wait().unwrap();
        assert_eq!(
            (receipt.state, receipt.known),
            (Some(State::Answered), false)
        );
        let Refusal::AlreadyAnswered(closing) = refusal(loser.wait()) else {
            panic!("the loser is told");
        };
        assert_eq!(closing.actor, ann());
        assert_eq!(given(&woken(waiter).unwrap(), "q"), "yes");
        for (round, replies) in [(1, asks), (2, more)] {
            for reply in replies {
                let ticket = reply.wait().unwrap();
                assert_eq!((ticket.round, ticket.known), (round, false));
            }
        }
        Ledger::read(handle.reader());
    }

    #[test]
    fn a_small_memory_behaves_like_a_large_one() {
        let play = |sessions: usize| {
            let stage = Stage::with(|options| options.sessions = sessions);
            let handle = stage.handle();
            let mut open = Vec::new();
            for round in 0..3 {
                for s in 0..6 {
                    let question = format!("q{round}");
                    let new = keyed(&format!("s{s}"), &question, yes_no(&question));
                    let (ticket, waiter) = handle.ask_and_wait(new.clone());
                    let ticket = ticket.wait().unwrap();
                    assert_eq!(ticket.round, round + 1);
                    assert!(handle.ask(new).wait().unwrap().known);
                    open.push((ticket.interaction, question, waiter));
                }
            }
            let mut closings = Vec::new();
            for (id, question, waiter) in open {
                handle.answer(answer(id, &question, "yes")).wait().unwrap();
                let again = handle.answer(answer(id, &question, "no")).wait();
                assert!(matches!(refusal(again), Refusal::AlreadyAnswered(_)));
                closings.push(waiter.wait().unwrap().closing.clone());
            }
            let heads: Vec<_> = Ledger::read(handle.reader())
                .sessions
                .values()
                .map(|session| (session.id().clone(), session.seq(), session.rounds()))
                .collect();
            (closings, heads)
        };
        assert_eq!(play(2), play(10_000));
    }
}

mod stopping {
    use super::*;

    #[test]
    fn stopping_resolves_nothing_and_restarting_is_folding() {
        let mut stage = Stage::with(|options| options.record_delivery_within = Duration::ZERO);
        let handle = stage.handle();
        let mut waiters = Vec::new();
        for n in 0..5 {
            let (ticket, waiter) = handle.ask_and_wait(timed("s", 9_000, two(&format!("q{n}"))));
            let id = ticket.wait().unwrap().interaction;
            waiters.push((id, waiter));
        }
        handle
            .answer(partly(waiters[1].0, "q1.a", "yes"))
            .wait()
            .unwrap();
        handle.hold(waiters[2].0, true, ann()).wait().unwrap();
        handle
            .cancel(waiters[3].0, None, ann(), None)
            .wait()
            .unwrap();
        // That the asker of the cancelled one has its outcome is recorded, too.
        stage.later(0);
        let before = Ledger::read(handle.reader());
        let pending = handle.reader().pending(99).unwrap();
        stage.stop();
        for (n, (_, waiter)) in waiters.into_iter().enumerate() {
            let closed = waiter.wait();
            assert_eq!(closed.is_ok(), n == 3, "{n}: {closed:?}");
        }
        let stopped = Err(DeskError::Stopped);
        assert_eq!(handle.ask(ask("s", yes_no("q"))).wait(), stopped);
        assert_eq!(handle.clock_moved().wait(), Err(DeskError::Stopped));
        assert_eq!(handle.reader().pending(99).unwrap(), pending);

        stage.start();
        let after = Ledger::read(stage.handle().reader());
        assert_eq!(after.sessions, before.sessions);
        assert_eq!(after.lines, before.lines);
        assert_eq!(stage.handle().reader().pending(99).unwrap(), pending);
        let refused = stage
            .handle()
            .answer(partly(pending[1].asked.interaction, "q1.a", "no"));
        assert!(matches!(
            refusal(refused.wait()),
            Refusal::QuestionAnswered(_)
        ));
    }

    #[test]
    fn what_is_queued_is_finished() {
        let mut stage = Stage::new();
        let faults = stage.restart_faulty();
        let handle = stage.handle();
        let mut replies = Vec::new();
        faults.shut_door(|| replies.push(handle.ask(ask("s", yes_no("q")))));
        replies.extend((0..50).map(|n| handle.ask(ask(&format!("s{n}"), yes_no("q")))));
        thread::scope(|scope| {
            scope.spawn(|| stage.stop());
            faults.open_door();
        });
        let done = replies.into_iter().filter_map(|reply| reply.wait().ok());
        let done: Vec<_> = done.map(|ticket| ticket.interaction).collect();
        assert_eq!(done.len(), 51);
        stage.start();
        let ledger = Ledger::read(stage.handle().reader());
        assert!(done.iter().all(|id| ledger.asked.contains_key(id)));
    }

    #[test]
    fn a_desk_nobody_talks_to_can_be_dropped() {
        let mut stage = Stage::new();
        stage.restart();
        stage.stop();
    }
}

mod secrets {
    use super::*;

    const CANARY: &str = "canary-2f7d10";

    #[test]
    fn they_reach_the_waiter_and_nobody_else() {
        let mut stage = Stage::new();
        let new = || keyed("s", "call", secret("q"));
        let (ticket, waiter) = stage.handle().ask_and_wait(new());
        let id = ticket.wait().unwrap().interaction;
        let handle = stage.handle();
        let receipt = handle.answer(answer(id, "q", CANARY)).wait().unwrap();
        assert!(!format!("{receipt:?}").contains(CANARY));
        assert_eq!(given(&waiter.wait().unwrap(), "q"), CANARY);
        let late = handle.answer(answer(id, "q", "other")).wait();
        assert!(!format!("{late:?}").contains(CANARY));
        for _ in 0..2 {
            let waiter = stage.handle().wait_with_secrets(id).wait().unwrap();
            assert_eq!(given(&woken(waiter).unwrap(), "q"), CANARY);
            assert!(!format!("{:?}", stage.outcome(id)).contains(CANARY));
            let handle = stage.handle();
            let log = format!("{:?}", handle.reader().log(0, 99).unwrap());
            assert!(!log.contains(CANARY), "{log}");
            stage.restart();
        }
    }

    #[test]
    fn they_do_not_wait_in_a_draft() {
        let stage = Stage::new();
        let handle = stage.handle();
        let parsed = both(secret("q1"), &yes_no("q2"));
        let id = asked(&handle, ask("s", parsed));
        let typed = Entry {
            text: CANARY.into(),
            ..Entry::default()
        };
        let mut kept = draft("q2", "words");
        kept.insert(QuestionId::from("q1"), typed);
        handle.save_draft(id, kept).wait().unwrap();
        let kept = handle.reader().draft(id).unwrap();
        assert_eq!(kept, Some(draft("q2", "words")));
    }

    #[test]
    fn they_can_be_answered_bit_by_bit() {
        let stage = Stage::new();
        let handle = stage.handle();
        let parsed = both(two("q"), &secret("q.c"));
        let (ticket, waiter) = handle.ask_and_wait(ask("s", parsed));
        let id = ticket.wait().unwrap().interaction;
        handle.answer(partly(id, "q.c", CANARY)).wait().unwrap();
        let shown = format!("{:?}", handle.reader().find(id).unwrap());
        assert!(!shown.contains(CANARY));
        handle.answer(partly(id, "q.a", "yes")).wait().unwrap();
        handle.answer(partly(id, "q.b", "words")).wait().unwrap();
        let outcome = waiter.wait().unwrap();
        assert_eq!(given(&outcome, "q.c"), CANARY);
        assert_eq!(given(&outcome, "q.b"), "words");
        assert!(!format!("{:?}", stage.outcome(id)).contains(CANARY));
    }
}

mod forgetting {
    use super::*;

    #[test]
    fn what_is_open_stays_and_the_rest_may_begin_again() {
        let stage = Stage::new();
        let handle = stage.handle();
        let open = asked(&handle, ask("open", yes_no("q")));
        let new = || keyed("closed", "call", yes_no("q"));
        let closed = asked(&handle, new());
        handle.answer(answer(closed, "q", "yes")).wait().unwrap();
        assert_eq!(handle.forget_before(ten_o_clock()).wait(), Ok(0));
        stage.later(60_000);
        let before = ten_o_clock().plus(60_000);
        assert_eq!(handle.forget_before(before).wait(), Ok(1));
        assert!(stage.is_open(open));
        assert_eq!(handle.reader().find(closed).unwrap(), None);
        let late = handle.answer(answer(closed, "q", "no")).wait();
        assert_eq!(refusal(late), Refusal::QuestionNotFound);
        assert_eq!(
            refusal(handle.wait(closed).wait()),
            Refusal::QuestionNotFound
        );
        let again = handle.ask(new()).wait().unwrap();
        assert_eq!((again.known, again.round), (false, 1));
        let answering = answer(again.interaction, "q", "no");
        handle.answer(answering).wait().unwrap();
        handle.answer(answer(open, "q", "yes")).wait().unwrap();
        assert_eq!(handle.reader().forgotten().unwrap().len(), 1);
        Ledger::read(handle.reader());
    }
}

mod failing {
    use super::*;

    fn store_error<T: std::fmt::Debug>(result: Result<T, DeskError>) -> StoreError {
        match result {
            Err(DeskError::Store(error)) => error,
            other => panic!("a store error expected, got {other:?}"),
        }
    }

    /// Wishes of every kind that would have to be written.
    fn writes(handle: &Handle, id: InteractionId) -> Vec<StoreError> {
        let cancel = handle.cancel(id, None, ann(), None);
        vec![
            store_error(handle.ask(ask("new", yes_no("q"))).wait()),
            store_error(handle.answer(answer(id, "q", "yes")).wait()),
            store_error(cancel.wait()),
            store_error(handle.say(session("s"), message("m")).wait()),
            store_error(handle.hold(id, true, ann()).wait()),
            store_error(handle.save_draft(id, draft("q", "words")).wait()),
            store_error(handle.forget_before(ten_o_clock().plus(1)).wait()),
        ]
    }

    #[test]
    fn a_full_disk_refuses_and_recovers() {
        let mut stage = Stage::new();
        let faults = stage.restart_faulty();
        let handle = stage.handle();
        let (ticket, mut waiter) = handle.ask_and_wait(timed("s", 9_000, yes_no("q")));
        let id = ticket.wait().unwrap().interaction;
        let before = Ledger::read(handle.reader());
        for error in [
            StoreError::Full("no room".into()),
            StoreError::Locked("held".into()),
        ] {
            faults.set(Some(Fault::Error(error.clone())));
            for refused in writes(&handle, id) {
                assert_eq!(refused, error);
            }
            assert_eq!(waiter.look(), Ok(None));
            assert_eq!(Ledger::read(handle.reader()).lines, before.lines);
        }
        faults.set(None);
        let receipt = handle.answer(answer(id, "q", "yes")).wait().unwrap();
        assert_eq!(receipt.state, Some(State::Answered));
        assert_eq!(given(&waiter.wait().unwrap(), "q"), "yes");
        asked(&handle, ask("new", yes_no("q")));
        Ledger::read(handle.reader());
    }

    /// After a failed write nobody knows what the disk holds: nothing is written until a restart.
    #[test]
    fn an_io_error_stops_all_writing_until_a_restart() {
        let mut stage = Stage::new();
        let faults = stage.restart_faulty();
        let handle = stage.handle();
        let new = || NewAsk {
            timeout: Some(9_000),
            ..keyed("s", "call", yes_no("q"))
        };
        let (ticket, mut waiter) = handle.ask_and_wait(new());
        let id = ticket.wait().unwrap().interaction;
        let before = Ledger::read(handle.reader());
        let error = StoreError::Io("fsync failed".into());
        faults.set(Some(Fault::Error(error.clone())));
        let refused = handle.answer(answer(id, "q", "yes")).wait();
        assert_eq!(store_error(refused), error);
        faults.set(None);
        for refused in writes(&handle, id) {
            assert_eq!(refused, error, "although the disk is well again");
        }
        stage.clock.advance(20_000);
        handle.clock_moved().wait().unwrap();
        assert_eq!(waiter.look(), Ok(None), "not even the deadline");

        // What needs no writing goes on.
        assert!(handle.ask(new()).wait().unwrap().known);
        assert!(handle.wait(id).wait().unwrap().look().unwrap().is_none());
        let bad = handle.answer(answer(id, "q", "maybe")).wait();
        assert!(matches!(refusal(bad), Refusal::InvalidAnswer(_)));
        assert_eq!(Ledger::read(handle.reader()).lines, before.lines);

        stage.restart();
        let waiter = stage.handle().wait(id).wait().unwrap();
        assert_eq!(woken(waiter).unwrap().closing.state, State::Timeout);
    }

    /// Whoever runs a desk sees that it has to be started again; where that mends nothing it goes on.
    #[test]
    fn a_desk_that_has_to_be_started_again_says_so() {
        for (error, records, falls) in [
            (StoreError::Full("no room".into()), true, false),
            (StoreError::Locked("held".into()), true, false),
            (StoreError::Io("fsync failed".into()), false, true),
            (StoreError::Damaged("a page".into()), false, false),
        ] {
            let mut stage = Stage::new();
            let faults = stage.restart_faulty();
            let handle = stage.handle();
            assert_eq!((handle.check(), fallen(&handle)), (Ok(()), None));
            faults.set(Some(Fault::Error(error.clone())));
            let refused = handle.ask(ask("s", yes_no("q"))).wait();
            assert_eq!(store_error(refused), error);
            let why = DeskError::from(error);
            let check = if records { Ok(()) } else { Err(why.clone()) };
            assert_eq!(handle.check(), check);
            assert_eq!(fallen(&handle), falls.then_some(why));
        }
    }

    #[test]
    fn a_desk_that_is_gone_has_to_be_started_again() {
        let mut stage = Stage::new();
        let handle = stage.handle();
        stage.stop();
        assert_eq!(handle.check(), Err(DeskError::Stopped));
        assert_eq!(fallen(&handle), Some(DeskError::Stopped));
    }

    /// Why it has to be started again, if it has to.
    fn fallen(handle: &Handle) -> Option<DeskError> {
        let mut context = Context::from_waker(Waker::noop());
        match pin!(handle.fallen()).poll(&mut context) {
            Poll::Ready(why) => Some(why),
            Poll::Pending => None,
        }
    }

    #[test]
    fn an_io_error_while_forgetting_stops_all_writing_too() {
        let mut stage = Stage::new();
        let faults = stage.restart_faulty();
        let handle = stage.handle();
        let error = StoreError::Io("fsync failed".into());
        faults.set(Some(Fault::Error(error.clone())));
        let refused = handle.forget_before(ten_o_clock()).wait();
        assert_eq!(store_error(refused), error);
        faults.set(None);
        let refused = handle.ask(ask("s", yes_no("q"))).wait();
        assert_eq!(store_error(refused), error);
    }

    /// A waiter is woken with the whole answer, or later.
    #[test]
    fn what_cannot_be_read_now_is_told_later() {
        let mut stage = Stage::new();
        let faults = stage.restart_faulty();
        let handle = stage.handle();
        let parsed = both(secret("q1"), &yes_no("q2"));
        let (ticket, mut waiter) = handle.ask_and_wait(ask("s", parsed));
        let id = ticket.wait().unwrap().interaction;
        handle.answer(partly(id, "q1", "sesame")).wait().unwrap();
        faults.set_reading(Some(StoreError::Io("a bad sector".into())));
        handle.answer(partly(id, "q2", "yes")).wait().unwrap();
        handle.clock_moved().wait().unwrap();
        assert_eq!(waiter.look(), Ok(None));
        store_error(handle.wait(id).wait());
        faults.set_reading(None);
        let outcome = woken(waiter).unwrap();
        assert_eq!(given(&outcome, "q1"), "sesame");
        assert_eq!(given(&outcome, "q2"), "yes");
    }

    #[test]
    fn one_failed_commit_fails_everything_in_it() {
        let mut stage = Stage::new();
        let faults = stage.restart_faulty();
        let handle = stage.handle();
        let id = asked(&handle, ask("s", yes_no("q")));
        let mut first = None;
        faults.shut_door(|| first = Some(handle.say(session("door"), message("knock"))));
        let winner = handle.answer(answer(id, "q", "yes"));
        let loser = handle.answer(answer(id, "q", "no"));
        let asks: Vec<_> = (0..5)
            .map(|n| handle.ask_and_wait(ask(&format!("s{n}"), yes_no("q"))))
            .collect();
        let kept = handle.save_draft(id, draft("q", "words"));
        faults.set(Some(Fault::Error(StoreError::Full("no room".into()))));
        faults.open_door();
        store_error(first.unwrap().wait());
        store_error(winner.wait());
        // The loser lost to an answer that is not on disk: it must not hear that it lost.
        store_error(loser.wait());
        store_error(kept.wait());
        for (ticket, waiter) in asks {
            store_error(ticket.wait());
            assert_eq!(waiter.wait(), Err(DeskError::Stopped));
        }
        faults.set(None);
        assert!(stage.is_open(id));
        handle.answer(answer(id, "q", "no")).wait().unwrap();
        assert_eq!(given(&stage.outcome(id), "q"), "no");
        Ledger::read(handle.reader());
    }

    #[test]
    fn whoever_always_comes_late_is_told_that_it_is_busy() {
        let mut stage = Stage::new();
        let faults = stage.restart_faulty();
        let handle = stage.handle();
        let id = asked(&handle, ask("s", yes_no("q")));
        faults.set(Some(Fault::Conflict));
        let refused = handle.answer(answer(id, "q", "yes")).wait();
        assert_eq!(refused, Err(DeskError::Busy));
        faults.set(None);
        assert!(stage.is_open(id));
        handle.answer(answer(id, "q", "yes")).wait().unwrap();
        Ledger::read(handle.reader());
    }

    /// The checks of this file would notice a store that says more than it did.
    #[test]
    fn a_lying_store_is_found_out() {
        let mut stage = Stage::new();
        let faults = stage.restart_faulty();
        let handle = stage.handle();
        faults.set(Some(Fault::Lie));
        let id = handle
            .ask(ask("s", yes_no("q")))
            .wait()
            .unwrap()
            .interaction;
        let ledger = Ledger::read(handle.reader());
        assert!(!ledger.asked.contains_key(&id));
    }

    #[test]
    fn errors_say_what_to_do() {
        let full = DeskError::from(StoreError::Full("13".into())).to_string();
        assert!(full.contains("free some space"), "{full}");
        let lost = DeskError::from(StoreError::Io("5".into())).to_string();
        assert!(lost.contains("start Sayso again"), "{lost}");
        let stopped = DeskError::Stopped.to_string();
        assert!(stopped.contains("stay open"), "{stopped}");
        let arc: Arc<DeskError> = Arc::new(DeskError::Busy);
        assert!(arc.to_string().contains("try again"));
    }
}
