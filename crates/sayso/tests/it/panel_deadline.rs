//! A key pressed as the time runs out: it wins or it loses, and everybody hears the same.

use std::thread;
use std::time::Duration;

use rustix::process::Signal;

use crate::desk::{Desk, token};
use crate::questions::{ask, auth};
use crate::running::{LOOK, PATIENCE};
use crate::stage::Stage;

const READY: &str = "↑↓ move";
const JWT: &str = r#"{"answers":{"Auth method":"JWT"}}"#;

/// Waits until this holds.
#[track_caller]
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..PATIENCE.as_millis() / LOOK.as_millis() {
        if holds() {
            return;
        }
        thread::sleep(LOOK);
    }
    panic!("never: {what}");
}

/// Times that are long enough to draw a panel: the first on any machine that is not busy.
const TIMES: [u64; 3] = [4, 15, 45];

/// The key lies in the terminal while the time runs out: the deadline was first.
#[test]
fn a_key_that_is_read_after_the_deadline_loses() {
    for seconds in TIMES {
        let stage = Stage::new();
        // Another desk on the same store, to see the time run out while the first stands still.
        let _desk = Desk::start(&stage);
        let (asked, time) = (ask(&[auth()]), format!("{seconds}s"));
        let args = ["ask", "--timeout", &time, &asked];
        let mut terminal = stage.sayso(args).in_panel().at_terminal();
        if !terminal.reaches(READY) {
            continue;
        }
        terminal.signal(Signal::STOP);
        terminal.types("2");
        until("the time is up", || stage.states() == ["timeout"]);
        terminal.signal(Signal::CONT);
        let done = terminal.gives_back().exits(5).prints_nothing();
        assert!(
            done.screen.contains("The deadline passed"),
            "{}",
            done.screen
        );
        assert_eq!(stage.states(), ["timeout"]);
        return;
    }
    panic!("no panel was drawn in time");
}

/// The desk hears of the key and of the deadline at once, one way or the other: what is printed is
/// what is on record.
#[test]
fn a_key_on_its_way_at_the_deadline_wins_or_loses() {
    for seconds in TIMES {
        let (there, here) = (Stage::new(), Stage::new());
        let desk = Desk::start(&there);
        let (asked, time) = (ask(&[auth()]), format!("{seconds}s"));
        let call = here.sayso(["ask", "--timeout", &time, &asked]).in_panel();
        let call = call.env("SAYSO_DESK", &desk.url);
        let call = call.env("SAYSO_TOKEN", token(&there, "person"));
        let mut terminal = call.at_terminal();
        if !terminal.reaches(READY) {
            continue;
        }
        desk.running.signal(Signal::STOP);
        terminal.types("2");
        // It was asked before now: then its time is up.
        thread::sleep(Duration::from_secs(seconds));
        desk.running.signal(Signal::CONT);
        let done = terminal.gives_back();
        match done.code {
            0 => {
                assert_eq!(there.states(), ["answered"]);
                done.prints(JWT);
            }
            5 => {
                assert_eq!(there.states(), ["timeout"]);
                assert!(!done.screen.contains("✓ Auth"), "{}", done.screen);
                done.prints_nothing();
            }
            _ => panic!("{done:?}"),
        }
        return;
    }
    panic!("no panel was drawn in time");
}
