use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread::yield_now;

use sayso_core::lang::Lang;
use sayso_desk::store::SealedStore;
use sayso_desk::store::sqlite::SqliteStore;
use sayso_desk::{Desk, Options};
use tokio::task::JoinSet;

use super::{App, READERS, names};
use crate::keys::Keys;
use crate::options::WebOptions;

/// Also when those who asked hang up while it is read for them.
#[tokio::test(flavor = "multi_thread")]
async fn no_more_than_so_many_read_the_store_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("sayso.db")).unwrap();
    let desk = Desk::start(SealedStore::with_key(store, [7; 32]), Options::default()).unwrap();
    let keys = Arc::new(Keys::new("person", "agent"));
    let app = App::new(desk.handle(), keys, WebOptions::default(), Vec::new());
    let [came, inside, most] = [(); 3].map(|()| Arc::new(AtomicUsize::new(0)));
    let mut readers = JoinSet::new();
    for n in 0..4 * READERS {
        let (app, inside, most) = (app.clone(), inside.clone(), most.clone());
        let all_came = came.clone();
        let reader = readers.spawn(async move {
            let read = app.read(Lang::En, move |_| {
                most.fetch_max(inside.fetch_add(1, SeqCst) + 1, SeqCst);
                all_came.fetch_add(1, SeqCst);
                while all_came.load(SeqCst) < READERS {
                    yield_now();
                }
                for _ in 0..1_000 {
                    yield_now();
                }
                inside.fetch_sub(1, SeqCst);
                Ok(())
            });
            drop(read.await);
        });
        // The first half of those who get in hang up.
        if n < READERS / 2 {
            while came.load(SeqCst) <= n {
                tokio::task::yield_now().await;
            }
            reader.abort();
        }
    }
    while readers.join_next().await.is_some() {}
    assert_eq!(most.load(SeqCst), READERS);
}

#[test]
fn a_desk_goes_by_the_names_it_was_given_and_by_its_addresses() {
    let local = ["localhost:7", "127.0.0.1:7", "[::1]:7"];
    for (hosts, address, expected) in [
        (
            &[][..],
            "127.0.0.1:7",
            [&["127.0.0.1:7"][..], &local].concat(),
        ),
        (&[], "[::1]:7", [&["[::1]:7"][..], &local].concat()),
        (&["a.test"], "192.0.2.1:7", vec!["a.test", "192.0.2.1:7"]),
        (
            &["a.test", "b.test:7"],
            "0.0.0.0:7",
            vec!["a.test", "b.test:7"],
        ),
        (&["a.test"], "[::]:7", vec!["a.test"]),
    ] {
        let hosts: Vec<String> = hosts.iter().map(|host| host.to_string()).collect();
        assert_eq!(names(&hosts, &[address.parse().unwrap()]), expected);
    }
}
