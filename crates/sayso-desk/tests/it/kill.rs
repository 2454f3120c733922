//! SIGKILL at any moment: nothing acknowledged is lost, nothing is answered twice, and the next
//! start needs no repair.

use std::collections::HashSet;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use rusqlite::Connection;
use sayso_core::id::{InteractionId, QuestionId};
use sayso_desk::store::SealedStore;
use sayso_desk::store::sqlite::SqliteStore;
use sayso_desk::store::{Reader, Store};
use sayso_desk::{Desk, Options};

use crate::dice::Dice;
use crate::ledger::Ledger;
use crate::part::{self, Player, state_of};
use crate::stage::file_in;
use crate::words::{draft, keyed, yes_no};

/// Whether everything that was acknowledged is there, as it was acknowledged.
pub(crate) fn check_claims(
    said: &[String],
    ledger: &Ledger,
    reader: &dyn Reader,
) -> Result<(), String> {
    for line in said {
        let words: Vec<&str> = line.split(' ').collect();
        let [word, id, value] = words[..] else {
            return Err(format!("not understood: {line}"));
        };
        let Ok(id) = id.parse::<InteractionId>() else {
            continue;
        };
        let lost = || Err(format!("lost: {line}"));
        let Some(asked) = ledger.asked.get(&id) else {
            return lost();
        };
        match (word, ledger.closed.get(&id)) {
            ("asked", _) if asked.questions[0].id == QuestionId::from(value) => {}
            ("drafted", None) if reader.draft(id).unwrap() == Some(draft(value, value)) => {}
            ("cancelled", Some(closing)) if Some(closing.state) == state_of(word) => {}
            ("answered", Some(closing)) if Some(closing.state) == state_of(word) => {
                let given = &closing.answers[&asked.questions[0].id].given;
                if given.wire() != value {
                    return Err(format!("answered otherwise: {line}, {given:?}"));
                }
            }
            _ => return lost(),
        }
    }
    Ok(())
}

/// Opens the store as it was left, and checks everything in it against what was said.
#[track_caller]
fn check_store(path: &Path, said: &[String], what: &str) -> Ledger {
    let store = SqliteStore::open(path).unwrap_or_else(|error| panic!("{what}: {error}"));
    let reader = store.reader();
    let ledger = Ledger::read(&*reader);
    if let Err(problem) = check_claims(said, &ledger, &*reader) {
        panic!("{what}: {problem}");
    }
    ledger
}

/// Asks again for everything that was wished for: whoever has no ticket gets the same interaction
/// or a new one, but never a second one.
#[track_caller]
fn ask_again(path: &Path, said: &[String]) {
    let store = SqliteStore::open(path).unwrap();
    let desk = Desk::start(SealedStore::with_key(store, [7; 32]), Options::default()).unwrap();
    let acknowledged: HashSet<&str> = said
        .iter()
        .filter(|line| line.starts_with("asked "))
        .filter_map(|line| line.split(' ').nth(2))
        .collect();
    for line in said {
        let words: Vec<&str> = line.split(' ').collect();
        let ["wishes", session, key] = words[..] else {
            continue;
        };
        let again = desk.handle().ask(keyed(session, key, yes_no(key)));
        let again = again.wait().unwrap();
        assert!(again.known || !acknowledged.contains(key), "{line}");
    }
}

#[test]
fn at_random_moments() {
    const KILLS: usize = 30;
    let folder = tempfile::tempdir().unwrap();
    let path = file_in(folder.path());
    let mut dice = Dice::new();
    let mut said: Vec<String> = Vec::new();
    for n in 0..KILLS {
        let mut player = Player::start(part::plain("crowd", &path));
        // Somewhere in what it does, and then a moment more.
        for _ in 0..dice.below(if n % 4 == 0 { 3 } else { 120 }) {
            player.listen();
        }
        thread::sleep(Duration::from_micros(dice.below(4_000) as u64));
        player.kill();
        let (now, status) = player.finish();
        assert_eq!(status.signal(), Some(9), "it was killed");
        check_store(&path, &now, &format!("kill {n}, seed {}", dice.seed));
        if n % 10 == 9 {
            ask_again(&path, &now);
        }
        said.extend(now);
    }
    let ledger = check_store(&path, &said, &format!("in the end, seed {}", dice.seed));
    let answered = said.iter().filter(|line| line.starts_with("answered"));
    assert!(answered.count() > 50, "something was going on");
    assert!(!ledger.open().is_empty(), "and something was left open");
    let connection = Connection::open(&path).unwrap();
    let integrity: String = connection
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(integrity, "ok");

    // The check can fail: it notices a claim that is not true.
    let store = SqliteStore::open(&path).unwrap();
    let ann = said
        .iter()
        .find(|line| line.starts_with("answered"))
        .unwrap();
    let turned = if ann.ends_with("yes") {
        ann.replace("yes", "no")
    } else {
        ann.replace("no", "yes")
    };
    let never = format!("asked {} x", InteractionId::new(7));
    for claim in [turned, never] {
        assert!(check_claims(&[claim], &ledger, &*store.reader()).is_err());
    }
    let mut cut = ledger.lines;
    cut.remove(0);
    assert!(Ledger::of(cut).is_err(), "a fact is missing");
}

/// Kills at the N-th fsync of any thread.
#[track_caller]
fn kill_at_fsync(n: usize, folder: &Path) -> Vec<String> {
    let (path, log) = (file_in(folder), folder.join("strace.log"));
    let inject = format!("inject=fsync,fdatasync:signal=KILL:when={n}");
    let settings = ["-e", "trace=fsync,fdatasync", "-e", &inject];
    let (said, status) = Player::start(part::traced(&settings, &log, "crowd", &path)).finish();
    assert_eq!(status.signal(), Some(9), "fsync {n}: {status:?}");
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("killed by SIGKILL"), "fsync {n}: {log}");
    said
}

#[test]
fn at_every_fsync_of_a_new_store() {
    for n in 1..=12 {
        let folder = tempfile::tempdir().unwrap();
        let said = kill_at_fsync(n, folder.path());
        let path = file_in(folder.path());
        check_store(&path, &said, &format!("at fsync {n}"));
        ask_again(&path, &said);
        check_store(&path, &said, &format!("after fsync {n}"));
    }
}

#[test]
fn at_every_fsync_of_a_store_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_in(folder.path());
    drop(SqliteStore::open(&path).unwrap());
    let mut all: Vec<String> = Vec::new();
    for n in 1..=12 {
        let said = kill_at_fsync(n, folder.path());
        check_store(&path, &said, &format!("at fsync {n}"));
        ask_again(&path, &said);
        all.extend(said);
    }
    check_store(&path, &all, "in the end");
}
