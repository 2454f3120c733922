//! A key of secret words that is lost or another: those words are told to be unreadable, to whoever
//! waits for them and to nobody else.

use std::path::Path;
use std::time::Duration;

use sayso_core::id::InteractionId;
use sayso_desk::store::sqlite::SqliteStore;
use sayso_desk::store::{SealedStore, StoreError};
use sayso_desk::vault::Vault;
use sayso_desk::{Desk, DeskError, Handle, Options, Waiter};
use tempfile::TempDir;

use crate::stage::{file_in, woken};
use crate::words::{answer, ask, given, partly, read, secret, yes_no};

/// A desk on the file of this folder, with a key of its own.
fn desk(folder: &Path, key: &str) -> Desk {
    let inside = SqliteStore::open(&file_in(folder)).unwrap();
    let vault = Vault::with_key(&folder.join(key));
    let store = SealedStore::new(Box::new(inside), vault);
    let options = Options {
        look_around: Duration::from_millis(5),
        ..Options::default()
    };
    Desk::start(store, options).unwrap()
}

fn asked(handle: &Handle, session: &str, secret_one: bool) -> (InteractionId, Waiter) {
    let parsed = if secret_one { secret("q") } else { yes_no("q") };
    let (ticket, waiter) = handle.ask_and_wait(ask(session, parsed));
    (ticket.wait().unwrap().interaction, waiter)
}

/// The waiter is told that the words cannot be read, and which key would open them.
#[track_caller]
fn unreadable(waiter: Waiter) {
    let told = woken(waiter);
    let Err(DeskError::Store(StoreError::Vault(why))) = &told else {
        panic!("woken with {told:?}");
    };
    assert!(why.contains(".key"), "{why}");
}

#[test]
fn words_that_do_not_open_here_keep_nobody_else_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let (here, there) = (desk(folder.path(), "a.key"), desk(folder.path(), "b.key"));
    let (ours, theirs) = (here.handle(), there.handle());
    // The first one makes this desk's key: what comes from the other does not open with it.
    let (first, _) = asked(&ours, "first", true);
    ours.answer(answer(first, "q", "own")).wait().unwrap();
    for n in 0..10 {
        let (hidden, hidden_waiter) = asked(&ours, &format!("hidden {n}"), true);
        let (plain, plain_waiter) = asked(&ours, &format!("plain {n}"), false);
        std::fs::write(folder.path().join("b.key"), "ab".repeat(32)).unwrap();
        theirs.answer(answer(hidden, "q", "sesame")).wait().unwrap();
        theirs.answer(answer(plain, "q", "yes")).wait().unwrap();
        assert_eq!(given(&woken(plain_waiter).unwrap(), "q"), "yes");
        unreadable(hidden_waiter);
        // Whoever comes later is told the same.
        unreadable_at_once(&ours, hidden);
    }
}

#[track_caller]
fn unreadable_at_once(handle: &Handle, id: InteractionId) {
    match handle.wait_with_secrets(id).wait() {
        Err(DeskError::Store(StoreError::Vault(_))) => {}
        Ok(waiter) => unreadable(waiter),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn words_of_an_earlier_part_that_do_not_open_any_more() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path(), "a.key");
    let handle = desk.handle();
    let two = read(&serde_json::json!({ "questions": [
        { "question_id": "a", "question_text": "a?", "type": "text", "secret": true },
        { "question_id": "b", "question_text": "b?", "type": "text" },
    ] }));
    let (ticket, waiter) = handle.ask_and_wait(ask("s", two));
    let id = ticket.wait().unwrap().interaction;
    let (plain, plain_waiter) = asked(&handle, "plain", false);
    handle.answer(partly(id, "a", "sesame")).wait().unwrap();
    std::fs::write(folder.path().join("a.key"), "ab".repeat(32)).unwrap();
    handle.answer(partly(id, "b", "words")).wait().unwrap();
    unreadable(waiter);
    handle.answer(answer(plain, "q", "no")).wait().unwrap();
    assert_eq!(given(&woken(plain_waiter).unwrap(), "q"), "no");
}

/// A desk that sealed something, and whose key is gone.
fn without_its_key() -> (TempDir, Desk) {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path(), "a.key");
    let (first, waiter) = asked(&desk.handle(), "first", true);
    let answering = answer(first, "q", "sesame");
    desk.handle().answer(answering).wait().unwrap();
    assert_eq!(given(&woken(waiter).unwrap(), "q"), "sesame");
    (folder, desk)
}

#[test]
fn a_key_that_is_missing_is_not_replaced() {
    let (folder, desk) = without_its_key();
    let handle = desk.handle();
    let (hidden, waiter) = asked(&handle, "hidden", true);
    let key = folder.path().join("a.key");
    let kept = std::fs::read(&key).unwrap();
    std::fs::remove_file(&key).unwrap();

    let told = handle.answer(answer(hidden, "q", "swordfish")).wait();
    let Err(DeskError::Store(StoreError::Vault(why))) = told else {
        panic!("{told:?}");
    };
    assert!(why.contains("missing") && why.contains("a.key"), "{why}");
    let asked_now = handle.ask(ask("another", secret("q"))).wait();
    assert!(
        matches!(asked_now, Err(DeskError::Store(StoreError::Vault(_)))),
        "nobody is asked for words that could not be kept: {asked_now:?}"
    );
    let (plain, plain_waiter) = asked(&handle, "plain", false);
    handle.answer(answer(plain, "q", "yes")).wait().unwrap();
    assert_eq!(given(&woken(plain_waiter).unwrap(), "q"), "yes");
    assert!(!key.exists(), "no new key in its place");

    // Put back, all goes on.
    std::fs::write(&key, kept).unwrap();
    handle
        .answer(answer(hidden, "q", "swordfish"))
        .wait()
        .unwrap();
    assert_eq!(given(&woken(waiter).unwrap(), "q"), "swordfish");
}
