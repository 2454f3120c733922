//! What is decided while something is being written stands on facts that are not on disk yet.

use std::thread;

use sayso_core::opening::Opening;
use sayso_core::refusal::Refusal;
use sayso_core::state::State;
use sayso_desk::store::SealedStore;
use sayso_desk::store::StoreError;
use sayso_desk::store::sqlite::SqliteStore;
use sayso_desk::{Desk, DeskError, NewAsk, Options, Receipt};
use serde_json::Value;

use crate::faulty_store::Fault;
use crate::ledger::Ledger;
use crate::stage::{Stage, woken};
use crate::words::{ann, answer, ask, bob, draft, given, requested, yes_no};

/// A stage where every commit is left to the pen.
fn stage() -> Stage {
    Stage::with(|options| options.ahead = 1)
}

/// What the one who answered first and the one who came while that was being written are told.
type Told = (Result<(), DeskError>, Result<(), DeskError>);

/// Ann's answer is being written; Bob's comes meanwhile, and somebody asks on. Then the write goes
/// wrong like this, once or for good. Says what both are told, and whose answer stands.
fn meanwhile(fault: Option<Fault>, once: bool) -> (Told, Option<Value>) {
    let mut stage = stage();
    let faults = stage.restart_faulty();
    let handle = stage.handle();
    let asked = |session: &str| {
        let ticket = handle.ask(ask(session, yes_no("q"))).wait().unwrap();
        ticket.interaction
    };
    let (id, other) = (asked("s"), asked("t"));
    let waiter = handle.wait(id).wait().unwrap();
    let mut first = None;
    faults.shut_door(|| first = Some(handle.answer(answer(id, "q", "yes"))));
    let second = handle.answer(requested(answer(id, "q", "no"), bob(), "r"));
    let next = handle.ask(ask("s", yes_no("q2")));
    let late = handle.wait(id);
    // Its reply comes without waiting for the disk, and after the others were decided.
    let other_waiter = handle.wait(other).wait().unwrap();
    match fault {
        Some(fault) if once => faults.set_once(fault),
        fault => faults.set(fault),
    }
    faults.open_door();

    let told = |result: Result<Receipt, DeskError>| result.map(|_| ());
    let (first, second) = (told(first.unwrap().wait()), told(second.wait()));
    let asked_on = next.wait().is_ok();
    let ledger = Ledger::read(handle.reader());
    assert_eq!(asked_on, ledger.asked.len() == 3);
    if stage.is_open(id) {
        assert!(late.wait().unwrap().look().unwrap().is_none());
        return ((first, second), None);
    }
    let outcome = woken(waiter).unwrap();
    assert_eq!(woken(late.wait().unwrap()).unwrap(), outcome);
    handle.answer(answer(other, "q", "yes")).wait().unwrap();
    assert_eq!(woken(other_waiter).unwrap().closing.state, State::Answered);
    Ledger::read(handle.reader());
    ((first, second), Some(given(&outcome, "q")))
}

fn lost_to_ann(result: &Result<(), DeskError>) -> bool {
    matches!(result, Err(DeskError::Refused(Refusal::AlreadyAnswered(closing))) if closing.actor == ann())
}

#[test]
fn the_second_hears_that_it_lost_once_the_first_is_on_disk() {
    let ((first, second), stands) = meanwhile(None, false);
    assert_eq!(first, Ok(()));
    assert!(lost_to_ann(&second), "{second:?}");
    assert_eq!(stands, Some("yes".into()));
}

#[test]
fn nobody_loses_to_an_answer_that_did_not_land() {
    let full = StoreError::Full("no room".into());
    let ((first, second), stands) = meanwhile(Some(Fault::Error(full.clone())), true);
    assert_eq!(first, Err(full.into()));
    assert_eq!(second, Ok(()));
    assert_eq!(stands, Some("no".into()));
}

#[test]
fn a_conflict_is_decided_again_with_all_that_stood_on_it() {
    let ((first, second), stands) = meanwhile(Some(Fault::Conflict), true);
    assert_eq!(first, Ok(()));
    assert!(lost_to_ann(&second), "{second:?}");
    assert_eq!(stands, Some("yes".into()));
}

#[test]
fn what_cannot_be_written_is_refused_with_all_that_stood_on_it() {
    for (error, once) in [
        (StoreError::Full("no room".into()), false),
        (StoreError::Io("fsync failed".into()), false),
        (StoreError::Io("fsync failed".into()), true),
    ] {
        let (told, stands) = meanwhile(Some(Fault::Error(error.clone())), once);
        let refused = || Err(DeskError::from(error.clone()));
        assert_eq!(told, (refused(), refused()));
        assert_eq!(stands, None);
    }
}

