//! The desk is away when somebody answers: what they entered stays before them, and is sent once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::between::{Fate, answers, between, waits};
use crate::desk::{Desk, lasting_port, token};
use crate::questions::{ask, auth, name};
use crate::running::until;
use crate::stage::{Call, Stage};

const READY: &str = "↑↓ move";
const JWT: &str = r#"{"answers":{"Auth method":"JWT"}}"#;

fn at(url: &str, here: &Stage, there: &Stage, args: &[&str]) -> Call {
    here.sayso(args)
        .env("SAYSO_DESK", url)
        .env("SAYSO_TOKEN", token(there, "person"))
}

#[test]
fn what_could_not_be_sent_can_be_sent_again() {
    let (there, here) = (Stage::new(), Stage::new());
    let port = lasting_port();
    let desk = Desk::start_at(&there, port);
    let url = desk.url.clone();
    let asked = ask(&[auth()]);
    let args = ["ask", "--timeout", "1h", &asked];
    let mut terminal = at(&url, &here, &there, &args).in_panel().at_terminal();
    terminal.shows("left, then it closes").shows(READY);
    desk.killed();
    terminal
        .types("2")
        .shows("Not confirmed, and nothing is lost");
    assert!(
        !terminal.window().contains("✓ Auth"),
        "{}",
        terminal.window()
    );
    // Nor is it lost how long there is.
    let window = terminal.shows(READY).window();
    assert!(window.contains("left, then it closes"), "{window}");
    let desk = Desk::start_at(&there, port);
    terminal.types("\r");
    let done = terminal.gives_back().exits(0).prints(JWT);
    assert!(
        done.screen.contains("✓ Auth method  JWT"),
        "{}",
        done.screen
    );
    assert_eq!(there.states(), ["answered"]);
    drop(desk);
}

#[test]
fn whoever_leaves_leaves_it_open_and_nothing_is_printed() {
    let (there, here) = (Stage::new(), Stage::new());
    let port = lasting_port();
    let desk = Desk::start_at(&there, port);
    let url = desk.url.clone();
    let asked = ask(&[name()]);
    let mut terminal = at(&url, &here, &there, &["ask", &asked])
        .in_panel()
        .at_terminal();
    terminal.shows(READY).types("Ada").shows("Ada");
    desk.killed();
    terminal.types("\r").shows("nothing is lost").shows("Ada");
    // Calling it off does not reach the desk either.
    terminal.shows(READY).types("\u{1b}").shows("Leave without");
    terminal
        .types("\u{1b}[B\u{1b}[B\r")
        .shows("Why?")
        .types("no\r");
    terminal.shows("The cancel is not confirmed").shows("❯ no");
    terminal.shows("Esc back").types("\u{1b}");
    terminal.shows("Leave without").types("\u{1b}[A\r");
    terminal.gives_back().exits(7).prints_nothing();
    let desk = Desk::start_at(&there, port);
    assert_eq!(there.pending().len(), 1);
    drop(desk);
}

/// A cancel that did not get there is tried again by the same key, and never becomes an answer.
#[test]
fn what_could_not_be_cancelled_can_be_cancelled_again() {
    let (there, here) = (Stage::new(), Stage::new());
    let port = lasting_port();
    let desk = Desk::start_at(&there, port);
    let url = desk.url.clone();
    let asked = ask(&[auth()]);
    let mut terminal = at(&url, &here, &there, &["ask", &asked])
        .in_panel()
        .at_terminal();
    terminal.shows(READY);
    desk.killed();
    terminal.types("2").shows("nothing is lost");
    terminal.shows(READY).types("\u{1b}").shows("Leave without");
    terminal.types("\u{1b}[B\u{1b}[B\r").shows("Why?");
    terminal
        .types("not now\r")
        .shows("The cancel is not confirmed");
    let desk = Desk::start_at(&there, port);
    terminal.shows("Esc back").types("\r");
    terminal.gives_back().exits(4).prints_nothing();
    assert_eq!(there.states(), ["cancelled"]);
    assert_eq!(there.history()[0]["reason"], "not now");
    drop(desk);
}

/// Whoever asked stops asking, and cannot take the question back: that is said.
#[test]
fn what_could_not_be_taken_back_is_told() {
    let rows = [
        (
            true,
            "en",
            READY,
            "Not taken back, it may be open still: the desk",
        ),
        (
            false,
            "zh-CN",
            "请输入编号",
            "未撤回，问题可能仍待回答：无法连接服务",
        ),
    ];
    for (in_panel, lang, ready, told) in rows {
        let (there, here) = (Stage::new(), Stage::new());
        let port = lasting_port();
        let desk = Desk::start_at(&there, port);
        let call = at(&desk.url, &here, &there, &["ask", &ask(&[auth()])]);
        let call = call.env("SAYSO_LANG", lang);
        let mut terminal = match in_panel {
            true => call.in_panel().at_terminal(),
            false => call.at_terminal(),
        };
        terminal.shows(ready);
        desk.killed();
        terminal.types("\u{3}");
        if in_panel {
            terminal.shows("Ctrl+C again").types("\u{3}");
        }
        terminal.shows(told);
        terminal.gives_back().exits(130).prints_nothing();
        let desk = Desk::start_at(&there, port);
        assert_eq!(there.pending().len(), 1);
        drop(desk);
    }
}

