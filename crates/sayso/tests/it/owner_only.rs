//! What only the desk's owner may reach: its directory, the private files in it, its tokens.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::Path;

use crate::desk::{Desk, token};
use crate::nodes::server;
use crate::questions::{ask, auth};
use crate::stage::Stage;

fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// No command does anything but say this.
#[track_caller]
fn is_refused(stage: &Stage, why: &[&str]) {
    for args in [
        &["ask", &ask(&[auth()])][..],
        &["token", "person"],
        &["history"],
        &["mcp"],
        &["serve", "--listen", "127.0.0.1:0"],
    ] {
        let done = stage.sayso(args).piped("1\n").done();
        let done = done.exits(2).prints_nothing();
        for words in why {
            assert!(done.stderr.contains(words), "{args:?} {words}: {done:?}");
        }
        assert!(!done.stderr.contains("panicked"), "{done:?}");
    }
}

/// Others could put a token of theirs there, and answer with it.
#[test]
fn a_data_directory_that_others_can_write_to_is_refused() {
    for mode in [0o777, 0o775, 0o722, 0o1777] {
        let stage = Stage::new();
        fs::create_dir(stage.data()).unwrap();
        chmod(&stage.data(), mode);
        let data = stage.data().display().to_string();
        is_refused(&stage, &[&data, &format!("chmod 700 '{data}'")]);
        let call = stage.sayso(["history"]).env("SAYSO_LANG", "zh-CN");
        let done = call.done().exits(2);
        assert!(done.stderr.contains("其他用户"), "{done:?}");
        assert_eq!(fs::read_dir(stage.data()).unwrap().count(), 0);
        chmod(&stage.data(), 0o755);
        stage.sayso(["history"]).done().exits(0);
    }
    if rustix::process::geteuid().is_root() {
        let stage = Stage::new();
        fs::create_dir(stage.data()).unwrap();
        chown(stage.data(), Some(65_534), None).unwrap();
        is_refused(&stage, &["belongs to another user (uid 65534)", "chown"]);
    }
}

#[test]
fn private_files_that_others_can_open_are_refused() {
    let check = |file: &str, mode: u32, command: &str| {
        let stage = Stage::new();
        stage.sayso(["ask", "--no-wait", &ask(&[auth()])]).done();
        let path = stage.path(&format!("data/{file}"));
        fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .unwrap();
        chmod(&path, mode);
        is_refused(&stage, &[&format!("{command} '{}'", path.display())]);
    };
    check("sayso.db", 0o644, "chmod 600");
    check("sayso.db", 0o660, "chmod 600");
    check("secrets.key", 0o640, "chmod 600");
    check("push.json", 0o604, "chmod 600");
    check("config.toml", 0o666, "chmod go-w");
}

#[test]
fn a_short_token_is_refused_and_can_be_renewed() {
    let stage = Stage::new();
    for (whose, file) in [("owner", "person"), ("agent", "agent")] {
        let path = stage.path(&format!("data/{file}.token"));
        for short in ["x", &"x".repeat(31), "", &" ".repeat(64)] {
            stage.sayso(["token", file]).done().exits(0);
            fs::write(&path, short).unwrap();
            for args in [
                &["serve", "--listen", "127.0.0.1:0"][..],
                &["token", file],
                &["token", "session", "s"],
            ] {
                let done = stage.sayso(args).done().exits(8).prints_nothing();
                let why = format!(
                    "{}: a token has at least 32 characters; make a new one: sayso token renew {whose}",
                    path.display()
                );
                assert!(done.stderr.contains(&why), "{done:?}");
            }
            let renewed = stage.sayso(["token", "renew", whose]).done().exits(0);
            assert_eq!(renewed.stdout.trim().len(), 64);
        }
    }
    Desk::start(&stage).stopped();
}

/// A running desk leaves the person out whose token it is; one that starts says what to do.
#[test]
fn a_person_s_short_token_lets_nobody_in() {
    let stage = Stage::new();
    stage.sayso(["token", "person", "bob"]).done().exits(0);
    let desk = Desk::start(&stage);
    let path = stage.path("data/people/bob.token");
    fs::write(&path, "x").unwrap();
    desk.client("x").get("/api/audit").is(401);
    desk.person().get("/api/audit").is(200);
    desk.stopped();
    let advice = "make a new one: sayso token remove bob && sayso token person bob";
    let log = fs::read_to_string(stage.path("data/desk.log")).unwrap();
    assert!(log.contains(advice), "{log}");
    let serve = stage.sayso(["serve", "--listen", "127.0.0.1:0"]).done();
    assert!(serve.stderr.contains(advice), "{serve:?}");
    serve.exits(8);
    stage.sayso(["token", "remove", "bob"]).done().exits(0);
    stage.sayso(["token", "person", "bob"]).done().exits(0);
    Desk::start(&stage).stopped();
}

/// The first node brings its tokens to the database, where all others would take them over.
#[test]
fn a_short_token_is_not_brought_to_the_database() {
    let server = server();
    let serve = |stage: &Stage| {
        let serve = ["serve", "--listen", "127.0.0.1:0", "--store", &server.url()];
        stage.sayso(serve)
    };
    let first = Stage::new();
    first.sayso(["token", "person"]).done().exits(0);
    fs::write(first.path("data/person.token"), "x\n").unwrap();
    let done = serve(&first).done().exits(8);
    assert!(done.stderr.contains("sayso token renew owner"), "{done:?}");
    let second = Stage::new();
    let desk = Desk::of(&second, serve(&second));
    assert_eq!(token(&second, "person").len(), 64);
    desk.client("x").get("/api/audit").is(401);
    desk.stopped();
}

#[test]
fn a_session_without_a_name_has_no_token() {
    let stage = Stage::new();
    for id in ["", " ", "\t\n"] {
        let done = stage.sayso(["token", "session", id]).done();
        let done = done.exits(2).prints_nothing();
        assert!(done.stderr.contains("session"), "{done:?}");
    }
}
