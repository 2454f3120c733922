use std::fs;

use sayso_core::id::InteractionId;
use tempfile::TempDir;

use super::RollFiles;
use crate::store::Roll;

fn ids(numbers: &[u128]) -> Vec<InteractionId> {
    numbers.iter().map(|n| InteractionId::new(*n)).collect()
}

/// What everybody reads, sorted, and how many files there are.
fn seen(folder: &TempDir) -> (Vec<InteractionId>, usize) {
    let store = folder.path().join("sayso.db");
    let mut waited_for: Vec<_> = RollFiles::beside(&store).read().into_iter().collect();
    waited_for.sort_unstable();
    let files = fs::read_dir(folder.path().join("sayso.db-waiting"));
    (waited_for, files.map_or(0, Iterator::count))
}

#[test]
fn the_lists_of_all_that_live() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("sayso.db");
    assert_eq!(seen(&folder), (ids(&[]), 0), "nobody ever waited");
    let (mut one, mut other) = (RollFiles::beside(&store), RollFiles::beside(&store));
    one.write(&ids(&[1, 2])).expect("written");
    other.write(&ids(&[2, 3])).expect("written");
    assert_eq!(seen(&folder), (ids(&[1, 2, 3]), 4));
    one.write(&ids(&[7])).expect("written");
    assert_eq!(seen(&folder), (ids(&[2, 3, 7]), 4), "the new list alone");
    drop(one);
    assert_eq!(seen(&folder), (ids(&[2, 3]), 2), "it leaves nothing behind");
}

#[test]
fn the_list_of_one_that_was_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("sayso.db");
    let mut killed = RollFiles::beside(&store);
    killed.write(&ids(&[5])).expect("written");
    // The kernel lets go of the lock; the files stay.
    let own = killed.own.take().expect("a list of its own");
    let (list, lock) = (own.list.clone(), own.list.with_extension("lock"));
    let bytes = fs::read(&list).expect("its list");
    drop(own);
    fs::write(&list, bytes).expect("left behind");
    fs::write(&lock, b"").expect("left behind");
    assert_eq!(seen(&folder), (ids(&[]), 0), "and it is cleared away");
}

#[test]
fn a_broken_list_is_no_trouble() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut roll = RollFiles::beside(&folder.path().join("sayso.db"));
    roll.write(&ids(&[5])).expect("written");
    let list = roll.own.as_ref().expect("a list of its own").list.clone();
    for (bytes, holds) in [(vec![], &[][..]), (vec![0; 15], &[]), (vec![0; 17], &[0])] {
        fs::write(&list, &bytes).expect("broken");
        assert_eq!(seen(&folder).0, ids(holds), "{} bytes", bytes.len());
    }
}
