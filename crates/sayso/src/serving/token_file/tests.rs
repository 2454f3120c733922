use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::Duration;

use sayso_core::moment::Moment;
use sayso_desk::clock::wall_time;

use super::TokenFile;
use crate::serving::tokens::replace;

const OLD: &str = "0123456789abcdef0123456789abcdef";
const NEW: &str = "fedcba9876543210fedcba9876543210";

/// Everything here was long ago: what happens next shows, or nothing does.
fn later() -> Moment {
    wall_time().plus(60_000)
}

fn made(path: &Path, token: &str) {
    fs::write(path, token).unwrap();
    fs::set_permissions(path, Permissions::from_mode(0o600)).unwrap();
}

/// Long enough for the clock of the file system to go on.
fn a_tick() {
    std::thread::sleep(Duration::from_millis(20));
}

/// What is done to a file of that name, and what it holds then.
#[track_caller]
fn check(what: &str, does: impl FnOnce(&Path), holds: Option<&str>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("person.token");
    made(&path, OLD);
    let mut file = TokenFile::new(path.clone());
    assert!(!file.stands(later), "{what}: it was not read yet");
    assert_eq!(file.read(later()).unwrap().as_deref(), Some(OLD), "{what}");
    assert!(file.stands(later), "{what}: nothing happened");
    a_tick();
    does(&path);
    assert!(!file.stands(later), "{what}: it shows at once");
    let read = file.read(later()).ok().flatten();
    assert_eq!(read.as_deref(), holds, "{what}");
    assert!(file.stands(later), "{what}: that is known now");
}

#[test]
fn whatever_becomes_of_a_file_shows_at_once() {
    check(
        "put in its place",
        |path| replace(path, NEW).unwrap(),
        Some(NEW),
    );
    check(
        "written over",
        |path| fs::write(path, NEW).unwrap(),
        Some(NEW),
    );
    check("cut short", |path| fs::write(path, "half").unwrap(), None);
    check("taken away", |path| fs::remove_file(path).unwrap(), None);
    check(
        "put elsewhere",
        |path| fs::rename(path, path.with_extension("old")).unwrap(),
        None,
    );
    check(
        "for all to read",
        |path| fs::set_permissions(path, Permissions::from_mode(0o644)).unwrap(),
        None,
    );
    check(
        "a link in its place",
        |path| {
            let (new, link) = (path.with_extension("new"), path.with_extension("link"));
            made(&new, NEW);
            symlink(&new, &link).unwrap();
            fs::rename(&link, path).unwrap();
        },
        Some(NEW),
    );
}

#[test]
fn what_is_made_where_nothing_was_shows_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("person.token");
    let mut file = TokenFile::new(path.clone());
    assert_eq!(file.read(later()).unwrap(), None);
    assert!(file.stands(later));
    made(&path, NEW);
    assert!(!file.stands(later));
    assert_eq!(file.read(later()).unwrap().as_deref(), Some(NEW));
}

/// Two changes of one moment look like one.
#[test]
fn what_was_changed_just_now_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("person.token");
    made(&path, OLD);
    let mut file = TokenFile::new(path);
    let now = wall_time();
    file.read(now).unwrap();
    assert!(file.stands(|| now));
    for ago in [1, 1_000, 60_000] {
        assert!(!file.stands(|| now.plus(ago)), "{ago}");
    }
    let set_back = Moment::from_millis(now.millis() - 1);
    assert!(!file.stands(|| set_back));
    // What is read once it is old enough is believed from then on.
    file.read(later()).unwrap();
    assert!(file.stands(later));
}

#[test]
fn a_link_that_leads_elsewhere_shows_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let [path, old, new, next] =
        ["person.token", "old", "new", "next"].map(|name| folder.path().join(name));
    made(&old, OLD);
    made(&new, NEW);
    symlink(&old, &path).unwrap();
    let mut file = TokenFile::new(path.clone());
    assert_eq!(file.read(later()).unwrap().as_deref(), Some(OLD));
    assert!(file.stands(later));
    symlink(&new, &next).unwrap();
    fs::rename(&next, &path).unwrap();
    assert!(!file.stands(later));
    assert_eq!(file.read(later()).unwrap().as_deref(), Some(NEW));
}

#[test]
fn a_folder_in_the_place_of_another_shows_when_it_is_looked_up() {
    let folder = tempfile::tempdir().unwrap();
    let [data, aside] = ["data", "aside"].map(|name| folder.path().join(name));
    fs::create_dir(&data).unwrap();
    let path = data.join("person.token");
    made(&path, OLD);
    let mut file = TokenFile::new(path.clone());
    file.read(later()).unwrap();
    file.look_up();
    assert!(file.stands(later));
    fs::rename(&data, &aside).unwrap();
    fs::create_dir(&data).unwrap();
    made(&path, NEW);
    file.look_up();
    assert!(!file.stands(later));
    assert_eq!(file.read(later()).unwrap().as_deref(), Some(NEW));
}
