//! What every store must do. One suite, run for each store there is.

use std::collections::{BTreeMap, HashSet};
use std::thread;

use sayso_core::command::Command;
use sayso_core::event::Event;
use sayso_core::form::Draft;
use sayso_core::given::Given;
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::record::Record;
use sayso_core::state::State;
use sayso_desk::clock::{Clock, SystemClock};
use sayso_desk::store::{Append, Found, Landing, Moved, Store};

use crate::ledger::{Ledger, all_lines};
use crate::over::Over;
use crate::pen::{Pen, land, nth};
use crate::place::{Place, suite};
use crate::words::{self, ann, answer, draft, opening, partly, secret, ten_o_clock, two, yes_no};

suite! {
    facts_come_back_as_they_went_in
    a_part_lands_whole_or_not_at_all
    whoever_expects_too_little_or_too_much_conflicts
    two_writers_conflict_read_again_and_both_land
    an_error_lands_nothing
    drafts_are_kept_while_their_interaction_is_open
    secret_words_stay_out_of_the_log
    history_comes_in_pages
    sessions_come_in_pages
    records_and_the_log_come_in_pages
    an_interaction_is_found_as_it_stands
    interactions_are_found_by_some_of_their_digits
    deadlines_are_told_in_order
    what_is_open_is_never_forgotten
    a_forgotten_session_leaves_its_head_and_can_begin_again
    nobody_misses_what_is_written_after_forgetting
    what_others_wrote_is_hinted_at
    many_writes_of_others_are_hinted_at_together
    no_hint_is_lost
    reading_never_fails_beside_a_writer
}

fn session(name: &str) -> SessionId {
    SessionId::from(name)
}

fn records(parts: &[Append]) -> Vec<Record> {
    let facts = parts.iter().flat_map(|part| &part.facts);
    facts.map(|(record, _)| record.clone()).collect()
}

fn facts_come_back_as_they_went_in(place: &dyn Place) {
    let store = &mut *place.open();
    let (mut a, mut b) = (Pen::new("a"), Pen::new("b"));
    let of_a = [
        a.ask(nth(1), yes_no("q1")),
        a.ask(nth(2), two("q2")),
        a.answer(nth(1), "q1", "yes"),
        a.write(&Command::Answer(partly(nth(2), "q2.a", "no"))),
        a.say("hello"),
        a.cancel(nth(2)),
    ];
    let of_b = [b.ask(nth(3), yes_no("q1")), b.answer(nth(3), "q1", "no")];
    for part in &of_a {
        land(store, std::slice::from_ref(part));
    }
    for part in &of_b {
        land(store, std::slice::from_ref(part));
    }
    let expected = records(&of_a);
    assert_eq!(store.load(&session("a"), 0).unwrap(), expected);
    assert_eq!(store.load(&session("a"), 3).unwrap(), expected[3..]);
    assert_eq!(store.load(&session("a"), 99).unwrap(), []);
    assert_eq!(store.load(&session("b"), 0).unwrap(), records(&of_b));
    assert_eq!(store.load(&session("c"), 0).unwrap(), []);
    assert_eq!(Pen::of("a", store).session, a.session);
    assert_eq!(Pen::of("b", &mut *place.open()).session, b.session);
    let ledger = Ledger::read(&*store.reader());
    assert_eq!(ledger.sessions[&session("a")], a.session);
}

