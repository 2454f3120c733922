//! Full and failing disks: a clear refusal, never a false acknowledgement, and reading goes on.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};

use sayso_desk::store::Store;
use sayso_desk::store::sqlite::SqliteStore;
use tempfile::TempDir;

use crate::kill::check_claims;
use crate::ledger::Ledger;
use crate::part::{self, Player};
use crate::stage::file_in;

/// A store in use.
fn store_in_use() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = file_in(folder.path());
    drop(SqliteStore::open(&path).unwrap());
    (folder, path)
}

/// Plays the part while strace makes system calls fail, and makes sure that it did.
#[track_caller]
fn play_failing(path: &Path, part: &str, settings: &[&str]) -> Vec<String> {
    let log = path.with_extension("strace");
    let player = Player::start(part::traced(settings, &log, part, path));
    let (said, status) = player.finish();
    assert!(status.success(), "it carries on: {status:?} {said:?}");
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("(INJECTED)"), "nothing failed: {settings:?}");
    said
}

/// Whatever happened: after a restart everything that was acknowledged is there, and the store
/// works.
#[track_caller]
fn check_after_restart(path: &Path, said: &[String]) {
    let check = |said: &[String]| {
        let store = SqliteStore::open(path).unwrap();
        let reader = store.reader();
        check_claims(said, &Ledger::read(&*reader), &*reader).unwrap();
    };
    check(said);
    let (more, status) = Player::start(part::plain("stubborn", path)).finish();
    assert!(status.success());
    assert!(!more.iter().any(|line| line.starts_with("failed")));
    check(&more);
    check(said);
}

fn starting<'s>(said: &'s [String], word: &str) -> Vec<&'s str> {
    let lines = said.iter().map(String::as_str);
    lines.filter(|line| line.starts_with(word)).collect()
}

/// The lines after the first failure.
#[track_caller]
fn since_failure(said: &[String]) -> &[String] {
    let first = said.iter().position(|line| line.starts_with("failed"));
    &said[first.expect("something is refused")..]
}

#[test]
fn a_full_disk_refuses_until_there_is_room() {
    for (from, to) in [(40, 48), (60, 72), (75, 75)] {
        let (_folder, path) = store_in_use();
        let inject = format!("inject=pwrite64:error=ENOSPC:when={from}..{to}");
        let settings = ["-e", "trace=pwrite64", "-e", &inject];
        let said = play_failing(&path, "stubborn", &settings);
        let failed = starting(&said, "failed");
        assert!(!failed.is_empty(), "{said:?}");
        assert!(failed.iter().all(|line| *line == "failed full ask"));
        assert!(starting(&said, "unreadable").is_empty(), "{said:?}");
        let after = since_failure(&said);
        assert!(!starting(after, "asked").is_empty(), "there is room again");
        assert_eq!(said.last().unwrap(), "stopped - -");
        check_after_restart(&path, &said);
    }
}

/// After a write or a sync that failed nobody knows what the disk holds: the desk writes no more
/// until it is started again.
#[test]
fn an_io_error_ends_all_writing() {
    for (call, n) in [
        ("fdatasync", 3),
        ("fdatasync", 9),
        ("pwrite64", 40),
        ("pwrite64", 95),
    ] {
        let (_folder, path) = store_in_use();
        let inject = format!("inject={call}:error=EIO:when={n}");
        let settings = ["-e", &format!("trace={call}"), "-e", &inject];
        let said = play_failing(&path, "stubborn", &settings);
        let what = format!("{call} {n}: {said:?}");
        let after = since_failure(&said);
        assert!(starting(after, "asked").is_empty(), "{what}");
        let failed = starting(after, "failed");
        assert!(failed.iter().all(|line| *line == "failed io ask"), "{what}");
        let tried = starting(after, "tried");
        assert!(tried.iter().all(|line| *line == "tried io io"), "{what}");
        assert!(starting(&said, "unreadable").is_empty(), "{what}");
        assert!(!starting(after, "read").is_empty(), "{what}");
        check_after_restart(&path, &said);
    }
}

/// A new store that cannot be made is not there, or is there as if nothing had been.
#[test]
fn a_store_that_cannot_be_made_is_refused() {
    for (error, n) in [("ENOSPC", 1), ("ENOSPC", 7), ("EIO", 2), ("EIO", 12)] {
        let folder = tempfile::tempdir().unwrap();
        let path = file_in(folder.path());
        let inject = format!("inject=pwrite64:error={error}:when={n}");
        let settings = ["-e", "trace=pwrite64", "-e", &inject];
        let said = play_failing(&path, "stubborn", &settings);
        let refused = ["failed full", "failed io"].map(|word| said[0].starts_with(word));
        assert!(refused.contains(&true), "{error} {n}: {said:?}");
        check_after_restart(&path, &said);
    }
}

/// When the log is copied into the file and that fails, the log is kept, and so is everything.
#[test]
fn an_io_error_while_tidying_up_loses_nothing() {
    let (_folder, path) = store_in_use();
    let only = ["-P", path.to_str().unwrap()];
    let inject = ["-e", "inject=fdatasync:error=EIO:when=1..3"];
    let settings = [&["-e", "trace=fdatasync"][..], &inject, &only].concat();
    let said = play_failing(&path, "stubborn for long", &settings);
    assert!(starting(&said, "unreadable").is_empty());
    assert!(!starting(&said, "asked").is_empty());
    check_after_restart(&path, &said);
}

/// A limit on the size of files is a full disk of another kind.
#[test]
fn a_file_that_may_not_grow_refuses() {
    let (_folder, path) = store_in_use();
    let prepared = "trap '' XFSZ; ulimit -f 300";
    let player = Player::start(part::in_shell(prepared, "stubborn", &path));
    let (said, status) = player.finish();
    assert!(status.success(), "{status:?} {said:?}");
    let after = since_failure(&said);
    assert!(starting(after, "asked").is_empty(), "{said:?}");
    for line in starting(after, "failed") {
        assert!(["failed io ask", "failed full ask"].contains(&line));
    }
    assert!(starting(&said, "unreadable").is_empty(), "{said:?}");
    check_after_restart(&path, &said);

    // Where the signal is not ignored, the process ends, and nothing said before is untrue.
    let (_folder, path) = store_in_use();
    let player = Player::start(part::in_shell("ulimit -f 300", "stubborn", &path));
    let (said, status) = player.finish();
    assert!(status.signal().is_some() || !starting(&said, "failed").is_empty());
    check_after_restart(&path, &said);
}
