//! Whether the asker has the outcome: what the log says of it, and who may read secret words.

use std::time::Duration;

use sayso_core::approval::Action;
use sayso_core::delivery::Delivery;
use sayso_core::event::Event;
use sayso_core::id::InteractionId;
use sayso_core::lang::Lang;
use sayso_core::refusal::Refusal;
use sayso_core::source::Source;
use sayso_desk::NewAsk;
use serde_json::{Value, json};

use crate::stage::{Stage, woken};
use crate::words::{answer, given, keyed, refusal, secret, yes_no};

/// A desk that records each hand-over at once.
fn stage() -> Stage {
    Stage::with(|options| options.record_delivery_within = Duration::ZERO)
}

/// What the desk has recorded once it has nothing left to do.
fn recorded(stage: &Stage, id: InteractionId) -> Delivery {
    stage.later(0);
    stage.outcome(id).delivery
}

fn approval(key: &str) -> NewAsk {
    let action = Action {
        tool: "Bash".into(),
        input: json!({ "command": "ls" }),
        reason: None,
        rules: Vec::new(),
    };
    NewAsk {
        source: Source::Approval,
        ..keyed("s", key, action.ask(None, Lang::En))
    }
}

#[test]
fn an_answer_waits_until_its_asker_takes_it() {
    for sqlite_settles in [false, true] {
        let mut stage = stage();
        let handle = stage.handle();
        let id = handle.ask(keyed("s", "k", yes_no("q"))).wait().unwrap();
        let id = id.interaction;
        let onlooker = handle.watch(id).wait().unwrap();
        handle.answer(answer(id, "q", "yes")).wait().unwrap();
        assert!(woken(onlooker).is_ok());
        assert_eq!(recorded(&stage, id), Delivery::Waiting, "only looked at");
        let asker = handle.wait(id).wait().unwrap();
        assert!(woken(asker).is_ok());
        assert_eq!(recorded(&stage, id), Delivery::HandedOver);
        if sqlite_settles {
            for n in 0..300 {
                let more = keyed("other", &n.to_string(), yes_no(&n.to_string()));
                let _ = handle.ask(more).wait();
            }
        }
        handle.deliver(id, Delivery::Acknowledged).wait().unwrap();
        assert_eq!(recorded(&stage, id), Delivery::Acknowledged);
        stage.restart();
        assert_eq!(recorded(&stage, id), Delivery::Acknowledged);
        let entry = stage.handle().reader().history(None, None, 9).unwrap();
        assert_eq!(entry[0].outcome.delivery, Delivery::Acknowledged);
    }
}

#[test]
fn whoever_waits_while_it_closes_has_it() {
    let stage = stage();
    let handle = stage.handle();
    let (ticket, waiter) = handle.ask_and_wait(keyed("s", "k", yes_no("q")));
    let id = ticket.wait().unwrap().interaction;
    let (gone, left) = handle.ask_and_wait(keyed("s", "gone", yes_no("p")));
    drop(left);
    let gone = gone.wait().unwrap().interaction;
    for (id, question) in [(id, "q"), (gone, "p")] {
        handle.answer(answer(id, question, "yes")).wait().unwrap();
    }
    assert_eq!(woken(waiter).unwrap().delivery, Delivery::HandedOver);
    assert_eq!(recorded(&stage, id), Delivery::HandedOver);
    assert_eq!(recorded(&stage, gone), Delivery::Waiting);
}

/// That a yes is spent is on disk before its asker has it.
#[test]
fn an_approval_is_spent_in_the_commit_that_closes_it() {
    let stage = stage();
    let handle = stage.handle();
    let (ticket, waiter) = handle.ask_and_wait(approval("k"));
    let id = ticket.wait().unwrap().interaction;
    handle.answer(answer(id, "r1.q1", "allow")).wait().unwrap();
    assert!(woken(waiter).is_ok());
    let records = handle.reader().records(&"s".into(), 0, 99).unwrap();
    let last: Vec<&Event> = records.iter().rev().take(2).map(|one| &one.event).collect();
    assert!(
        matches!(
            last[..],
            [
                Event::Delivered {
                    delivery: Delivery::HandedOver,
                    ..
                },
                Event::Closed { .. }
            ]
        ),
        "{last:?}"
    );
    let again = handle.ask_and_wait(approval("k")).0.wait();
    assert_eq!(refusal(again), Refusal::ApprovalSpent);
    assert!(!handle.ask(approval("k2")).wait().unwrap().known);
}