/// The answer is recorded, and the word of it is lost: whoever gave it hears that it is theirs.
#[test]
fn an_answer_whose_reply_was_lost_is_the_same_answer() {
    let (there, here) = (Stage::new(), Stage::new());
    let desk = Desk::start(&there);
    let mut lost = false;
    let url = between(desk.address, move |request| {
        if answers(request) && !lost {
            lost = true;
            return Fate::ReplyLost;
        }
        Fate::Arrives
    });
    let asked = ask(&[auth()]);
    let mut terminal = at(&url, &here, &there, &["ask", &asked])
        .in_panel()
        .at_terminal();
    terminal.shows(READY).types("2");
    let done = terminal.gives_back().exits(0).prints(JWT);
    assert!(
        done.screen.contains("✓ Auth method  JWT"),
        "{}",
        done.screen
    );
    assert!(!done.screen.contains("answered by"), "{}", done.screen);
    assert_eq!(there.states(), ["answered"]);
}

/// The same, while somebody changes what they entered: what stays on the screen is what was
/// recorded, and not what they have before them now.
#[test]
fn an_answer_whose_reply_was_lost_is_not_the_one_on_the_screen() {
    let (there, here) = (Stage::new(), Stage::new());
    let desk = Desk::start(&there);
    let deaf = Arc::new(AtomicBool::new(true));
    let is_deaf = Arc::clone(&deaf);
    let url = between(desk.address, move |request| {
        match is_deaf.load(Ordering::SeqCst) {
            true if waits(request) => Fate::busy(),
            true if answers(request) => Fate::ReplyLost,
            _ => Fate::Arrives,
        }
    });
    let mut terminal = at(&url, &here, &there, &["ask", &ask(&[name()])])
        .in_panel()
        .at_terminal();
    terminal
        .shows(READY)
        .types("Ada\r")
        .shows("nothing is lost");
    terminal.shows(READY).types(" L.").shows("Ada L.");
    deaf.store(false, Ordering::SeqCst);
    let done = terminal.gives_back().exits(0);
    assert_eq!(done.stdout, "{\"answers\":{\"name\":\"Ada\"}}\n");
    assert!(!done.screen.contains("Ada L."), "{}", done.screen);
    assert!(done.screen.contains("answered by"), "{}", done.screen);
}

/// An answer is lost on its way, and then the desk's word on the question is no word of its end:
/// what was lost is not sent again by itself.
#[test]
fn only_a_question_that_is_closed_is_taken_for_closed() {
    let rows = [
        (
            "500 Internal Server Error",
            r#"{"success":false,"error":{"code":"storage_failed","message":"full"}}"#,
            true,
        ),
        (
            "429 Too Many Requests",
            r#"{"success":false,"error":{"code":"too_many_waiters","message":"too many"}}"#,
            true,
        ),
        ("502 Bad Gateway", "<html>nobody there</html>", true),
        ("200 OK", "<html>welcome</html>", true),
        (
            "404 Not Found",
            r#"{"success":false,"error":{"code":"question_not_found","message":"never asked"}}"#,
            false,
        ),
    ];
    for (status, text, goes_on) in rows {
        let (there, here) = (Stage::new(), Stage::new());
        let desk = Desk::start(&there);
        let told = Arc::new(AtomicUsize::new(0));
        let tells = Arc::clone(&told);
        let mut lost = false;
        let url = between(desk.address, move |request| {
            if waits(request) && lost {
                tells.fetch_add(1, Ordering::SeqCst);
                return Fate::told(status, text);
            }
            if waits(request) {
                return Fate::busy();
            }
            if answers(request) && !lost {
                lost = true;
                return Fate::Lost;
            }
            Fate::Arrives
        });
        let mut terminal = at(&url, &here, &there, &["ask", &ask(&[auth()])])
            .in_panel()
            .at_terminal();
        terminal.shows(READY).types("2").shows("nothing is lost");
        if goes_on {
            until("it goes on waiting", || told.load(Ordering::SeqCst) > 1);
            terminal.shows(READY).types("\u{1b}").shows("Leave without");
            terminal.types("\u{1b}[B\r");
            terminal.gives_back().exits(7).prints_nothing();
        } else {
            terminal.gives_back().exits(1).prints_nothing();
        }
        assert_eq!(there.pending().len(), 1, "{status}");
    }
}
