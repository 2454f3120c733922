//! What the embedded store has at hand of what it wrote last: the log says the same, and more only
//! where others wrote.

use std::sync::Arc;

use sayso_desk::store::sqlite::{self, SqliteStore};
use sayso_desk::store::{Append, Landing, Reader, Store};

use crate::dice::Dice;
use crate::pen::{Pen, land, nth};
use crate::stage::file_in;
use crate::words::yes_no;

/// One who follows the log, with what is at hand where something is.
struct Follower {
    reader: Arc<dyn Reader>,
    place: u64,
    /// How often nothing had to be read.
    spared: usize,
}

impl Follower {
    fn of(store: &SqliteStore) -> Self {
        Self {
            reader: store.reader(),
            place: 0,
            spared: 0,
        }
    }

    /// Goes on; what is at hand is what the log says.
    #[track_caller]
    fn go_on(&mut self, what: &str) {
        let lines = match self.reader.fresh(self.place) {
            Some(at_hand) => {
                let read = self.reader.log(self.place, at_hand.len()).unwrap();
                assert_eq!(at_hand, read, "{what}");
                assert!(!at_hand.is_empty(), "{what}");
                self.spared += 1;
                at_hand
            }
            None => self.reader.log(self.place, 1_000).unwrap(),
        };
        self.place = lines.last().map_or(self.place, |line| line.place);
    }
}

#[test]
fn what_is_at_hand_is_what_the_log_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_in(folder.path());
    let mut stores = [(); 2].map(|()| SqliteStore::open(&path).unwrap());
    let mut followers = stores.each_ref().map(Follower::of);
    let mut pens: Vec<Pen> = (0..6).map(|n| Pen::new(&format!("s{n}"))).collect();
    let mut dice = Dice::new();
    let mut number = 0;
    for round in 0..400 {
        let what = format!("round {round}, seed {}", dice.seed);
        let mut parts = Vec::new();
        let some = dice.below(pens.len());
        for pen in &mut pens[some..] {
            number += 1;
            parts.push(pen.say(&format!("words {number}")));
        }
        // One that has moved on lands nowhere, wherever it stands among the others.
        let stale = Pen::new("s5").ask(nth(number), yes_no("q"));
        let at = dice.below(parts.len() + 1);
        if round > 0 && dice.below(3) == 0 {
            parts.retain(|part| part.session.as_str() != "s5");
            parts.insert(at.min(parts.len()), stale);
        }
        let landings = stores[dice.below(2)].append(&parts, &[]).unwrap();
        let lost = parts.iter().zip(&landings);
        for (part, _) in lost.filter(|(_, landing)| **landing == Landing::Conflict) {
            assert_eq!(part.session.as_str(), "s5", "{what}");
            pens[5] = Pen::of("s5", &mut stores[0]);
        }
        for follower in &mut followers {
            if dice.below(3) > 0 {
                follower.go_on(&what);
            }
        }
    }
    let last = stores[0].reader().last_place().unwrap();
    for follower in &mut followers {
        while follower.place < last {
            follower.go_on("in the end");
        }
        assert!(follower.spared > 20, "{} of 400", follower.spared);
    }
}

#[test]
fn it_is_there_for_who_follows_and_there_is_not_much_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_in(folder.path());
    let mut store = SqliteStore::open(&path).unwrap();
    let reader = store.reader();
    let mut pen = Pen::new("a");
    let mut write = |parts: &[Append]| land(&mut store, parts);
    // Nobody followed yet.
    write(&[pen.say("one")]);
    assert_eq!(reader.fresh(0), None);
    write(&[pen.say("two")]);
    let last = reader.last_place().unwrap();
    // It does not reach back to the beginning.
    assert_eq!(reader.fresh(0), None);
    assert_eq!(reader.fresh(last - 1).unwrap().len(), 1);
    assert_eq!(reader.fresh(last), None);
    // Who reads the file alone has nothing at hand.
    assert_eq!(sqlite::reader(&path).unwrap().fresh(last - 1), None);
    for n in 0..60 {
        write(&[pen.say(&format!("{n} {:5000}", ""))]);
    }
    assert_eq!(reader.fresh(last), None);
    let kept = (last..).find_map(|place| reader.fresh(place)).unwrap();
    let bytes: usize = kept.iter().map(|line| line.body.len()).sum();
    assert!((200_000..=256 * 1024).contains(&bytes), "{bytes}");
}
