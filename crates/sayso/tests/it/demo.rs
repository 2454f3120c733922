//! `sayso demo`: on the page, in a terminal, and answered over HTTP.

use std::os::unix::fs::PermissionsExt;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::http::Client;
use crate::stage::Stage;

/// The second of several choices, own words for one: neither brings follow-ups or more rounds.
fn answer(open: &Value) -> Value {
    let answers: serde_json::Map<String, Value> = open["questions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|question| {
            let id = question["question_id"].as_str().unwrap().to_owned();
            let second = question["options"][1]["id"].clone();
            let value = match question["type"].as_str() {
                Some("checkbox") => json!([second]),
                _ => json!({ "other": "none of these" }),
            };
            (id, value)
        })
        .collect();
    json!({ "answers": answers })
}

#[test]
fn without_a_terminal_it_is_answered_over_http_until_it_is_over() {
    let stage = Stage::new();
    let demo = stage.sayso(["demo"]).begin();
    let said = demo.complains_of("Answer: ");
    let line = |start: &str| {
        let line = said.lines().find(|line| line.starts_with(start)).unwrap();
        line.rsplit(' ').next().unwrap().to_owned()
    };
    let token = std::fs::read_to_string(line("Token:")).unwrap();
    let url = line("Open:");
    let address = url.trim_start_matches("http://").split('/').next().unwrap();
    let person = Client {
        address: address.parse().unwrap(),
        token: Some(token.trim().to_owned()),
    };
    let mut rounds = 0;
    while let Ok(reply) = person.send("GET", "/api/interactions", "") {
        let open = &reply.is(200).json()["interactions"][0];
        if let Some(id) = open["interaction_id"].as_str() {
            let path = format!("/api/interactions/{id}/answer");
            person.post(&path, &answer(open)).is(200);
            rounds += 1;
        }
    }
    demo.done().exits(0).prints_nothing();
    assert_eq!(rounds, 2);
}

#[test]
fn told_to_end_it_leaves_nothing_behind() {
    for signal in [Signal::TERM, Signal::HUP] {
        let stage = Stage::new();
        let temporary = stage.path("tmp");
        std::fs::create_dir(&temporary).unwrap();
        let left = || std::fs::read_dir(&temporary).unwrap().count();
        let demo = stage.sayso(["demo"]).env("TMPDIR", &temporary).begin();
        demo.complains_of("Answer: ");
        assert_eq!(left(), 1);
        let made = std::fs::read_dir(&temporary)
            .unwrap()
            .next()
            .unwrap()
            .unwrap();
        assert_eq!(
            made.metadata().unwrap().permissions().mode() & 0o7777,
            0o700
        );
        demo.signal(signal);
        demo.done().exits(128 + signal.as_raw());
        assert_eq!(left(), 0);
    }
}

#[test]
fn at_a_terminal_it_asks_there_when_wished() {
    let stage = Stage::new();
    let mut terminal = stage.sayso(["demo", "--terminal"]).at_terminal();
    terminal.sees("or 0 for custom: ");
    terminal.types("3\n");
    terminal.sees("OAuth 2.0");
    terminal.sees("or 0 for custom: ");
    terminal.types("0\n").sees("Enter your answer: ");
    terminal.types("none of these\n");
    terminal.done().exits(0);
}

/// Whoever goes ends it: that is what is said, and not that the question stays open.
#[test]
fn at_a_terminal_it_says_that_it_ends_when_one_goes() {
    type Row<'r> = (&'r [(&'r str, &'r str)], i32);
    let rows: [Row<'_>; 2] = [
        (
            &[("move", "\u{3}"), ("ends the demonstration", "\u{3}")],
            130,
        ),
        (
            &[("move", "\u{1b}"), ("the demonstration ends", "\u{1b}[B\r")],
            7,
        ),
    ];
    for (keys, code) in rows {
        let stage = Stage::new();
        let demo = stage.sayso(["demo", "--terminal"]).in_panel();
        let mut terminal = demo.at_terminal();
        for (text, keys) in keys {
            terminal.shows(text);
            let window = terminal.window();
            assert!(!window.contains("stays open"), "{window}");
            terminal.types(keys);
        }
        let done = terminal.gives_back().exits(code);
        assert!(!done.screen.contains("Still open"), "{}", done.screen);
    }
}

#[test]
fn at_a_terminal_it_serves_the_page_until_it_is_interrupted() {
    let stage = Stage::new();
    let mut terminal = stage.sayso(["demo", "--no-open"]).all_at_terminal();
    terminal.sees("Open: http://127.0.0.1:");
    terminal.sees("Ctrl-C ends it.");
    terminal.types("\x03").sees("Over.");
    terminal.done().exits(0);
}
