//! Line mode at a real terminal: notes, going back, the clock, and what was entered before.

use serde_json::{Value, json};

use crate::desk::{Desk, lasting_port, token};
use crate::questions::{ONE, ask, auth, name, token as secret};
use crate::stage::{Call, Stage};

const JWT: &str = r#"{"answers":{"Auth method":"JWT"}}"#;

fn method() -> Value {
    json!({
        "question_id": "auth", "question_text": "Which method?", "type": "multiple_choice",
        "options": [{ "id": "OAuth 2.0", "label": "OAuth 2.0" }, { "id": "JWT", "label": "JWT" }],
    })
}

/// However lines come to be asked for, what was typed before is no answer, and no part of one.
#[test]
fn keys_typed_before_the_draw_answer_in_no_mode() {
    let usual: fn(Call) -> Call = |call| call;
    let modes: [fn(Call) -> Call; 4] = [
        usual,
        |call| call.in_panel().args(["--plain"]),
        |call| call.in_panel().env("ACCESSIBLE", "1"),
        |call| call.in_panel().sized(9, 39),
    ];
    for mode in modes {
        for (keys, rest) in [("2\n", ""), ("\n", ""), ("2\n\n2\n", ""), ("1", "2\n")] {
            let stage = Stage::new();
            let call = mode(stage.sayso(["ask", &ask(&[auth()])])).typed_ahead(keys);
            let mut terminal = call.at_terminal();
            terminal.sees("Not taken: what was typed before this could be read.");
            if !rest.is_empty() {
                terminal.sees("Press Enter to go on: ").types(rest);
            }
            terminal.sees(ONE).types("1\n");
            let done = terminal.done().exits(0);
            done.prints(r#"{"answers":{"Auth method":"OAuth 2.0"}}"#);
        }
    }
}

#[test]
fn keys_typed_before_the_draw_allow_nothing() {
    let stage = Stage::new();
    let _desk = Desk::start(&stage);
    let call = json!({
        "hook_event_name": "PermissionRequest", "session_id": "s", "cwd": stage.path(""),
        "tool_name": "Bash", "tool_input": { "command": "rm -rf /" },
    });
    let hook = stage.sayso(["hook", "claude-code", "--manner", "desk"]);
    let hook = hook.piped(call.to_string()).begin();
    let id = stage.open_id_soon();
    let call = stage.sayso(["answer", &id, "--plain"]).in_panel();
    let mut terminal = call.typed_ahead("2\n2\n").at_terminal();
    terminal.sees("rm -rf /").sees("Not taken: ").sees(ONE);
    // Nor does Enter alone.
    terminal.types("\n").sees("Not taken: nothing was entered");
    terminal.sees(ONE).types("\u{3}");
    terminal.done().exits(130);
    assert_eq!(stage.open_id(), id);
    let mut no = stage.sayso(["answer", &id]).at_terminal();
    no.sees(ONE).types("no\n");
    no.done().exits(0);
    assert_eq!(
        hook.done().exits(0).json()["hookSpecificOutput"]["decision"]["behavior"],
        "deny"
    );
}

/// Ctrl-Z gives the terminal back, also where nothing of what is typed is shown; what is typed for
/// the shell and for others answers nothing.
#[test]
fn stopped_and_brought_back_in_lines() {
    let stage = Stage::new();
    let call = stage.program("bash", ["--norc", "--noprofile", "-i"]);
    let call = call.env("PS1", "READY> ").env("Q", ask(&[secret()]));
    let mut terminal = call.all_at_terminal();
    terminal.sees("READY> ").types("sayso ask \"$Q\"\n");
    terminal.sees("(not shown): ").types("s3cr\u{1a}");
    terminal
        .sees("READY> ")
        .types("stty -a | grep -o ' icanon'; stty -a | grep -o ' echo '\n");
    terminal
        .sees("\n icanon\n")
        .sees("\n echo \n")
        .sees("READY> ");
    terminal.types("fg\nhunter2\n").sees("(not shown): ");
    terminal.types("s3cret\n").sees(r#"{"token":"s3cret"}"#);
    terminal.sees("READY> ").types("exit\n");
    terminal.gives_back().exits(0);
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
    terminal.sees("The clock is held with ");
    terminal.sees("Enter your answer: ").types(":back\n");
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
