//! The desk is away when somebody answers: what they entered stays before them, and is sent once.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::desk::{Desk, lasting_port, token};
use crate::questions::{ask, auth, name};
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
    let mut terminal = at(&url, &here, &there, &["ask", &asked])
        .in_panel()
        .at_terminal();
    terminal.shows(READY);
    desk.killed();
    terminal.types("2").shows("Not sent, and nothing is lost");
    assert!(
        !terminal.window().contains("✓ Auth"),
        "{}",
        terminal.window()
    );
    let desk = Desk::start_at(&there, port);
    terminal.shows(READY).types("\r");
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
    terminal.shows("nothing is lost").shows(READY);
    terminal.types("\u{1b}").shows("Leave without");
    terminal.types("\u{1b}[B\r");
    terminal.gives_back().exits(7).prints_nothing();
    let desk = Desk::start_at(&there, port);
    assert_eq!(there.pending().len(), 1);
    drop(desk);
}

/// Carries connections to a desk. The reply to the first answer is lost on the way.
fn losing_one_reply(desk: SocketAddr) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let here = listener.local_addr().unwrap();
    let lost = Arc::new(AtomicBool::new(false));
    thread::spawn(move || {
        for near in listener.incoming().flatten() {
            let far = TcpStream::connect(desk).unwrap();
            let (back, home) = (far.try_clone().unwrap(), near.try_clone().unwrap());
            // Whether the next reply on this connection is to an answer.
            let answers = Arc::new(AtomicBool::new(false));
            let (asked, lost) = (Arc::clone(&answers), Arc::clone(&lost));
            thread::spawn(move || {
                carry(near, far, |text| {
                    let answer = text.starts_with("POST ") && text.contains("/answer ");
                    let lose = answer && !lost.swap(true, Ordering::SeqCst);
                    asked.store(lose, Ordering::SeqCst);
                    // The desk goes by its own name alone.
                    Some(text.replace(&here.to_string(), &desk.to_string()))
                });
            });
            let may = move |text: String| (!answers.load(Ordering::SeqCst)).then_some(text);
            thread::spawn(move || carry(back, home, may));
        }
    });
    format!("http://{here}")
}

/// Carries what may be carried, until something may not.
fn carry(
    mut from: TcpStream,
    mut to: TcpStream,
    mut carried: impl FnMut(String) -> Option<String>,
) {
    let mut bytes = [0; 64 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        let text = String::from_utf8(bytes[..count].to_vec()).unwrap();
        let Some(text) = carried(text) else { break };
        if to.write_all(text.as_bytes()).is_err() {
            break;
        }
    }
    let _ = (to.shutdown(Shutdown::Both), from.shutdown(Shutdown::Both));
}

/// The answer is recorded, and the word of it is lost: whoever gave it hears that it is theirs.
#[test]
fn an_answer_whose_reply_was_lost_is_the_same_answer() {
    let (there, here) = (Stage::new(), Stage::new());
    let desk = Desk::start(&there);
    let url = losing_one_reply(desk.address);
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
