//! What the embedded store's log holds beyond the tables beside it: nobody can tell the difference.

use std::path::Path;

use rusqlite::Connection;
use sayso_core::command::Command;
use sayso_core::id::{InteractionId, SessionId};
use sayso_desk::store::sqlite::{self, SqliteStore};
use sayso_desk::store::{Append, Found, Landing, Reader, Store, StoreError};

use crate::dice::Dice;
use crate::ledger::Ledger;
use crate::pen::{Pen, land, nth};
use crate::stage::file_in;
use crate::words::{draft, partly, two, yes_no};

/// Facts in the log that the tables do not tell of.
fn unsettled(path: &Path) -> i64 {
    let raw = Connection::open(path).unwrap();
    let sql = "SELECT count(*) FROM events WHERE place > (SELECT place FROM settled)";
    raw.query_row(sql, [], |row| row.get(0)).unwrap()
}

/// A session, and what of it is open.
struct Talk {
    pen: Pen,
    open: Vec<InteractionId>,
}

/// Something that may happen in it, at random; with deadlines and partial answers, or without.
fn next(talk: &mut Talk, number: u128, marked: bool, dice: &mut Dice) -> Append {
    let question = format!("q{number}");
    // A pause, after which a new chain of questions begins.
    talk.pen.now = talk.pen.now.plus(60_000);
    let chosen = dice.below(talk.open.len());
    match dice.below(24) {
        _ if talk.open.len() > 6 => talk.pen.cancel(talk.open.remove(chosen)),
        0 => talk.pen.say(&question),
        1 if marked => {
            talk.open.push(nth(number));
            let asked = two(&question);
            talk.pen.ask_for(nth(number), 60_000, asked)
        }
        2..11 if !talk.open.is_empty() => talk.pen.cancel(talk.open.remove(chosen)),
        11 if marked && !talk.open.is_empty() => {
            let id = talk.open[chosen];
            let open = talk.pen.session.interaction(id).unwrap();
            match open
                .questions
                .iter()
                .find(|q| q.id.as_str().ends_with(".a"))
            {
                Some(half) if open.answers.is_empty() => {
                    let half = partly(id, half.id.as_str(), "yes");
                    talk.pen.write(&Command::Answer(half))
                }
                _ => talk.pen.say(&question),
            }
        }
        _ => {
            talk.open.push(nth(number));
            talk.pen.ask(nth(number), yes_no(&question))
        }
    }
}

/// Everything that can be read says what the log says.
#[track_caller]
fn check(reader: &dyn Reader, what: &str) {
    let ledger = Ledger::read(reader);
    let open = ledger.open();
    assert_eq!(reader.count_pending().unwrap(), open.len() as u64, "{what}");
    let few: Vec<_> = reader.pending(3).unwrap();
    let few: Vec<_> = few
        .iter()
        .map(|pending| pending.asked.interaction)
        .collect();
    assert_eq!(few, open[..open.len().min(3)], "{what}");
    for (session, lived) in &ledger.sessions {
        assert_eq!(reader.last_seq(session).unwrap(), lived.seq(), "{what}");
        let mut records = reader.records(session, 0, usize::MAX).unwrap();
        assert_eq!(records.len() as u64, lived.seq(), "{what}");
        let later = reader.records(session, 3, 4).unwrap();
        records.drain(..records.len().min(3));
        records.truncate(4);
        assert_eq!(later, records, "{what}");
        let history = reader.history(Some(session), None, usize::MAX).unwrap();
        let ended = |id: &&InteractionId| lived.past(**id).is_some();
        assert_eq!(
            history.len(),
            ledger.closed.keys().filter(ended).count(),
            "{what}"
        );
        assert!(history.is_sorted_by(|a, b| a.place > b.place), "{what}");
        if let Some(second) = history.get(1) {
            let before = Some(history[0].place);
            let page = reader.history(Some(session), before, 1).unwrap();
            assert_eq!(page, std::slice::from_ref(second), "{what}");
        }
    }
    let listed = reader.sessions(None, usize::MAX).unwrap();
    assert_eq!(listed.len(), ledger.sessions.len(), "{what}");
    for id in ledger.asked.keys().take(20) {
        assert_eq!(reader.matching(&id.to_string()).unwrap(), [*id], "{what}");
    }
}

