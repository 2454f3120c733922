//! What the embedded store's file must be, whole or damaged.

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::thread;

use rusqlite::Connection;
use sayso_core::command::Command;
use sayso_core::event::Event;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::record::Record;
use sayso_desk::store::sqlite::{self, SqliteStore};
use sayso_desk::store::{Found, Reader, Store, StoreError};
use tempfile::TempDir;

use crate::dice::Dice;
use crate::ledger::Ledger;
use crate::pen::{Pen, land, nth};
use crate::stage::file_in;
use crate::words::{self, draft, partly, secret, two, yes_no};

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = file_in(folder.path());
    (folder, path)
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}{ending}", path.display()))
}

/// The bytes of the file and of everything beside it that belongs to it.
fn bytes(path: &Path) -> Vec<u8> {
    ["", "-wal"]
        .iter()
        .filter_map(|ending| fs::read(beside(path, ending)).ok())
        .flatten()
        .collect()
}

fn holds(bytes: &[u8], words: &str) -> bool {
    bytes
        .windows(words.len())
        .any(|window| window == words.as_bytes())
}

#[test]
fn only_its_owner_may_read_it() {
    let (_folder, path) = folder();
    let mut store = SqliteStore::open(&path).unwrap();
    land(&mut store, &[Pen::new("a").say("hello")]);
    for ending in ["", "-wal", "-shm"] {
        let mode = fs::metadata(beside(&path, ending))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600, "{ending}");
    }
}

#[test]
fn secret_words_lie_in_the_vault_and_nowhere_else() {
    const CANARY: &str = "canary-51b2c8";
    let (_folder, path) = folder();
    let mut store = SqliteStore::open(&path).unwrap();
    let mut pen = Pen::new("a");
    land(&mut store, &[pen.ask(nth(1), secret("q1"))]);
    land(&mut store, &[pen.answer(nth(1), "q1", CANARY)]);
    drop(store);
    assert!(holds(&bytes(&path), CANARY), "this test can fail");
    let connection = Connection::open(&path).unwrap();
    connection
        .execute_batch("DROP TABLE secrets; VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")
        .unwrap();
    drop(connection);
    assert!(!holds(&bytes(&path), CANARY));
}

#[test]
fn what_is_forgotten_is_gone_from_the_file() {
    const CANARY: &str = "canary-9ad04e";
    let (_folder, path) = folder();
    let mut store = SqliteStore::open(&path).unwrap();
    let mut pen = Pen::new("a");
    land(&mut store, &[pen.ask(nth(1), secret("q1"))]);
    store
        .append(&[], &[(nth(1), draft("q1", &format!("draft {CANARY}")))])
        .unwrap();
    land(&mut store, &[pen.answer(nth(1), "q1", CANARY)]);
    land(&mut store, &[pen.say(&format!("said {CANARY}"))]);
    land(&mut store, &[Pen::new("b").ask(nth(2), yes_no("q"))]);
    assert_eq!(store.forget(pen.now.plus(1)).unwrap(), 1);
    drop(store);
    let bytes = bytes(&path);
    for words in ["draft ", "said ", ""].map(|what| format!("{what}{CANARY}")) {
        assert!(!holds(&bytes, &words), "{words}");
    }
}

#[test]
fn a_newer_format_is_refused_and_left_alone() {
    let (_folder, path) = folder();
    drop(SqliteStore::open(&path).unwrap());
    let connection = Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let before = fs::read(&path).unwrap();
    let error = SqliteStore::open(&path).unwrap_err();
    let StoreError::Newer { found: 99, known } = error else {
        panic!("{error:?}");
    };
    assert!(error.to_string().contains("upgrade"), "{error}");
    assert!(known < 99);
    assert_eq!(fs::read(&path).unwrap(), before);
}