/// Its outcome is not read for them, and they hear of nothing before it is on disk.
#[test]
fn who_comes_while_it_closes_is_told_with_everyone_else() {
    let mut stage = stage();
    let faults = stage.restart_faulty();
    let handle = stage.handle();
    let ticket = handle.ask(ask("s", yes_no("q"))).wait().unwrap();
    let id = ticket.interaction;
    let mut answered = None;
    faults.shut_door(|| answered = Some(handle.answer(answer(id, "q", "yes"))));
    faults.set_reading(Some(StoreError::Io("nothing is to be read".into())));
    let mut late = handle.wait(id).wait().unwrap();
    assert!(late.look().unwrap().is_none());
    faults.open_door();
    answered.unwrap().wait().unwrap();
    assert_eq!(given(&woken(late).unwrap(), "q"), "yes");
}

/// Whoever writes dies, here or on a thread of its own: the desk dies with it, and nobody waits for
/// a word that cannot come.
#[test]
fn nobody_waits_for_a_desk_whose_store_fell_over() {
    for ahead in [1, 32] {
        let mut stage = Stage::with(|options| options.ahead = ahead);
        let faults = stage.restart_faulty();
        let handle = stage.handle();
        let id = handle
            .ask(ask("s", yes_no("q")))
            .wait()
            .unwrap()
            .interaction;
        let waiter = handle.wait(id).wait().unwrap();
        faults.set(Some(Fault::Panic));
        let answered = handle.answer(answer(id, "q", "yes"));
        assert_eq!(woken(waiter), Err(DeskError::Stopped), "ahead {ahead}");
        assert_eq!(
            answered.wait().err(),
            Some(DeskError::Stopped),
            "ahead {ahead}"
        );
        assert!(stage.is_open(id), "ahead {ahead}");
        assert_eq!(handle.check(), Err(DeskError::Stopped), "ahead {ahead}");
    }
}

/// Who was told something comes again and is waited for; what looks beyond its session, as a draft
/// does, comes in between, and is carried out in its turn all the same.
#[test]
fn whoever_comes_while_others_are_waited_for_is_served() {
    for batch in [1, 1_024] {
        serve_both(&Stage::with(|options| {
            (options.ahead, options.batch) = (1, batch);
        }));
    }
}

fn serve_both(stage: &Stage) {
    const ROUNDS: usize = 100;
    let handle = stage.handle();
    let open = handle.ask(ask("other", yes_no("q"))).wait().unwrap();
    thread::scope(|scope| {
        scope.spawn(|| {
            for n in 0..ROUNDS {
                let session = format!("s{n}");
                let (asked, waiter) = handle.ask_and_wait(ask(&session, yes_no("q")));
                let id = asked.wait().unwrap().interaction;
                handle.answer(answer(id, "q", "yes")).wait().unwrap();
                assert_eq!(given(&woken(waiter).unwrap(), "q"), "yes");
            }
        });
        for n in 0..ROUNDS {
            let note = draft("q", &n.to_string());
            let saved = handle.save_draft(open.interaction, note.clone());
            saved.wait().unwrap();
            let kept = handle.reader().draft(open.interaction).unwrap();
            assert_eq!(kept, Some(note), "{n}");
        }
    });
    assert_eq!(Ledger::read(handle.reader()).asked.len(), ROUNDS + 1);
}

/// Another desk answered before this one was asked: nothing may be refused because of what this
/// one still remembers.
#[test]
fn no_refusal_stands_on_what_another_desk_has_changed() {
    let mut stage = stage();
    let faults = stage.restart_faulty();
    let handle = stage.handle();
    let serial = |question: &str| NewAsk {
        opening: Opening {
            serial: true,
            ..Opening::default()
        },
        ..ask("s", yes_no(question))
    };
    let id = handle.ask(serial("q")).wait().unwrap().interaction;
    let open = handle.ask(ask("t", yes_no("q"))).wait().unwrap();
    let mut first = None;
    faults.shut_door(|| first = Some(handle.ask(ask("u", yes_no("q")))));

    let store = SqliteStore::open(&stage.path()).unwrap();
    let other = Desk::start(SealedStore::with_key(store, [7; 32]), Options::default()).unwrap();
    other
        .handle()
        .answer(answer(id, "q", "yes"))
        .wait()
        .unwrap();
    let second = handle.ask(serial("q2"));
    handle.wait(open.interaction).wait().unwrap();
    faults.open_door();
    first.unwrap().wait().unwrap();
    assert_eq!(second.wait().unwrap().round, 2);
    Ledger::read(handle.reader());
}