/// An approval that nobody has collected is given to whoever asks again by its key, once.
#[test]
fn an_approval_that_waits_is_collected_once() {
    let mut stage = stage();
    let handle = stage.handle();
    let id = handle.ask(approval("k")).wait().unwrap().interaction;
    handle.answer(answer(id, "r1.q1", "allow")).wait().unwrap();
    stage.restart();
    let handle = stage.handle();
    let (ticket, waiter) = handle.ask_and_wait(approval("k"));
    assert!(ticket.wait().unwrap().known);
    assert_eq!(given(&woken(waiter).unwrap(), "r1.q1"), "allow");
    for restarts in [false, true] {
        if restarts {
            stage.restart();
        }
        let again = stage.handle().ask_and_wait(approval("k")).0.wait();
        assert_eq!(refusal(again), Refusal::ApprovalSpent);
    }
}

const CANARY: &str = "canary-51c0";

/// The answer to a secret question, and its note.
fn told(stage: &Stage, id: InteractionId, read: fn(&Stage, InteractionId) -> Value) -> Value {
    stage.later(0);
    read(stage, id)
}

fn by_wait(stage: &Stage, id: InteractionId) -> Value {
    let waiter = stage.handle().wait(id).wait().unwrap();
    given(&woken(waiter).unwrap(), "q")
}

fn by_the_process_that_asked(stage: &Stage, id: InteractionId) -> Value {
    let waiter = stage.handle().wait_with_secrets(id).wait().unwrap();
    given(&woken(waiter).unwrap(), "q")
}

fn by_key(stage: &Stage, _id: InteractionId) -> Value {
    let (_, waiter) = stage.handle().ask_and_wait(keyed("s", "k", secret("q")));
    given(&woken(waiter).unwrap(), "q")
}

fn by_key_on_this_machine(stage: &Stage, _id: InteractionId) -> Value {
    let (_, waiter) = stage.handle().ask_and_wait(NewAsk {
        is_local: true,
        ..keyed("s", "k", secret("q"))
    });
    given(&woken(waiter).unwrap(), "q")
}

#[test]
fn secret_words_go_to_their_asker_for_ten_minutes_until_acknowledged() {
    for acknowledged in [false, true] {
        let stage = stage();
        let handle = stage.handle();
        let (ticket, waiter) = handle.ask_and_wait(keyed("s", "k", secret("q")));
        let id = ticket.wait().unwrap().interaction;
        let mut answering = answer(id, "q", CANARY);
        answering.answers[0].note = Some("note-51c0".into());
        handle.answer(answering).wait().unwrap();
        let outcome = woken(waiter).unwrap();
        assert_eq!(given(&outcome, "q"), CANARY);
        let answer = outcome.closing.answers.values().next().unwrap();
        assert_eq!(answer.note.as_deref(), Some("note-51c0"));
        let log = format!("{:?}", handle.reader().log(0, 99).unwrap());
        assert!(!log.contains("51c0"), "{log}");

        assert_eq!(told(&stage, id, by_wait), Value::Null);
        assert_eq!(told(&stage, id, by_key), Value::Null);
        assert_eq!(told(&stage, id, by_the_process_that_asked), CANARY);
        assert_eq!(told(&stage, id, by_key_on_this_machine), CANARY);
        if acknowledged {
            handle.deliver(id, Delivery::Acknowledged).wait().unwrap();
        } else {
            stage.later(10 * 60_000);
            assert_eq!(told(&stage, id, by_the_process_that_asked), CANARY);
            stage.later(1);
        }
        assert_eq!(told(&stage, id, by_the_process_that_asked), Value::Null);
        assert_eq!(told(&stage, id, by_key_on_this_machine), Value::Null);
    }
}