fn a_part_lands_whole_or_not_at_all(place: &dyn Place) {
    let store = &mut *place.open();
    let mut a = Pen::new("a");
    land(store, &[a.ask(nth(1), yes_no("q1"))]);
    land(store, &[a.ask(nth(2), secret("q2"))]);
    let mut stale = a.clone();
    land(store, &[a.cancel(nth(1))]);

    // Two facts that rest on what is no longer true, with words for the vault.
    let mut late = stale.write(&Command::Answer(answer(nth(2), "q2", "open sesame")));
    late.facts
        .extend(stale.write(&Command::Interrupt { actor: ann() }).facts);
    assert_eq!(late.facts.len(), 2);
    let other = Pen::new("b").ask(nth(3), yes_no("q1"));
    let landings = store.append(&[late, other], &[]).unwrap();
    assert_eq!(landings, [Landing::Conflict, Landing::Landed]);

    assert_eq!(Pen::of("a", store).session, a.session);
    assert_eq!(store.secrets(nth(2)).unwrap(), BTreeMap::new());
    assert!(matches!(
        store.find(nth(2)).unwrap(),
        Some(Found::Pending(_))
    ));
    assert!(store.find(nth(3)).unwrap().is_some());

    // An ask that conflicts is nowhere: not in the log, not in the list of what is open.
    let late = Pen::new("a").ask(nth(4), yes_no("q4"));
    assert_eq!(store.append(&[late], &[]).unwrap(), [Landing::Conflict]);
    assert_eq!(store.find(nth(4)).unwrap(), None);
    assert_eq!(store.session_of(nth(4)).unwrap(), None);
    Ledger::read(&*store.reader());
}

fn whoever_expects_too_little_or_too_much_conflicts(place: &dyn Place) {
    let store = &mut *place.open();
    let mut a = Pen::new("a");
    let mut written = vec![a.ask(nth(1), yes_no("q1"))];
    written.extend((0..4).map(|n| a.say(&format!("m{n}"))));
    for part in &written[..3] {
        land(store, std::slice::from_ref(part));
    }
    let before = Pen::of("a", store).session;
    // The store that wrote them, and one that has never seen the session.
    for store in [store, &mut *place.open()] {
        for part in [&written[0], &written[1], &written[2], &written[4]] {
            let landings = store.append(std::slice::from_ref(part), &[]).unwrap();
            assert_eq!(landings, [Landing::Conflict], "after {}", part.after);
            assert_eq!(Pen::of("a", store).session, before);
        }
        let unknown = Append {
            session: session("never seen"),
            ..written[3].clone()
        };
        assert_eq!(store.append(&[unknown], &[]).unwrap(), [Landing::Conflict]);
    }
    land(&mut *place.open(), &written[3..4]);
    Ledger::read(&*place.open().reader());
}

