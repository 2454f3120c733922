//! Files that questions refer to, in the panel: whole, from folders that are shared, and from no
//! other place.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use crate::at_terminal::AtTerminal;
use crate::desk::{Desk, token};
use crate::questions::{ask, name, with};
use crate::stage::Stage;

/// What the hints start with once keys are taken.
const READY: &str = "↑↓ move";
const NO_FILE: &str = "no such file in the project";
const NOT_SHARED: &str = "does not read files of that project";

/// Opens the file that the question refers to, goes to its end and back, and answers.
#[track_caller]
fn shows(mut terminal: AtTerminal, words: &str) {
    // Alt+V while one writes; to the end of it.
    terminal.shows(READY).types("\u{1b}v").shows("Esc back");
    terminal.types("\u{1b}[F").shows(words).types("\u{1b}");
    terminal.shows(READY).types("x\r");
    let done = terminal.gives_back().exits(0);
    assert!(!done.screen.contains("SECRET"), "{}", done.screen);
}

fn about(file: &Value) -> String {
    ask(&[with(name(), &json!({ "context": [file] }))])
}

#[track_caller]
fn asked(stage: &Stage, file: &Value, words: &str) {
    let asked = about(file);
    let call = stage.sayso(["ask", "--key", "id", &asked]);
    shows(call.in_panel().at_terminal(), words);
}

/// What a question refers to is read whole, or it is said why not; never half of it as if it were all.
#[test]
fn context_files_open_whole() {
    let stage = Stage::new();
    let lines =
        |count: usize| -> String { (1..=count).map(|n| format!("line {n} of it\n")).collect() };
    stage.file("long.txt", lines(3_000));
    stage.file("huge.txt", lines(100_000));
    stage.file("logo.png", b"\x89PNG\0\0");
    for (file, words) in [
        (json!({ "path": "long.txt" }), "3000 line 3000 of it"),
        (
            json!({ "path": "./long.txt", "lines": [7, 8] }),
            "8 line 8 of it",
        ),
        (
            json!({ "path": "huge.txt", "lines": [99_990, 99_999] }),
            "99999 line 99999 of it",
        ),
        (json!({ "path": "huge.txt" }), "more than 1024 KB"),
        (json!({ "path": "logo.png" }), "no text"),
    ] {
        asked(&stage, &file, words);
    }
}

#[test]
fn nothing_outside_of_the_project_is_read() {
    let stage = Stage::new();
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("key"), "SECRET").unwrap();
    symlink(outside.path().join("key"), stage.path("link")).unwrap();
    symlink(outside.path(), stage.path("folder")).unwrap();
    stage.file("plain.txt", "SECRET");
    symlink(stage.path("plain.txt"), stage.path("inside")).unwrap();
    let up = format!("../../..{}/key", outside.path().display());
    for path in [
        "link",
        "folder/key",
        "inside",
        &up,
        "/etc/hostname",
        "../up.txt",
        "bin",
    ] {
        asked(&stage, &json!({ "path": path }), NO_FILE);
    }
}

/// The desk's own folder may lie in the project: with the tokens, nobody needs to show them there.
#[test]
fn the_data_directory_is_never_read() {
    let stage = Stage::new();
    stage.sayso(["token", "person"]).done().exits(0);
    fs::create_dir_all(stage.path("data/notes")).unwrap();
    stage.file("data/notes/plain.txt", "SECRET");
    for path in [
        "data/person.token",
        "data/notes/plain.txt",
        "./data/./person.token",
    ] {
        asked(&stage, &json!({ "path": path }), NO_FILE);
    }
    let elsewhere = stage.path("mine.db");
    let asked = about(&json!({ "path": "mine.db" }));
    let call = stage
        .sayso(["ask", "--key", "id", &asked])
        .env("SAYSO_STORE", &elsewhere);
    shows(call.in_panel().at_terminal(), NO_FILE);
}

/// Whoever answers somebody else's question reads files of folders that are shared here.
#[test]
fn a_project_that_is_not_shared_is_not_read() {
    let stage = Stage::new();
    for folder in ["shop", "other"] {
        fs::create_dir(stage.path(folder)).unwrap();
        stage.file(&format!("{folder}/a.txt"), format!("text of {folder}"));
    }
    let answer = |inside: &str, words: &str| {
        let asked = about(&json!({ "path": "a.txt" }));
        let call = stage.sayso(["ask", "--no-wait", &asked]);
        call.inside(&stage.path("shop")).done().exits(7);
        let id = stage.open_id();
        let call = stage.sayso(["answer", &id]).inside(&stage.path(inside));
        shows(call.in_panel().at_terminal(), words);
    };
    answer("shop", "text of shop");
    answer("other", NOT_SHARED);
    stage.sayso(["token", "agent"]).done().exits(0);
    stage.file("data/config.toml", "[serve]\nprojects = [\"../shop\"]\n");
    answer("other", "text of shop");
}

/// A remote asker names a path; what lies under it on this machine is not meant.
#[test]
fn a_question_at_a_remote_desk_reads_nothing_here() {
    let (here, there) = (Stage::new(), Stage::new());
    for (stage, words) in [(&here, "SECRET"), (&there, "text of there")] {
        stage.file("a.txt", words);
        stage.file("b.txt", words);
    }
    fs::remove_file(there.path("b.txt")).unwrap();
    let desk = Desk::start(&there);
    let answer = |project: &Stage, path: &str, words: &str| {
        let input: Value = serde_json::from_str(&about(&json!({ "path": path }))).unwrap();
        let body = json!({ "input": input, "project": project.path("") });
        let asked = desk.agent().post("/api/interactions", &body).is(201).json();
        let id = asked["interaction_id"].as_str().unwrap();
        let call = here.sayso(["answer", id, "--desk", &desk.url]);
        let call = call.env("SAYSO_TOKEN", token(&there, "person"));
        shows(call.in_panel().at_terminal(), words);
    };
    answer(&here, "a.txt", NOT_SHARED);
    answer(&there, "a.txt", "text of there");
    answer(&there, "b.txt", "No such thing");
    answer(&there, "data/person.token", "No such thing");
    desk.stopped();
}
