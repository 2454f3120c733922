use std::fs;

use super::LifeSign;

#[test]
fn who_made_it_lives_until_it_is_dropped() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new folder/one");
    assert!(LifeSign::is_gone(&path), "nobody made it yet");
    let sign = LifeSign::at(path.clone()).expect("made");
    assert!(!LifeSign::is_gone(&path));
    drop(sign);
    assert!(LifeSign::is_gone(&path));
    assert!(!path.exists());
    fs::write(&path, b"").expect("left behind by one that was killed");
    assert!(LifeSign::is_gone(&path));
}

#[test]
fn one_that_cannot_be_made_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let taken = folder.path().join("taken");
    fs::create_dir_all(taken.join("by a folder")).expect("made");
    LifeSign::at(taken).expect_err("it cannot have this name");
    let files = fs::read_dir(folder.path()).expect("read");
    assert_eq!(files.count(), 1);
}
