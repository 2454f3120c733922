//! A question whose asker has gone says so, at every desk of the store.

use std::thread;
use std::time::Duration;

use sayso_core::id::InteractionId;
use sayso_desk::store::{Found, Reader};
use sayso_desk::{Desk, NewAsk, Options};

use crate::pen::{Pen, land, nth};
use crate::place::{Place, Postgres, suite};
use crate::postgres_database::sql;
use crate::stage::woken;
use crate::words::{ask, given, yes_no};

suite! {
    it_says_so_while_nobody_waits
    what_was_just_asked_and_who_goes_on_is_not_looked_for
}

/// A desk that tells at once who is waited for.
fn desk(place: &dyn Place) -> Desk {
    let options = Options {
        tell_who_waits: Duration::ZERO,
        look_around: Duration::from_millis(5),
        ..Options::default()
    };
    Desk::start(place.sealed(), options).unwrap()
}

/// Which of the open ones nobody waits for.
fn unattended(reader: &dyn Reader) -> Vec<InteractionId> {
    let told = reader.unattended(100).unwrap();
    told.into_iter().map(|(_, id)| id).collect()
}

/// While nothing changes, every way to look says the same.
fn check(reader: &dyn Reader, expected: &[InteractionId]) {
    assert_eq!(unattended(reader), expected);
    for pending in reader.pending(100).unwrap() {
        let id = pending.asked.interaction;
        assert_eq!(pending.unattended, expected.contains(&id), "{id}");
        let found = reader.find(id).unwrap();
        assert_eq!(found, Some(Found::Pending(Box::new(pending))));
    }
}

/// Waits until these are told, and no others.
fn soon(reader: &dyn Reader, expected: &[InteractionId]) {
    for _ in 0..2_000 {
        if unattended(reader) == expected {
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
    panic!("{:?} instead of {expected:?}", unattended(reader));
}

fn it_says_so_while_nobody_waits(place: &dyn Place) {
    let mut store = place.open();
    // Their ids are from long ago.
    let (first, second) = (nth(1), nth(2));
    land(&mut *store, &[Pen::new("a").ask(first, yes_no("q"))]);
    land(&mut *store, &[Pen::new("b").ask(second, yes_no("q"))]);
    let reader = &*store.reader();
    check(reader, &[first, second]);

    let here = desk(place);
    let waiter = here.handle().wait(first).wait().unwrap();
    soon(reader, &[second]);
    let there = desk(place);
    let other = there.handle().wait(second).wait().unwrap();
    soon(reader, &[]);

    // The one that goes takes its list along, whatever its waiters think.
    drop(here);
    place.time_passes();
    soon(reader, &[first]);
    assert!(woken(waiter).is_err(), "its desk has gone");
    let answer = crate::words::answer(first, "q", "yes");
    there.handle().answer(answer).wait().unwrap();
    soon(reader, &[]);

    // It is answered all the same, and kept for the asker that comes back.
    let again = there.handle().wait(first).wait().unwrap();
    assert_eq!(given(&woken(again).unwrap(), "q"), "yes");
    drop((other, there));
    place.time_passes();
    check(reader, &[second]);
}

/// A node cannot know what became of the last words on a connection that broke: it says them again.
#[test]
fn what_was_told_may_not_have_arrived() {
    let server = own_postgres::Server::start(&["fsync=off"]).unwrap();
    let place = Postgres(format!("{}?schema=one", server.url()));
    let mut store = place.open();
    land(&mut *store, &[Pen::new("a").ask(nth(1), yes_no("q"))]);
    let reader = &*store.reader();
    let here = desk(&place);
    let _waiter = here.handle().wait(nth(1)).wait().unwrap();
    soon(reader, &[]);
    sql(&place.0, "UPDATE waiting SET waited_for = '{}'");
    soon(reader, &[nth(1)]);
    // The connections on which nodes listen, tell, and look.
    let broken = sql(
        &place.0,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE query LIKE 'WITH %'",
    );
    assert!(broken.starts_with('t'), "{broken:?}");
    soon(reader, &[]);
}

fn what_was_just_asked_and_who_goes_on_is_not_looked_for(place: &dyn Place) {
    let desk = desk(place);
    let going_on = NewAsk {
        goes_on: true,
        ..ask("a", yes_no("q"))
    };
    desk.handle().ask(going_on).wait().unwrap();
    desk.handle().ask(ask("b", yes_no("q"))).wait().unwrap();
    let reader = &*place.open().reader();
    assert_eq!(reader.pending(100).unwrap().len(), 2);
    check(reader, &[]);
}
