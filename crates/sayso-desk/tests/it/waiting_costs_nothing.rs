//! A waiter costs the database no query while it waits: counted in the database's own log.

use std::fs;
use std::thread;
use std::time::Duration;

use own_postgres::Server;
use sayso_desk::clock::{Clock, SystemClock};
use sayso_desk::store::SealedStore;
use sayso_desk::store::postgres::PostgresStore;
use sayso_desk::{Desk, Options};

use crate::stage::woken;
use crate::words::{answer, ask, given, yes_no};

const WAITERS: usize = 300;
/// The one look that each node takes once a second.
const LOOK: &str = "SELECT coalesce((SELECT max(place)";
/// Looks that are waited for: first until all is quiet, then to count.
const QUIET: usize = 2;
const COUNTED: usize = 4;

/// How many statements the database was sent beside so many looks of the node's.
fn statements_beside_looks(server: &Server) -> usize {
    looks(
        server,
        fs::read_to_string(server.log()).unwrap().len(),
        QUIET,
    );
    let from = fs::read_to_string(server.log()).unwrap().len();
    let log = looks(server, from, COUNTED);
    let sent = log.matches("LOG:  execute").count() + log.matches("LOG:  statement").count();
    sent - log.matches(LOOK).count()
}

/// What the log says after this byte, once there are so many looks in it.
fn looks(server: &Server, from: usize, count: usize) -> String {
    let (clock, patience) = (SystemClock::new(), 120_000);
    let begun = clock.now();
    while clock.now().since(begun) < patience {
        let log = fs::read_to_string(server.log()).unwrap();
        if log[from..].matches(LOOK).count() >= count {
            return log[from..].to_owned();
        }
        thread::sleep(Duration::from_millis(50));
    }
    panic!("the node does not look {count} times");
}

#[test]
fn a_waiter_costs_no_query_while_it_waits() {
    let server = Server::start(&["fsync=off", "log_statement=all"]).unwrap();
    let store = PostgresStore::open(&server.url()).unwrap();
    let desk = Desk::start(SealedStore::with_key(store, [7; 32]), Options::default()).unwrap();
    let handle = desk.handle();
    let alone = statements_beside_looks(&server);

    let asked: Vec<_> = (0..WAITERS)
        .map(|n| handle.ask_and_wait(ask(&format!("s{n}"), yes_no("q"))))
        .collect();
    let waiting: Vec<_> = asked
        .into_iter()
        .map(|(ticket, waiter)| (ticket.wait().unwrap().interaction, waiter))
        .collect();
    let with_waiters = statements_beside_looks(&server);
    assert_eq!(
        with_waiters, alone,
        "statements while {WAITERS} wait, and while nobody does"
    );

    // They did wait: each is woken.
    for (id, waiter) in waiting {
        handle.answer(answer(id, "q", "yes")).wait().unwrap();
        assert_eq!(given(&woken(waiter).unwrap(), "q"), "yes");
    }
    let log = fs::read_to_string(server.log()).unwrap();
    assert!(log.contains("append_1"), "the log tells of statements");
}