/// Makes a file of the fourth format of one of the newest, whose tables are brought up.
const FOURTH: &str = "
    DROP TABLE settled;
    DROP TABLE places;
    ALTER TABLE events DROP COLUMN about;
    CREATE UNIQUE INDEX event_of_session ON events (session, seq);
    DROP INDEX pending_due;
    ALTER TABLE pending RENAME TO open;
    CREATE INDEX open_due ON open (deadline) WHERE deadline IS NOT NULL;
";

/// Makes a file of the third format of one of the fourth.
const THIRD: &str = "
    CREATE TABLE interactions (
        id BLOB PRIMARY KEY, session INTEGER NOT NULL, asked INTEGER NOT NULL,
        closed INTEGER, deadline INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX interaction_pending ON interactions (asked) WHERE closed IS NULL;
    CREATE INDEX interaction_due ON interactions (deadline)
        WHERE closed IS NULL AND deadline IS NOT NULL;
    INSERT INTO interactions SELECT id, session, asked, NULL, deadline FROM open;
    INSERT INTO interactions SELECT id, session, asked, closed, 1 FROM closed;
    DROP TABLE open;
    DROP TABLE closed;
";

#[test]
fn a_file_of_an_older_format_becomes_one_of_the_newest() {
    for (version, as_it_was) in [
        (1, vec![FOURTH, THIRD, "DROP TABLE touches;"]),
        (
            2,
            vec![
                FOURTH,
                THIRD,
                "DROP TABLE touches;
                 CREATE INDEX event_decided ON events (session, seq) WHERE kind <> 'said';",
            ],
        ),
        (3, vec![FOURTH, THIRD]),
        (4, vec![FOURTH]),
    ] {
        let (_folder, path) = folder();
        let mut store = SqliteStore::open(&path).unwrap();
        let mut pen = Pen::new("a");
        land(&mut store, &[pen.ask_for(nth(1), 9_000, two("q"))]);
        let bit = partly(nth(1), "q.a", "yes");
        land(&mut store, &[pen.write(&Command::Answer(bit))]);
        land(&mut store, &[pen.say("meanwhile")]);
        land(&mut store, &[pen.hold(nth(1), true)]);
        let mut other = Pen::new("b");
        let asked = other.ask_for(nth(2), 10, yes_no("q"));
        let Event::Asked(question) = &asked.facts[1].0.event else {
            panic!("{asked:?}");
        };
        let question = question.clone();
        land(&mut store, std::slice::from_ref(&asked));
        other.now = other.now.plus(20);
        let expire = Command::Expire {
            interaction: nth(2),
        };
        land(&mut store, &[other.write(&expire)]);
        let reopen = Command::Reopen {
            interaction: nth(2),
            successor: nth(3),
            timeout: None,
            asked: question,
        };
        land(&mut store, &[other.write(&reopen)]);
        let mut due = Pen::new("c");
        // What has a deadline brings the tables up.
        land(&mut store, &[due.ask_for(nth(4), 500, yes_no("q"))]);
        let late = due.now.plus(500);
        let find = |store: &mut SqliteStore| [1, 2, 3].map(|n| store.find(nth(n)).unwrap());
        let before = find(&mut store);
        let due = |store: &mut SqliteStore| {
            let open = store.reader().pending(9).unwrap();
            (
                store.due(late, 9).unwrap(),
                store.next_deadline().unwrap(),
                open,
            )
        };
        let due_before = due(&mut store);
        assert_eq!(due_before.1, Some(late));
        drop(store);

        let raw = Connection::open(&path).unwrap();
        for step in as_it_was {
            raw.execute_batch(step).unwrap();
        }
        raw.pragma_update(None, "user_version", version).unwrap();
        drop(raw);
        let mut store = SqliteStore::open(&path).unwrap();
        assert_eq!(find(&mut store), before, "from {version}");
        assert_eq!(due(&mut store), due_before, "from {version}");
        let [Some(Found::Pending(open)), Some(Found::Closed(closed)), _] = before else {
            panic!("{before:?}");
        };
        assert_eq!(open.answers.len(), 1);
        assert!(open.asked.deadline.unwrap().held_with.is_some());
        assert_eq!(closed.reopened_as, Some(nth(3)));
        land(&mut store, &[pen.hold(nth(1), false)]);
        drop(store);
        let raw = Connection::open(&path).unwrap();
        let sql = "SELECT count(*) FROM sqlite_master
                   WHERE name IN ('event_decided', 'interactions', 'interaction_due', 'open',
                                  'event_of_session', 'open_due')";
        let count: i64 = raw.query_row(sql, [], |row| row.get(0)).unwrap();
        assert_eq!(count, 0);
    }
}

/// What is written to a file that no longer has its name is lost with the process: nobody is told
/// that it is recorded, and what is read is never of that file.
#[test]
fn a_file_that_was_deleted_or_replaced_takes_nothing_more() {
    let delete = |path: &Path, endings: &[&str]| {
        for ending in endings {
            fs::remove_file(beside(path, ending)).unwrap();
        }
    };
    let another = |path: &Path| {
        let copy = beside(path, "-copy");
        fs::copy(path, &copy).unwrap();
        fs::rename(copy, path).unwrap();
    };
    type Befall<'f> = &'f dyn Fn(&Path);
    let fates: [(&str, Befall<'_>); 5] = [
        ("all deleted", &|path| delete(path, &["", "-wal", "-shm"])),
        ("deleted", &|path| delete(path, &[""])),
        ("its WAL deleted", &|path| delete(path, &["-wal"])),
        ("its WAL replaced", &|path| another(&beside(path, "-wal"))),
        ("replaced", &another),
    ];
    for (fate, befall) in fates {
        let (_folder, path) = folder();
        let mut store = SqliteStore::open(&path).unwrap();
        let reader = store.reader();
        let mut pen = Pen::new("a");
        land(&mut store, &[pen.ask(nth(1), yes_no("q1"))]);
        assert_eq!(reader.count_pending(), Ok(1), "{fate}");
        befall(&path);
        for n in 0..2 {
            match store.append(&[pen.say(&n.to_string())], &[]) {
                Err(StoreError::Io(why)) => assert!(why.contains("deleted or replaced"), "{why}"),
                other => panic!("{fate}: {other:?}"),
            }
        }
        if !path.exists() {
            let error = reader.count_pending().unwrap_err().to_string();
            assert!(error.contains("deleted or replaced"), "{fate}: {error}");
            assert!(!error.contains("sayso.db"), "whoever asks: {error}");
        }
        drop((store, reader));
        let mut store = SqliteStore::open(&path).unwrap();
        land(&mut store, &[Pen::new("b").ask(nth(9), yes_no("q1"))]);
        assert_eq!(store.session_of(nth(9)), Ok(Some("b".into())), "{fate}");
    }
}

/// What others asked, or a desk before this one, closes as well.
#[test]
fn what_somebody_else_asked_is_filed_when_it_closes() {
    let (_folder, path) = folder();
    let mut asker = SqliteStore::open(&path).unwrap();
    let mut closer = SqliteStore::open(&path).unwrap();
    let mut pen = Pen::new("a");
    land(&mut asker, &[pen.ask(nth(1), yes_no("q1"))]);
    land(&mut closer, &[pen.answer(nth(1), "q1", "yes")]);
    land(&mut closer, &[pen.ask(nth(2), yes_no("q2"))]);
    land(&mut asker, &[pen.cancel(nth(2))]);
    for n in [1, 2] {
        let found = asker.find(nth(n)).unwrap();
        assert!(matches!(found, Some(Found::Closed(_))), "{n}: {found:?}");
    }
    assert_eq!(asker.reader().count_pending().unwrap(), 0);
}

#[test]
fn what_has_closed_is_never_asked_again() {
    let (_folder, path) = folder();
    let mut here = SqliteStore::open(&path).unwrap();
    let mut there = SqliteStore::open(&path).unwrap();
    let mut pen = Pen::new("a");
    for n in [5, 7] {
        let question = format!("q{n}");
        land(&mut here, &[pen.ask(nth(n), yes_no(&question))]);
        land(&mut here, &[pen.answer(nth(n), &question, "yes")]);
    }
    for store in [
        &mut here,
        &mut there,
        &mut SqliteStore::open(&path).unwrap(),
    ] {
        for n in [5, 7] {
            let again = Pen::new("b").ask(nth(n), yes_no("q"));
            store.append(&[again], &[]).unwrap_err();
        }
    }
    // One whose id is older than theirs is as good as any.
    land(&mut there, &[Pen::new("b").ask(nth(6), yes_no("q"))]);
    land(&mut here, &[Pen::new("c").ask(nth(8), yes_no("q"))]);
}

/// A draft that somebody else kept goes when its interaction closes.
#[test]
fn what_is_closed_has_no_draft_whoever_kept_it() {
    let (_folder, path) = folder();
    let mut here = SqliteStore::open(&path).unwrap();
    let mut there = SqliteStore::open(&path).unwrap();
    let mut pen = Pen::new("a");
    land(&mut here, &[pen.ask(nth(1), yes_no("q1"))]);
    there
        .append(&[], &[(nth(1), draft("q1", "so far"))])
        .unwrap();
    assert!(here.reader().draft(nth(1)).unwrap().is_some());
    land(&mut here, &[pen.answer(nth(1), "q1", "yes")]);
    assert_eq!(here.reader().draft(nth(1)).unwrap(), None);
    land(&mut here, &[pen.ask(nth(2), yes_no("q2"))]);
    here.append(&[], &[(nth(2), draft("q2", "so far"))])
        .unwrap();
    land(&mut here, &[pen.cancel(nth(2))]);
    assert_eq!(here.reader().draft(nth(2)).unwrap(), None);
}

#[test]
fn what_is_filed_as_open_and_as_closed_is_neither() {
    let (_folder, path) = folder();
    let mut store = SqliteStore::open(&path).unwrap();
    let mut pen = Pen::new("a");
    land(&mut store, &[pen.ask_for(nth(1), 9_000, yes_no("q"))]);
    land(&mut store, &[pen.answer(nth(1), "q", "yes")]);
    let raw = Connection::open(&path).unwrap();
    let filed = raw.execute(
        "INSERT INTO pending SELECT id, session, asked, NULL FROM closed",
        [],
    );
    assert_eq!(filed.unwrap(), 1);
    let reader = store.reader();
    for result in [
        store.find(nth(1)).map(drop),
        reader.pending(9).map(drop),
        reader.history(None, None, 9).map(drop),
    ] {
        let error = result.unwrap_err();
        assert!(matches!(error, StoreError::Damaged(_)), "{error:?}");
    }
}

#[test]
fn many_may_open_a_new_file_at_once() {
    for _ in 0..15 {
        let (_folder, path) = folder();
        thread::scope(|scope| {
            for n in 0..6 {
                let path = &path;
                scope.spawn(move || {
                    let mut store = SqliteStore::open(path).unwrap();
                    land(&mut store, &[Pen::new(&format!("s{n}")).say("hello")]);
                });
            }
        });
        let ledger = Ledger::read(&*sqlite::reader(&path).unwrap());
        assert_eq!(ledger.sessions.len(), 6);
    }
}

#[test]
fn what_cannot_be_a_store_is_said_to_be_none() {
    let (folder, path) = folder();
    let missing = sqlite::reader(&path);
    assert!(missing.is_err(), "reading makes no file");
    assert!(!path.exists());

    fs::write(&path, "these are words, not a database\n".repeat(200)).unwrap();
    let error = SqliteStore::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{error:?}");
    assert!(sqlite::reader(&path).is_err());

    let nowhere = folder.path().join("no folder").join("sayso.db");
    let error = SqliteStore::open(&nowhere).unwrap_err();
    assert!(matches!(error, StoreError::Io(_)), "{error:?}");
    let error = SqliteStore::open(folder.path()).unwrap_err();
    assert!(matches!(error, StoreError::Io(_)), "{error:?}");
}

/// A file with a bit of everything, closed, and the truth about it.
struct Truth {
    file: Vec<u8>,
    wal: Vec<u8>,
    records: HashMap<SessionId, Vec<Record>>,
    found: HashMap<InteractionId, Found>,
}

impl Truth {
    fn write() -> Self {
        let (_folder, path) = folder();
        let mut store = SqliteStore::open(&path).unwrap();
        for n in 0..12_u128 {
            let mut pen = Pen::new(&format!("session {n}"));
            let (first, second) = (nth(n * 2), nth(n * 2 + 1));
            land(&mut store, &[pen.ask_for(first, 60_000, yes_no("q1"))]);
            let value = if n % 2 == 0 { "yes" } else { "no" };
            land(&mut store, &[pen.answer(first, "q1", value)]);
            land(&mut store, &[pen.ask_for(second, 90_000, two("q2"))]);
            let part = Command::Answer(partly(second, "q2.a", value));
            land(&mut store, &[pen.write(&part)]);
            match n % 3 {
                0 => land(&mut store, &[pen.cancel(second)]),
                1 => land(&mut store, &[pen.hold(second, true)]),
                _ => land(&mut store, &[pen.answer(second, "q2.b", "my own words")]),
            }
            if n == 5 {
                let raw = Connection::open(&path).unwrap();
                raw.execute_batch("PRAGMA wal_checkpoint(PASSIVE)").unwrap();
            }
        }
        // What is in the log alone.
        for n in 0..6_u128 {
            let mut pen = Pen::new(&format!("plain session {n}"));
            land(&mut store, &[pen.ask(nth(100 + n), yes_no("q1"))]);
            if n % 2 == 0 {
                land(&mut store, &[pen.answer(nth(100 + n), "q1", "no")]);
            }
        }
        let reader = store.reader();
        let ledger = Ledger::read(&*reader);
        let file = fs::read(&path).unwrap();
        let wal = fs::read(beside(&path, "-wal")).unwrap();
        assert!(file.len() > 20_000 && wal.len() > 20_000, "both matter");
        let sessions = ledger.sessions.keys();
        Self {
            file,
            wal,
            records: sessions
                .map(|s| (s.clone(), store.load(s, 0).unwrap()))
                .collect(),
            found: ledger
                .asked
                .keys()
                .map(|id| (*id, reader.find(*id).unwrap().unwrap()))
                .collect(),
        }
    }

    /// Opens these bytes and reads everything. Whatever comes back must be true, or an older
    /// truth; the rest must be errors. Tells whether anything was amiss.
    fn check(&self, file: &[u8], wal: &[u8], what: &str) -> bool {
        let (_folder, path) = folder();
        fs::write(&path, file).unwrap();
        fs::write(beside(&path, "-wal"), wal).unwrap();
        let mut store = match SqliteStore::open(&path) {
            Ok(store) => store,
            Err(error) => {
                assert_typed(&error, what);
                return true;
            }
        };
        let mut amiss = false;
        for (session, truth) in &self.records {
            match store.load(session, 0) {
                Ok(got) => {
                    assert!(truth.starts_with(&got), "{what}: {session} has {got:?}");
                    amiss |= got.len() != truth.len();
                }
                Err(error) => {
                    assert_typed(&error, what);
                    amiss = true;
                }
            }
        }
        let reader = store.reader();
        amiss |= self.check_found(&*reader, what);
        for result in [
            reader.pending(99).map(drop),
            reader.sessions(None, 99).map(drop),
            reader.log(0, 999).map(drop),
            reader.history(None, None, 99).map(drop),
            store.due(words::ten_o_clock().plus(100_000), 9).map(drop),
            store.next_deadline().map(drop),
        ] {
            if let Err(error) = result {
                assert_typed(&error, what);
                amiss = true;
            }
        }
        for entry in reader.history(None, None, 99).unwrap_or_default() {
            let id = entry.outcome.interaction;
            assert_eq!(
                self.found.get(&id),
                Some(&Found::Closed(entry.outcome.into())),
                "{what}: history"
            );
        }
        amiss
    }

    fn check_found(&self, reader: &dyn Reader, what: &str) -> bool {
        let mut amiss = false;
        for (id, truth) in &self.found {
            match reader.find(*id) {
                Ok(Some(found)) if found == *truth => {}
                // An older truth: the answer is no longer in the file.
                Ok(None) => amiss = true,
                Ok(Some(Found::Pending(pending))) => {
                    amiss = true;
                    let facts = &self.records[&pending.session];
                    let seen = Pen::of_records(pending.session.as_str(), facts, |session| {
                        let open = session.interaction(*id);
                        open.is_some_and(|i| {
                            i.answers == pending.answers && i.questions == pending.asked.questions
                        })
                    });
                    assert!(seen, "{what}: {id} was never like {pending:?}");
                }
                Ok(Some(Found::Closed(outcome))) => {
                    panic!("{what}: {id} closed as {outcome:?}, but the truth is {truth:?}");
                }
                Err(error) => {
                    assert_typed(&error, what);
                    amiss = true;
                }
            }
        }
        amiss
    }
}

#[track_caller]
fn assert_typed(error: &StoreError, what: &str) {
    let typed = matches!(
        error,
        StoreError::Damaged(_) | StoreError::Newer { .. } | StoreError::Io(_)
    );
    assert!(typed, "{what}: {error:?}");
}

#[test]
fn a_damaged_file_gives_errors_and_never_invents() {
    let truth = Truth::write();
    assert!(!truth.check(&truth.file, &truth.wal, "whole"), "none amiss");
    let mut dice = Dice::new();
    let mut noticed = 0;
    for n in 0..220 {
        let (mut file, mut wal) = (truth.file.clone(), truth.wal.clone());
        let target = if n % 4 == 0 { &mut wal } else { &mut file };
        let place = dice.below(target.len());
        let what = match n % 3 {
            0 => {
                target.truncate(place);
                "cut off"
            }
            1 => {
                target[place] ^= 1 << dice.below(8);
                "one bit turned"
            }
            _ => {
                let end = target.len().min(place + 64);
                target[place..end].fill(0);
                "some bytes lost"
            }
        };
        let what = format!("{what} at {place}, round {n}, seed {}", dice.seed);
        noticed += usize::from(truth.check(&file, &wal, &what));
    }
    assert!(noticed > 20, "the damage is real: {noticed}");
}

/// Turns a word inside the file, so that it still reads well.
#[track_caller]
fn check_reworded(truth: &Truth, from: &str, to: &str) {
    assert_eq!(from.len(), to.len());
    let mut turned = 0;
    for in_wal in [false, true] {
        let source = if in_wal { &truth.wal } else { &truth.file };
        let places = source.windows(from.len()).enumerate();
        let places: Vec<usize> = places
            .filter(|(_, window)| *window == from.as_bytes())
            .map(|(place, _)| place)
            .collect();
        for place in places.into_iter().take(12) {
            let (mut file, mut wal) = (truth.file.clone(), truth.wal.clone());
            let target = if in_wal { &mut wal } else { &mut file };
            target[place..place + to.len()].copy_from_slice(to.as_bytes());
            let what = format!("{from} became {to} at {place}, in the wal: {in_wal}");
            truth.check(&file, &wal, &what);
            turned += 1;
        }
    }
    assert!(turned > 0, "{from} is in the file");
}

#[test]
fn a_changed_word_is_noticed() {
    let truth = Truth::write();
    check_reworded(&truth, "{\"choice\":\"no\"}", "{\"choice\":\"on\"}");
    check_reworded(&truth, "\"answered\"", "\"cancelle\"");
    check_reworded(&truth, "my own words", "my pwn words");
    check_reworded(&truth, "\"by\":\"ann\"", "\"by\":\"bob\"");
}