fn two_writers_conflict_read_again_and_both_land(place: &dyn Place) {
    const EACH: usize = 60;
    drop(place.open());
    let conflicts: usize = thread::scope(|scope| {
        let writer = |name: &'static str| {
            move || {
                let store = &mut *place.open();
                let mut conflicts = 0;
                for n in 0..EACH {
                    loop {
                        let part = Pen::of("a", store).say(&format!("{name}{n}"));
                        match store.append(&[part], &[]).unwrap()[..] {
                            [Landing::Landed] => break,
                            _ => conflicts += 1,
                        }
                    }
                }
                conflicts
            }
        };
        let (ann, bob) = (scope.spawn(writer("ann")), scope.spawn(writer("bob")));
        ann.join().unwrap() + bob.join().unwrap()
    });
    let ledger = Ledger::read(&*place.open().reader());
    let said: HashSet<String> = ledger
        .lines
        .iter()
        .filter_map(|line| match serde_json::from_str(&line.body).unwrap() {
            Event::Said(message) => Some(message.uuid.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(said.len(), 2 * EACH);
    assert_eq!(ledger.lines.len(), 2 * EACH + 1, "{conflicts} conflicts");
}

fn an_error_lands_nothing(place: &dyn Place) {
    let store = &mut *place.open();
    let (mut a, mut b) = (Pen::new("a"), Pen::new("b"));
    land(store, &[a.ask(nth(1), yes_no("q1"))]);
    // The same interaction in another session: that cannot be, so nothing of it may land.
    let good = a.answer(nth(1), "q1", "yes");
    let impossible = b.ask(nth(1), yes_no("q1"));
    let error = store.append(&[good.clone(), impossible], &[]);
    assert!(error.is_err(), "{error:?}");
    assert_eq!(store.load(&session("a"), 0).unwrap().len(), 2);
    assert_eq!(store.load(&session("b"), 0).unwrap(), []);
    land(store, &[good]);
    let mut b = Pen::new("b");
    land(store, &[b.ask(nth(2), yes_no("q1"))]);
    Ledger::read(&*store.reader());
}

fn drafts_are_kept_while_their_interaction_is_open(place: &dyn Place) {
    let store = &mut *place.open();
    let reader = store.reader();
    let mut a = Pen::new("a");
    land(store, &[a.ask(nth(1), yes_no("q1"))]);
    assert_eq!(reader.draft(nth(1)).unwrap(), None);
    let (first, second) = (draft("q1", "first"), draft("q1", "second"));
    store.append(&[], &[(nth(1), first.clone())]).unwrap();
    assert_eq!(reader.draft(nth(1)).unwrap(), Some(first));
    store.append(&[], &[(nth(1), second.clone())]).unwrap();
    assert_eq!(reader.draft(nth(1)).unwrap(), Some(second.clone()));
    assert_eq!(
        place.open().reader().draft(nth(1)).unwrap(),
        Some(second.clone())
    );
    store.append(&[], &[(nth(1), Draft::new())]).unwrap();
    assert_eq!(reader.draft(nth(1)).unwrap(), None);

    // A draft along with facts; closing takes it away, in whichever order they come.
    let part = a.ask(nth(2), yes_no("q2"));
    store.append(&[part], &[(nth(1), second.clone())]).unwrap();
    assert_eq!(reader.draft(nth(1)).unwrap(), Some(second.clone()));
    land(store, &[a.answer(nth(1), "q1", "yes")]);
    assert_eq!(reader.draft(nth(1)).unwrap(), None);
    let part = a.cancel(nth(2));
    store.append(&[part], &[(nth(2), second.clone())]).unwrap();
    assert_eq!(reader.draft(nth(2)).unwrap(), None);

    // Nobody can draft what is closed or was never asked.
    for id in [nth(1), nth(2), nth(9)] {
        store.append(&[], &[(id, second.clone())]).unwrap();
        assert_eq!(reader.draft(id).unwrap(), None);
    }
}

fn secret_words_stay_out_of_the_log(place: &dyn Place) {
    const CANARY: &str = "canary-7c1fe0";
    let store = &mut *place.open();
    let reader = store.reader();
    let mut a = Pen::new("a");
    land(store, &[a.ask(nth(1), secret("q1"))]);
    let part = a.answer(nth(1), "q1", CANARY);
    assert!(!format!("{part:?}").contains(CANARY), "shown in debugging");
    land(store, &[part]);

    let sealed = format!(r#"{{"words":"{CANARY}"}}"#);
    let words = BTreeMap::from([(QuestionId::from("q1"), sealed)]);
    assert_eq!(store.secrets(nth(1)).unwrap(), words);
    assert_eq!(reader.secrets(nth(1)).unwrap(), words);
    let everything_else = [
        format!("{:?}", all_lines(&*reader)),
        format!("{:?}", store.load(&session("a"), 0).unwrap()),
        format!("{:?}", store.find(nth(1)).unwrap()),
        format!("{:?}", reader.find(nth(1)).unwrap()),
        format!("{:?}", reader.records(&session("a"), 0, 99).unwrap()),
        format!("{:?}", reader.history(None, None, 99).unwrap()),
        format!("{:?}", reader.pending(99).unwrap()),
        format!("{:?}", reader.sessions(None, 99).unwrap()),
    ];
    for text in everything_else {
        assert!(!text.contains(CANARY), "{text}");
    }
    let Some(Found::Closed(outcome)) = reader.find(nth(1)).unwrap() else {
        panic!("not closed");
    };
    let answer = &outcome.closing.answers[&QuestionId::from("q1")];
    assert_eq!(answer.given, Given::Hidden);
    let mut part = a;
    part.now = part.now.plus(1);
    store.forget(part.now).unwrap();
    assert_eq!(store.secrets(nth(1)).unwrap(), BTreeMap::new());
}

/// Three sessions, each with three closed and one open interaction, written in turn.
fn write_some(store: &mut dyn Store) {
    let mut pens: Vec<Pen> = ["a", "b", "c"].map(Pen::new).into();
    for round in 1..=4_u128 {
        for (n, pen) in (1..).zip(&mut pens) {
            let (id, question) = (nth(round * 10 + n), format!("q{round}"));
            land(store, &[pen.ask(id, yes_no(&question))]);
            if round < 4 {
                land(store, &[pen.answer(id, &question, "yes")]);
            }
        }
    }
}

fn history_comes_in_pages(place: &dyn Place) {
    let store = &mut *place.open();
    write_some(store);
    let reader = store.reader();
    for (which, count) in [(None, 9), (Some(session("b")), 3), (Some(session("x")), 0)] {
        let which = which.as_ref();
        let whole = reader.history(which, None, 99).unwrap();
        assert_eq!(whole.len(), count);
        assert!(whole.is_sorted_by(|a, b| a.place > b.place), "newest first");
        for size in 1..=4 {
            let mut paged = Vec::new();
            while let page = reader
                .history(which, paged.last().map(place_of), size)
                .unwrap()
                && !page.is_empty()
            {
                assert!(page.len() <= size);
                paged.extend(page);
            }
            assert_eq!(paged, whole, "in pages of {size}");
        }
        for entry in &whole {
            assert!(which.is_none_or(|session| entry.outcome.session == *session));
            assert_eq!(entry.outcome.closing.state, State::Answered);
            let found = reader.find(entry.outcome.interaction).unwrap();
            assert_eq!(found, Some(Found::Closed(entry.outcome.clone().into())));
        }
    }
    let pending = reader.pending(2).unwrap();
    assert_eq!(pending.len(), 2, "at most so many");
    let ids: Vec<InteractionId> = pending.iter().map(|p| p.asked.interaction).collect();
    assert_eq!(ids, [nth(41), nth(42)], "the oldest first");
}

fn place_of(entry: &sayso_desk::store::HistoryEntry) -> u64 {
    entry.place
}

fn sessions_come_in_pages(place: &dyn Place) {
    let store = &mut *place.open();
    write_some(store);
    let reader = store.reader();
    let whole = reader.sessions(None, 99).unwrap();
    let names: Vec<&str> = whole.iter().map(|entry| entry.session.as_str()).collect();
    assert_eq!(names, ["c", "b", "a"], "the last opened first");
    for entry in &whole {
        assert_eq!(entry.opening, opening());
        assert_eq!(entry.opened_at, ten_o_clock());
    }
    for size in 1..=4 {
        let mut paged = Vec::new();
        loop {
            let before = paged
                .last()
                .map(|entry: &sayso_desk::store::SessionEntry| entry.place);
            let page = reader.sessions(before, size).unwrap();
            if page.is_empty() {
                break;
            }
            assert!(page.len() <= size);
            paged.extend(page);
        }
        assert_eq!(paged, whole, "in pages of {size}");
    }
}

fn records_and_the_log_come_in_pages(place: &dyn Place) {
    let store = &mut *place.open();
    write_some(store);
    let reader = store.reader();
    let whole = store.load(&session("b"), 0).unwrap();
    let lines = reader.log(0, usize::MAX).unwrap();
    assert_eq!(lines.len(), 3 * 8);
    assert!(lines.is_sorted_by(|a, b| a.place < b.place));
    for size in 1..=5 {
        let mut paged: Vec<Record> = Vec::new();
        while let page = reader
            .records(
                &session("b"),
                paged.last().map_or(0, |record| record.seq),
                size,
            )
            .unwrap()
            && !page.is_empty()
        {
            assert!(page.len() <= size);
            paged.extend(page);
        }
        assert_eq!(paged, whole, "records in pages of {size}");
        let mut paged = Vec::new();
        let mut after = 0;
        while let page = reader.log(after, size).unwrap()
            && let Some(last) = page.last()
        {
            after = last.place;
            paged.extend(page);
        }
        assert_eq!(paged, lines, "the log in pages of {size}");
    }
    assert_eq!(reader.records(&session("x"), 0, 9).unwrap(), []);
    let last = whole.last().unwrap().seq;
    assert_eq!(reader.last_seq(&session("b")).unwrap(), last);
    assert_eq!(reader.last_seq(&session("x")).unwrap(), 0);
    assert_eq!(reader.last_place().unwrap(), lines.last().unwrap().place);
    assert_eq!(reader.count_pending().unwrap(), 3);
    Ledger::read(&*reader);
}

fn an_interaction_is_found_as_it_stands(place: &dyn Place) {
    let store = &mut *place.open();
    let reader = store.reader();
    let mut a = Pen::new("a");
    land(store, &[a.ask_for(nth(1), 60_000, two("q1"))]);
    land(store, &[a.ask(nth(2), yes_no("q2"))]);
    land(
        store,
        &[a.write(&Command::Answer(partly(nth(1), "q1.a", "yes")))],
    );
    a.now = a.now.plus(20_000);
    land(store, &[a.hold(nth(1), true)]);

    let Some(Found::Pending(pending)) = store.find(nth(1)).unwrap() else {
        panic!("not pending");
    };
    let open = a.session.interaction(nth(1)).unwrap();
    assert_eq!(pending.session, session("a"));
    assert_eq!(pending.opening, opening());
    assert_eq!(pending.asked.deadline, open.deadline);
    assert_eq!(pending.answers, open.answers);
    assert_eq!(pending.asked_at, ten_o_clock());
    let held = pending.asked.deadline.as_ref().unwrap().held_with;
    assert_eq!(held, Some(40_000));
    let mut read = reader.find(nth(1)).unwrap();
    if let Some(Found::Pending(read)) = &mut read {
        // The reading side alone may tell whether anybody waits.
        read.unattended = false;
    }
    assert_eq!(read, Some(Found::Pending(pending)));

    land(store, &[a.hold(nth(1), false)]);
    let open = a.session.interaction(nth(1)).unwrap().clone();
    match store.find(nth(1)).unwrap() {
        Some(Found::Pending(pending)) => assert_eq!(pending.asked.deadline, open.deadline),
        other => panic!("not pending: {other:?}"),
    }
    land(store, &[a.answer(nth(1), "q1.b", "words")]);
    match store.find(nth(1)).unwrap() {
        Some(Found::Closed(outcome)) => {
            assert_eq!(words::given(&outcome, "q1.a"), "yes");
            assert_eq!(words::given(&outcome, "q1.b"), "words");
            assert_eq!(outcome.round, 1);
        }
        other => panic!("not closed: {other:?}"),
    }
    assert_eq!(store.find(nth(9)).unwrap(), None);
    assert_eq!(store.session_of(nth(2)).unwrap(), Some(session("a")));
    assert_eq!(store.session_of(nth(9)).unwrap(), None);
    Ledger::read(&*reader);
}

fn interactions_are_found_by_some_of_their_digits(place: &dyn Place) {
    let store = &mut *place.open();
    let mut a = Pen::new("a");
    for n in 1..=20 {
        let id = InteractionId::new((n << 64) | (n * 7));
        land(store, &[a.ask(id, yes_no(&format!("q{n}")))]);
    }
    let reader = store.reader();
    let wanted = InteractionId::new((5 << 64) | 35);
    let digits = wanted.to_string();
    for some in [
        &digits[..],
        &digits[..20],
        &digits[17..],
        &digits.to_uppercase(),
    ] {
        assert!(reader.matching(some).unwrap().contains(&wanted), "{some}");
    }
    assert_eq!(reader.matching(&digits).unwrap(), [wanted]);
    assert_eq!(reader.matching("f00").unwrap(), []);
    assert!(reader.matching("0").unwrap().len() <= 8, "a few");
    for wild in ["%", "_", "%23", "__", "", "' OR 1=1 --"] {
        assert_eq!(reader.matching(wild).unwrap(), [], "{wild:?}");
    }
}

fn deadlines_are_told_in_order(place: &dyn Place) {
    let store = &mut *place.open();
    let (mut a, mut b) = (Pen::new("a"), Pen::new("b"));
    assert_eq!(store.next_deadline().unwrap(), None);
    land(store, &[a.ask_for(nth(1), 3_000, yes_no("q1"))]);
    land(store, &[b.ask_for(nth(2), 1_000, yes_no("q1"))]);
    land(store, &[a.ask_for(nth(3), 2_000, yes_no("q3"))]);
    land(store, &[b.ask(nth(4), yes_no("q4"))]);
    let at = |millis| ten_o_clock().plus(millis);
    let due = |store: &mut dyn Store, millis, most| -> Vec<InteractionId> {
        let due = store.due(at(millis), most).unwrap();
        due.into_iter().map(|(_, id)| id).collect()
    };
    assert_eq!(store.next_deadline().unwrap(), Some(at(1_000)));
    assert_eq!(due(store, 999, 9), []);
    assert_eq!(
        store.due(at(1_000), 9).unwrap(),
        [(session("b"), nth(2))],
        "at the moment itself"
    );
    assert_eq!(due(store, 9_000, 9), [nth(2), nth(3), nth(1)]);
    assert_eq!(due(store, 9_000, 2), [nth(2), nth(3)], "at most so many");

    b.now = at(400);
    land(store, &[b.hold(nth(2), true)]);
    assert_eq!(store.next_deadline().unwrap(), Some(at(2_000)));
    assert_eq!(due(store, 9_000, 9), [nth(3), nth(1)], "held is not due");
    b.now = at(5_000);
    land(store, &[b.hold(nth(2), false)]);
    assert_eq!(due(store, 9_000, 9), [nth(3), nth(1), nth(2)]);
    assert_eq!(due(store, 5_599, 9), [nth(3), nth(1)]);
    assert_eq!(due(store, 5_600, 9), [nth(3), nth(1), nth(2)]);

    land(store, &[a.answer(nth(3), "q3", "yes")]);
    land(store, &[a.cancel(nth(1))]);
    assert_eq!(store.next_deadline().unwrap(), Some(at(5_600)));
    let other = &mut *place.open();
    assert_eq!(due(other, 9_000, 9), [nth(2)], "closed is not due");
    b.now = at(6_000);
    let expire = Command::Expire {
        interaction: nth(2),
    };
    land(other, &[b.write(&expire)]);
    assert_eq!(store.next_deadline().unwrap(), None);
    assert_eq!(due(store, 9_000, 9), []);
    Ledger::read(&*store.reader());
}

fn what_is_open_is_never_forgotten(place: &dyn Place) {
    let store = &mut *place.open();
    let (mut open, mut closed, mut young) = (Pen::new("o"), Pen::new("c"), Pen::new("y"));
    land(store, &[open.ask(nth(1), yes_no("q1"))]);
    land(store, &[open.answer(nth(1), "q1", "yes")]);
    land(store, &[open.ask_for(nth(2), 1_000, yes_no("q2"))]);
    land(store, &[open.hold(nth(2), true)]);
    land(store, &[closed.ask(nth(3), yes_no("q1"))]);
    land(store, &[closed.cancel(nth(3))]);
    young.now = young.now.plus(1_000);
    land(store, &[young.say("hello")]);

    let before = ten_o_clock().plus(1_000);
    assert_eq!(store.forget(ten_o_clock()).unwrap(), 0, "not older");
    assert_eq!(store.forget(before).unwrap(), 1);
    assert_eq!(store.forget(before).unwrap(), 0);
    assert_eq!(store.load(&session("c"), 0).unwrap(), []);
    assert_eq!(store.find(nth(3)).unwrap(), None);
    assert_eq!(Pen::of("o", store).session, open.session);
    assert_eq!(Pen::of("y", store).session, young.session);

    let far = before.plus(1_000_000_000);
    assert_eq!(store.forget(far).unwrap(), 1, "the young one");
    assert_eq!(Pen::of("o", store).session, open.session);
    let pending = store.reader().pending(9).unwrap();
    assert_eq!(pending.len(), 1);
    land(store, &[open.cancel(nth(2))]);
    assert_eq!(store.forget(far).unwrap(), 1);
    Ledger::read(&*store.reader());
}

fn a_forgotten_session_leaves_its_head_and_can_begin_again(place: &dyn Place) {
    let store = &mut *place.open();
    let other = &mut *place.open();
    let mut a = Pen::new("a");
    land(store, &[a.ask(nth(1), yes_no("q1"))]);
    land(store, &[a.answer(nth(1), "q1", "yes")]);
    let mut stale = a.clone();
    land(other, &[Pen::new("b").say("hello")]);
    assert_eq!(store.forget(a.now.plus(1)).unwrap(), 2);
    let forgotten = store.reader().forgotten().unwrap();
    assert_eq!(forgotten.len(), 2);
    assert_eq!(
        forgotten[0],
        (session("a"), a.session.seq(), a.session.head())
    );
    assert_eq!(store.reader().sessions(None, 9).unwrap(), []);
    assert_eq!(store.reader().history(None, None, 9).unwrap(), []);

    // Whoever still remembers it conflicts, finds nothing, and begins anew.
    for store in [&mut *store, &mut *other] {
        let late = stale.clone().say("late");
        assert_eq!(store.append(&[late], &[]).unwrap(), [Landing::Conflict]);
    }
    stale = Pen::of("a", other);
    assert_eq!(stale.session.seq(), 0);
    land(other, &[stale.ask(nth(2), yes_no("q1"))]);
    land(store, &[stale.answer(nth(2), "q1", "no")]);
    assert_eq!(Pen::of("a", store).session, stale.session);
    assert_eq!(store.reader().forgotten().unwrap().len(), 2);
    Ledger::read(&*store.reader());
}

fn nobody_misses_what_is_written_after_forgetting(place: &dyn Place) {
    let (store, other) = (&mut *place.open(), &mut *place.open());
    let mut a = Pen::new("a");
    for n in 0..5 {
        land(store, &[a.say(&n.to_string())]);
    }
    // One who reads along, as an export or another process does.
    let reader = other.reader();
    let seen = all_lines(&*reader).last().unwrap().place;
    other.moved().unwrap();
    assert_eq!(store.forget(a.now.plus(1)).unwrap(), 1);
    let mut b = Pen::new("b");
    land(store, &[b.ask(nth(1), yes_no("q1"))]);
    land(store, &[b.answer(nth(1), "q1", "yes")]);
    let new = reader.log(seen, 99).unwrap();
    assert_eq!(new.len(), 3, "places are not given twice");
    told(other);
    land(store, &[b.say("more")]);
    match told(other) {
        Moved::These(sessions) => assert!(sessions.contains(&session("b"))),
        moved => assert_eq!(moved, Moved::Anything),
    }
}

/// What others wrote, once a hint of it is there.
#[track_caller]
fn told(store: &mut dyn Store) -> Moved {
    let clock = SystemClock::new();
    let begun = clock.now();
    while clock.now().since(begun) < 120_000 {
        match store.moved().unwrap() {
            Moved::Nothing => thread::yield_now(),
            moved => return moved,
        }
    }
    panic!("nobody tells what others wrote");
}

fn what_others_wrote_is_hinted_at(place: &dyn Place) {
    let (store, other) = (&mut *place.open(), &mut *place.open());
    assert_eq!(store.moved().unwrap(), Moved::Nothing);
    let (mut a, mut b) = (Pen::new("a"), Pen::new("b"));
    land(store, &[a.say("mine")]);
    assert_eq!(store.moved().unwrap(), Moved::Nothing, "its own");
    land(other, &[b.say("theirs")]);
    land(store, &[a.say("mine again")]);
    let Moved::These(sessions) = told(store) else {
        panic!("one session at least");
    };
    assert!(sessions.contains(&session("b")));
    assert_eq!(store.moved().unwrap(), Moved::Nothing, "told once");
    let part = Pen::of("a", other).say("theirs");
    land(other, &[part]);
    assert_eq!(told(store), Moved::These(HashSet::from([session("a")])));
}

fn many_writes_of_others_are_hinted_at_together(place: &dyn Place) {
    let (store, other) = (&mut *place.open(), &mut *place.open());
    let parts: Vec<Append> = (0..2_500)
        .map(|n| Pen::new(&format!("s{n}")).say("hello"))
        .collect();
    land(other, &parts);
    let mut hinted = HashSet::new();
    while hinted.len() < parts.len() {
        match told(store) {
            Moved::These(sessions) => hinted.extend(sessions),
            _ => break,
        }
    }
    assert_eq!(store.moved().unwrap(), Moved::Nothing);
    land(other, &[Pen::new("one more").say("hello")]);
    let one_more = HashSet::from([session("one more")]);
    assert_eq!(told(store), Moved::These(one_more));
}

/// A lost hint would be a waiter that sleeps for ever.
fn no_hint_is_lost(place: &dyn Place) {
    const WRITES: usize = 400;
    let store = &mut *place.open();
    store.moved().unwrap();
    let over = Over::default();
    let clock = SystemClock::new();
    let begun = clock.now();
    let mut hinted: HashSet<SessionId> = HashSet::new();
    thread::scope(|scope| {
        scope.spawn(|| {
            let _until = over.until_dropped();
            let other = &mut *place.open();
            for n in 0..WRITES {
                land(other, &[Pen::new(&format!("s{n}")).say("hello")]);
            }
        });
        loop {
            let last = over.is();
            if let Moved::These(sessions) = store.moved().unwrap() {
                hinted.extend(sessions);
            }
            if last && (hinted.len() >= WRITES || clock.now().since(begun) > 120_000) {
                break;
            }
        }
    });
    let lost: Vec<String> = (0..WRITES)
        .map(|n| format!("s{n}"))
        .filter(|name| !hinted.contains(&session(name)))
        .collect();
    assert!(lost.is_empty(), "never hinted at: {lost:?}");
}

fn reading_never_fails_beside_a_writer(place: &dyn Place) {
    const ROUNDS: u128 = 150;
    let store = &mut *place.open();
    let reader = store.reader();
    let over = Over::default();
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !over.is() {
                    let lines = reader.log(0, 50).unwrap();
                    reader.pending(50).unwrap();
                    reader.sessions(None, 50).unwrap();
                    for entry in reader.history(None, None, 50).unwrap() {
                        reader.find(entry.outcome.interaction).unwrap();
                        reader.secrets(entry.outcome.interaction).unwrap();
                    }
                    for line in lines {
                        reader.records(&line.session, 0, 50).unwrap();
                    }
                }
            });
        }
        let _until = over.until_dropped();
        for n in 0..ROUNDS {
            let mut pen = Pen::new(&format!("s{n}"));
            land(store, &[pen.ask(nth(n), two("q"))]);
            let part = pen.write(&Command::Answer(partly(nth(n), "q.a", "yes")));
            land(store, &[part]);
            land(store, &[pen.answer(nth(n), "q.b", "words")]);
            if n % 3 == 0 {
                store.forget(pen.now.plus(1)).unwrap();
            }
        }
    });
}