#[test]
fn what_the_tables_do_not_tell_yet_is_told_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_in(folder.path());
    let mut stores = [(); 2].map(|()| SqliteStore::open(&path).unwrap());
    let readers = stores.each_ref().map(SqliteStore::reader);
    let mut dice = Dice::new();
    let talk = |n| Talk {
        pen: Pen::new(&format!("talk {n}")),
        open: Vec::new(),
    };
    let mut talks: Vec<Talk> = (0..20).map(talk).collect();
    let (mut number, mut longest) = (0, 0);
    for round in 0..24 {
        let what = format!("round {round}, seed {}", dice.seed);
        // Of ten commits two are large, and both processes write.
        let store = &mut stores[dice.below(2)];
        for _ in 0..10 {
            let large = dice.below(5) == 0;
            let one = dice.below(talks.len());
            let those = if large { 0..talks.len() } else { one..one + 1 };
            let marked = round % 3 == 2;
            let mut parts = Vec::new();
            for talk in &mut talks[those] {
                let mut part = next(talk, number + 1, marked, &mut dice);
                let more = next(talk, number + 2, marked, &mut dice);
                part.facts.extend(more.facts);
                parts.push(part);
                number += 2;
            }
            let landings = store.append(&parts, &[]).unwrap();
            assert!(landings.iter().all(|l| *l == Landing::Landed), "{what}");
        }
        // Nothing of one that is refused stays behind, in memory or on disk.
        if let Some(known) = talks[0].open.first() {
            let mut stranger = Pen::new(&format!("stranger {round}"));
            number += 1;
            let new = stranger.ask(nth(number), yes_no("q"));
            let taken = Pen::new("thief").ask(*known, yes_no("q"));
            store.append(&[new, taken], &[]).unwrap_err();
            assert_eq!(store.find(nth(number)).unwrap(), None, "{what}");
        }
        longest = longest.max(unsettled(&path));
        if round % 8 == 5 {
            for reader in &readers {
                check(&**reader, &what);
            }
            check(&*sqlite::reader(&path).unwrap(), &what);
        }
    }
    assert!(longest > 100, "there was a tail: {longest}");
}

/// It is as long as it may be, and not longer: everyone who opens the file reads it.
#[test]
fn the_tables_are_brought_up_after_many_facts() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_in(folder.path());
    let mut store = SqliteStore::open(&path).unwrap();
    let mut pen = Pen::new("a");
    for n in 0..300 {
        land(&mut store, &[pen.ask(nth(n), yes_no(&format!("q{n}")))]);
        land(&mut store, &[pen.cancel(nth(n))]);
        assert!(unsettled(&path) < 256, "after {n}");
    }
    let before = unsettled(&path);
    assert!(before > 0);
    // Many at once are left for later, until there are too many.
    let storm = |n: u128| Pen::new(&format!("s{n}")).ask(nth(1_000 + n), yes_no("q"));
    let parts: Vec<Append> = (0..1_000).map(storm).collect();
    land(&mut store, &parts);
    assert_eq!(unsettled(&path), before + 2_000);
    let parts: Vec<Append> = (1_000..3_000).map(storm).collect();
    land(&mut store, &parts);
    assert_eq!(unsettled(&path), 0);
    let parts: Vec<Append> = (3_000..3_500).map(storm).collect();
    land(&mut store, &parts);
    assert_eq!(unsettled(&path), 1_000);
    // The next few bring up what the storm left.
    land(&mut store, &[pen.say("done")]);
    assert_eq!(unsettled(&path), 0);
    check(&*store.reader(), "in the end");
}

/// Whoever opens the file reads what no table tells of, and that is never everything.
#[test]
fn a_file_that_does_not_say_where_its_tables_end_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_in(folder.path());
    let mut store = SqliteStore::open(&path).unwrap();
    land(
        &mut store,
        &[Pen::new("a").ask_for(nth(1), 500, yes_no("q"))],
    );
    let raw = Connection::open(&path).unwrap();
    raw.execute_batch(
        "WITH RECURSIVE n (n) AS (SELECT 3 UNION ALL SELECT n + 1 FROM n WHERE n < 70000)
         INSERT INTO events SELECT n, 1, n, at, 'said', '', hash, NULL FROM n
         JOIN events ON place = 1",
    )
    .unwrap();
    let error = store.find(nth(1)).unwrap_err();
    assert!(matches!(error, StoreError::Damaged(_)), "{error:?}");
    assert!(error.to_string().contains("no table tells of"), "{error}");
}

/// Deadlines, partial answers and drafts are found wherever their interaction stands.
#[test]
fn what_is_more_than_an_asking_or_a_closing_waits_for_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_in(folder.path());
    let mut store = SqliteStore::open(&path).unwrap();
    let (mut pen, mut other) = (Pen::new("a"), Pen::new("b"));
    land(&mut store, &[pen.ask(nth(1), two("q1"))]);
    land(&mut store, &[other.ask(nth(2), yes_no("q2"))]);
    assert!(unsettled(&path) > 0);
    let kept = draft("q2", "so far");
    store.append(&[], &[(nth(2), kept.clone())]).unwrap();
    assert_eq!(store.reader().draft(nth(2)).unwrap(), Some(kept));

    let half = Command::Answer(partly(nth(1), "q1.a", "yes"));
    land(&mut store, &[pen.write(&half)]);
    let Some(Found::Pending(open)) = store.find(nth(1)).unwrap() else {
        panic!("it is open");
    };
    assert_eq!(open.answers.len(), 1);

    land(&mut store, &[other.cancel(nth(2))]);
    assert!(unsettled(&path) > 0);
    assert_eq!(store.reader().draft(nth(2)).unwrap(), None);
    let late = draft("q2", "too late");
    store.append(&[], &[(nth(2), late)]).unwrap();
    assert_eq!(store.reader().draft(nth(2)).unwrap(), None);

    land(&mut store, &[other.ask_for(nth(3), 500, yes_no("q3"))]);
    let due = other.now.plus(500);
    assert_eq!(store.next_deadline().unwrap(), Some(due));
    let session = SessionId::from("b");
    assert_eq!(store.due(due, 9).unwrap(), [(session, nth(3))]);
    land(&mut store, &[other.cancel(nth(3))]);
    assert_eq!(store.due(due, 9).unwrap(), []);
    assert_eq!(store.next_deadline().unwrap(), None);
}
