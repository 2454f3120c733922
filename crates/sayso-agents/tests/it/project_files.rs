//! Files that questions refer to: inside the folders that were set, and nowhere else.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use sayso_agents::project_files::DiskFiles;
use sayso_core::project_files::{FILE_BYTES, FileRefusal, ProjectFiles};

#[test]
fn only_plain_files_of_projects_beneath_the_folders_that_were_set() {
    let home = tempfile::tempdir().unwrap();
    let at = |path: &str| home.path().join(path);
    for folder in ["work/shop/src", "work/shop-2", "private"] {
        fs::create_dir_all(at(folder)).unwrap();
    }
    fs::write(at("work/shop/src/a.sql"), "select 1;\n").unwrap();
    fs::write(at("work/shop/.env.example"), "KEY=\n").unwrap();
    fs::write(at("work/shop/logo.png"), b"\x89PNG\0\0").unwrap();
    fs::write(at("work/shop/latin.txt"), b"caf\xe9").unwrap();
    fs::write(at("private/key"), "secret").unwrap();
    symlink(at("private/key"), at("work/shop/link")).unwrap();
    symlink(at("private"), at("work/shop/folder")).unwrap();
    symlink(at("private"), at("work/linked")).unwrap();
    let files = DiskFiles::new(vec![at("work"), at("nowhere")]);
    let read = |project: &Path, path: &str| {
        let read = files.read(&project.to_string_lossy(), path);
        read.map(|file| (file.text, file.cut))
    };
    let (ours, not_found) = (at("work/shop"), Err(FileRefusal::NotFound));
    let words = |words: &str| Ok((words.to_owned(), false));
    for (path, expected) in [
        ("src/a.sql", words("select 1;\n")),
        ("./src/./a.sql", words("select 1;\n")),
        (".env.example", words("KEY=\n")),
        ("latin.txt", words("caf\u{fffd}")),
        ("logo.png", Err(FileRefusal::NotText)),
        ("link", not_found.clone()),
        ("folder/key", not_found.clone()),
        ("../../private/key", not_found.clone()),
        ("src/../../../private/key", not_found.clone()),
        ("src", not_found.clone()),
        ("src/", not_found.clone()),
        ("", not_found.clone()),
        ("/etc/passwd", not_found.clone()),
        ("none", not_found),
    ] {
        assert_eq!(read(&ours, path), expected, "{path}");
    }
    for (project, path) in [
        (at("private"), "key"),
        (at("work/linked"), "key"),
        (at("work/../private"), "key"),
        (at("none"), "key"),
        (Path::new("work/shop").to_owned(), "src/a.sql"),
        (Path::new("").to_owned(), "etc/passwd"),
        (Path::new("/").to_owned(), "etc/passwd"),
    ] {
        let refused = Err(FileRefusal::NotOurs);
        assert_eq!(read(&project, path), refused, "{}", project.display());
    }
    let none = DiskFiles::new(Vec::new());
    let refused = none.read(&ours.to_string_lossy(), "src/a.sql");
    assert_eq!(refused, Err(FileRefusal::NotOurs));
}

/// The desk's own folder and its store may lie in a project, by whatever name.
#[test]
fn what_is_hidden_is_not_there() {
    let home = tempfile::tempdir().unwrap();
    let at = |path: &str| home.path().join(path);
    fs::create_dir_all(at("shop/data/deep")).unwrap();
    fs::create_dir_all(at("shop/src")).unwrap();
    for file in [
        "shop/data/token",
        "shop/data/deep/a",
        "shop/mine.db",
        "shop/src/a",
    ] {
        fs::write(at(file), "text").unwrap();
    }
    symlink(at("shop/data"), at("data")).unwrap();
    fs::hard_link(at("shop/mine.db"), at("shop/src/other")).unwrap();
    let hidden = vec![at("data"), at("shop/mine.db"), at("nowhere")];
    let files = DiskFiles::new(vec![at("shop")]).without(hidden);
    let read = |project: &str, path: &str| {
        let project = at(project).to_string_lossy().into_owned();
        files.read(&project, path).map(|file| file.text)
    };
    assert_eq!(read("shop", "src/a"), Ok("text".into()));
    for path in ["data/token", "./data/deep/a", "mine.db", "src/other"] {
        assert_eq!(read("shop", path), Err(FileRefusal::NotFound), "{path}");
    }
    for project in ["shop/data", "shop/data/deep"] {
        assert_eq!(read(project, "a"), Err(FileRefusal::NotOurs), "{project}");
    }
}

#[test]
fn a_long_file_is_shown_from_its_beginning_and_says_so() {
    let project = tempfile::tempdir().unwrap();
    fs::write(project.path().join("log"), "x".repeat(FILE_BYTES + 1)).unwrap();
    fs::write(project.path().join("just"), "x".repeat(FILE_BYTES)).unwrap();
    let files = DiskFiles::new(vec![project.path().to_owned()]);
    for (name, cut) in [("log", true), ("just", false)] {
        let file = files.read(&project.path().to_string_lossy(), name).unwrap();
        assert_eq!((file.text.len(), file.cut), (FILE_BYTES, cut));
    }
}
