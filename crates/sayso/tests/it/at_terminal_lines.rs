//! Line mode at a real terminal: notes, going back, the clock, and what was entered before.

use serde_json::{Value, json};

use crate::desk::{Desk, lasting_port, token};
use crate::questions::{ONE, ask, auth, name};
use crate::stage::Stage;

const JWT: &str = r#"{"answers":{"Auth method":"JWT"}}"#;

fn method() -> Value {
    json!({
        "question_id": "auth", "question_text": "Which method?", "type": "multiple_choice",
        "options": [{ "id": "OAuth 2.0", "label": "OAuth 2.0" }, { "id": "JWT", "label": "JWT" }],
    })
}

#[test]
fn a_note_a_step_back_and_the_clock() {
    let stage = Stage::new();
    let asked = ask(&[method(), name()]);
    let args = [
        "ask",
        "--plain",
        "--timeout",
        "1h",
        "--format",
        "outcome",
        &asked,
    ];
    let mut terminal = stage.sayso(args).at_terminal();
    terminal
        .sees(":help says more")
        .sees("left, then it closes");
    terminal.sees(ONE).types(":note for the API\n");
    terminal.sees("Note: for the API").sees(ONE).types("1\n");
    terminal.sees("Enter your answer: ").types(":hold\n");
    terminal.sees("The clock is held with ").types(":back\n");
    terminal.sees("Entered: OAuth 2.0").sees(ONE).types("2\n");
    terminal.sees("Enter your answer: ").types("Ada\n");
    let outcome = terminal.done().exits(0).json();
    assert_eq!(outcome["answers"][0]["answer"], "JWT");
    assert_eq!(outcome["answers"][0]["note"], "for the API");
    assert_eq!(outcome["answers"][1]["answer"], "Ada");
}

/// Ctrl-D twice leaves; what was entered is there when somebody goes on, in lines or in the panel.
#[test]
fn what_was_entered_is_kept() {
    for in_panel in [false, true] {
        let stage = Stage::new();
        let asked = ask(&[method(), name()]);
        let mut terminal = stage.sayso(["ask", &asked]).at_terminal();
        terminal.sees(ONE).types("2\n");
        terminal.sees("Enter your answer: ").types("\u{4}");
        terminal.sees("Cancel without answering?").types("\u{4}");
        terminal.done().exits(7).prints_nothing();
        let id = stage.open_id();
        let call = stage.sayso(["answer", &id]);
        if in_panel {
            let mut other = call.in_panel().at_terminal();
            other.shows("● JWT").shows("↑↓ move").types("\t");
            other
                .shows("called?")
                .types("Ada\r")
                .shows("Submit")
                .types("\r");
            other.gives_back().exits(0);
        } else {
            let mut other = call.at_terminal();
            other.sees("Entered: JWT").sees(ONE).types("\n");
            other
                .sees("Kept.")
                .sees("Enter your answer: ")
                .types("Ada\n");
            other.done().exits(0);
        }
        let answers = &stage.history()[0]["answers"];
        assert_eq!(answers[0]["answer"], "JWT");
        assert_eq!(answers[1]["answer"], "Ada");
    }
}

#[test]
fn what_could_not_be_sent_can_be_sent_again() {
    let (there, here) = (Stage::new(), Stage::new());
    let port = lasting_port();
    let desk = Desk::start_at(&there, port);
    let call = here
        .sayso(["ask", &ask(&[auth()])])
        .env("SAYSO_DESK", &desk.url)
        .env("SAYSO_TOKEN", token(&there, "person"));
    let mut terminal = call.at_terminal();
    terminal.sees(ONE);
    desk.killed();
    terminal
        .types("2\n")
        .sees("Not confirmed, and nothing is lost");
    terminal.sees("Ctrl-D to leave: ");
    let _desk = Desk::start_at(&there, port);
    terminal.types("\n");
    terminal.done().exits(0).prints(JWT);
    assert_eq!(there.states(), ["answered"]);
}

/// What could not be called off is asked again as before: there is no answer to send again.
#[test]
fn what_could_not_be_cancelled_is_asked_again() {
    let (there, here) = (Stage::new(), Stage::new());
    let port = lasting_port();
    let desk = Desk::start_at(&there, port);
    let call = here
        .sayso(["ask", &ask(&[method(), name()])])
        .env("SAYSO_DESK", &desk.url)
        .env("SAYSO_TOKEN", token(&there, "person"));
    let mut terminal = call.at_terminal();
    terminal.sees(ONE).types("2\n");
    terminal.sees("Enter your answer: ");
    desk.killed();
    terminal.types("\u{4}").sees("Cancel without answering?");
    terminal.types("y\n").sees("Why?").types("not now\n");
    terminal
        .sees("The cancel is not confirmed")
        .sees("Entered: JWT");
    let _desk = Desk::start_at(&there, port);
    terminal.sees(ONE).types("\u{4}");
    terminal.sees("Cancel without answering?").types("y\n");
    terminal.sees("Why?").types("not now\n");
    terminal.done().exits(4).prints_nothing();
    assert_eq!(there.states(), ["cancelled"]);
}

/// What a screen reader reads out sets one of these; each asks for lines.
#[test]
fn a_screen_reader_gets_lines() {
    for name in ["ACCESSIBLE", "SAYSO_PLAIN"] {
        let stage = Stage::new();
        let call = stage.sayso(["ask", &ask(&[auth()])]).in_panel();
        let mut terminal = call.env(name, "1").at_terminal();
        terminal.sees(ONE).types("2\n");
        let (bytes, done) = terminal.bytes_at_end();
        assert!(!bytes.contains(&0x1b), "{name}: an escape sequence");
        done.exits(0).prints(JWT);
    }
}
