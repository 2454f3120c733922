//! The panel on a real terminal: every way to answer, and every way the terminal is given back.

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::at_terminal::AtTerminal;
use crate::questions::{ask, auth, deploy, features, name, with};
use crate::stage::{Call, Stage};

/// What the hints start with once keys are taken.
const READY: &str = "↑↓ move";
const JWT: &str = r#"{"answers":{"Auth method":"JWT"}}"#;
const DOWN: &str = "\u{1b}[B";

fn panel(stage: &Stage, questions: &[Value], more: &[&str]) -> AtTerminal {
    let asked = ask(questions);
    let args = ["ask", "--key", "id"]
        .into_iter()
        .chain(more.iter().copied());
    let args: Vec<&str> = args.chain([asked.as_str()]).collect();
    stage.sayso(args).in_panel().at_terminal()
}

/// A shell whose prompt is `READY> `, with a question in `$Q`.
fn shell(stage: &Stage, question: &Value) -> Call {
    let shell = stage.program("sh", ["-i"]).env("PS1", "READY> ");
    shell
        .env("Q", ask(std::slice::from_ref(question)))
        .in_panel()
}

/// Questions, keys one by one with what must be in sight before each, and what is printed.
#[test]
fn every_way_to_answer() {
    let auth = || with(auth(), &json!({}));
    let under = json!({
        "question_id": "store", "question_text": "Where?", "type": "multiple_choice",
        "options": [{ "id": "pg", "label": "PostgreSQL" }, { "id": "lite", "label": "SQLite" }],
        "follow_up_questions": { "pg": [deploy()] },
    });
    type Row<'r> = (&'r [Value], &'r [(&'r str, &'r str)], &'r str);
    let rows: &[Row<'_>] = &[
        (&[auth()], &[(READY, "2")], r#"{"q1":"JWT"}"#),
        (
            &[auth()],
            &[(READY, DOWN), ("❯ 2", "\r")],
            r#"{"q1":"JWT"}"#,
        ),
        (&[auth()], &[(READY, "j\r")], r#"{"q1":"JWT"}"#),
        (
            &[auth()],
            &[(READY, "0"), ("❯ 0", "Passkeys\r")],
            r#"{"q1":"Other (custom: Passkeys)"}"#,
        ),
        (
            &[features()],
            &[(READY, "1 "), ("☐ Caching", "13\r"), ("Submit", "\r")],
            r#"{"q1":"Caching, Metrics"}"#,
        ),
        (&[deploy()], &[(READY, "n")], r#"{"deploy":"false"}"#),
        (
            &[name()],
            &[(READY, "小明\u{7f}红\r")],
            r#"{"name":"小红"}"#,
        ),
        (
            &[name()],
            &[(READY, "\u{1b}[200~one\rtwo\u{1b}[201~"), ("two", "\r")],
            r#"{"name":"one\ntwo"}"#,
        ),
        (
            &[under],
            &[(READY, "1"), ("Deploy now?", "y"), ("Submit", "\r")],
            r#"{"store":"PostgreSQL","deploy":"true"}"#,
        ),
        (
            &[deploy(), name()],
            &[
                (READY, "\t"),
                ("called?", "Ada"),
                ("Ada", "\u{1b}[Z"),
                ("Deploy now?", "y"),
                ("Submit", "\r"),
            ],
            r#"{"deploy":"true","name":"Ada"}"#,
        ),
    ];
    for (questions, keys, answers) in rows {
        let stage = Stage::new();
        let mut terminal = panel(&stage, questions, &[]);
        for (text, keys) in *keys {
            terminal.shows(READY).shows(text).types(keys);
        }
        let done = terminal.gives_back().exits(0);
        let printed: Value = serde_json::from_str(&done.stdout).unwrap();
        let expected: Value = serde_json::from_str(answers).unwrap();
        let values = |value: &Value| {
            value
                .as_object()
                .unwrap()
                .values()
                .cloned()
                .collect::<Vec<_>>()
        };
        assert_eq!(values(&printed["answers"]), values(&expected), "{keys:?}");
        assert!(!done.screen.contains(READY), "{}", done.screen);
    }
}

/// What was typed before the panel was drawn never answers it.
#[test]
fn typed_ahead() {
    let stage = Stage::new();
    let mut terminal = panel(&stage, &[auth()], &[]);
    terminal.types("2\r2\r");
    terminal.shows("Which authentication").types("1\r");
    terminal.shows(READY).types("2");
    terminal.gives_back().exits(0);
    assert_eq!(stage.history()[0]["answers"][0]["answer"], "JWT");
}

/// It shows while it is being recorded; what is typed then answers nothing.
#[test]
fn typed_before_it_is_on_record() {
    let stage = Stage::new();
    stage.sayso(["pending"]).done().exits(0);
    let other = rusqlite::Connection::open(stage.path("data/sayso.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut terminal = panel(&stage, &[auth()], &[]);
    terminal.shows("Which authentication").types("1\r");
    other.execute_batch("ROLLBACK").unwrap();
    terminal.shows(READY).types("2");
    let done = terminal.gives_back().exits(0);
    assert!(done.stdout.contains("JWT"), "{done:?}");
}

/// A question that cannot be recorded was not asked: nothing of it stays on the screen.
#[test]
fn what_cannot_be_recorded_is_taken_off_again() {
    let stage = Stage::new();
    std::fs::create_dir_all(stage.path("data/sayso.db")).unwrap();
    let terminal = panel(&stage, &[auth()], &[]);
    let done = terminal.gives_back().exits(8);
    assert!(!done.screen.contains("Which authentication"), "{done:?}");
    assert!(done.screen.contains("nothing was recorded"), "{done:?}");
    assert_eq!(done.stdout, "");
}

#[test]
fn a_long_paste_is_one_block() {
    let stage = Stage::new();
    let mut terminal = panel(&stage, &[name()], &[]);
    let block = "0123456789abcde\r".repeat(625);
    terminal
        .shows(READY)
        .types(&format!("\u{1b}[200~{block}\u{1b}[201~"));
    terminal.shows("abcde").types("\u{1b}[200~x\u{1b}[201~");
    terminal.shows("10000 characters").types("\r");
    let done = terminal.gives_back().exits(0);
    let printed: Value = serde_json::from_str(&done.stdout).unwrap();
    let text = block.trim_end().replace('\r', "\n");
    assert_eq!(
        printed["answers"]["name"].as_str().unwrap().trim_end(),
        text
    );
}

#[test]
fn signals_give_the_terminal_back() {
    let rows = [
        (Signal::INT, 130, "cancelled"),
        (Signal::TERM, 7, "pending"),
        (Signal::HUP, 7, "pending"),
        (Signal::QUIT, 7, "pending"),
    ];
    for (signal, code, state) in rows {
        let stage = Stage::new();
        let mut terminal = panel(&stage, &[name()], &[]);
        terminal.shows(READY).types("half a w").shows("half a w");
        terminal.signal(signal);
        terminal.gives_back().exits(code);
        let open = stage.pending().len();
        assert_eq!(open, usize::from(state == "pending"), "{signal:?}");
    }
}

#[test]
fn leaving_keeps_what_was_entered() {
    let stage = Stage::new();
    let mut terminal = panel(&stage, &[name()], &[]);
    terminal
        .shows(READY)
        .types("half a w")
        .shows("half a w")
        .types("\u{1b}");
    terminal
        .shows("Leave without answering?")
        .types(&format!("{DOWN}\r"));
    terminal.gives_back().exits(7);
    let id = stage.open_id();
    let mut other = stage.sayso(["answer", &id]).in_panel().at_terminal();
    other.shows("half a w").shows(READY).types("ord\r");
    other.gives_back().exits(0);
    assert_eq!(stage.history()[0]["answers"][0]["answer"], "half a word");
}

#[test]
fn cancelling_asks_once_and_tells_why() {
    let stage = Stage::new();
    let mut terminal = panel(&stage, &[auth()], &[]);
    terminal
        .shows(READY)
        .types("\u{3}")
        .shows("Ctrl+C again")
        .types(&format!("{DOWN}{DOWN}\r"));
    terminal.shows("Why?").types("not now\r");
    terminal.gives_back().exits(4);
    assert_eq!(stage.history()[0]["reason"], "not now");

    let mut terminal = panel(&stage, &[auth()], &[]);
    terminal
        .shows(READY)
        .types("\u{3}")
        .shows("Ctrl+C again")
        .types("\u{3}");
    terminal.gives_back().exits(130);
}

#[test]
fn the_window_is_closed() {
    let stage = Stage::new();
    let mut terminal = panel(&stage, &[name()], &[]);
    terminal.shows(READY).types("half").shows("half");
    terminal.hangs_up();
    assert_eq!(stage.pending().len(), 1);
}

#[test]
fn answered_elsewhere_closes_it_and_says_by_whom() {
    let stage = Stage::new();
    let call = stage.sayso(["ask", &ask(&[auth()])]).in_panel();
    let mut terminal = call.at_terminal();
    terminal.shows(READY).types("0half").shows("half");
    let answer = stage.sayso([
        "answer",
        "--scripted",
        &stage.open_id(),
        r#"{"Auth method":"JWT"}"#,
    ]);
    answer.env("USER", "bob").done().exits(0);
    let done = terminal.gives_back().exits(0).prints(JWT);
    assert!(
        done.screen.contains("answered by a script of bob via file"),
        "{}",
        done.screen
    );
}

#[test]
fn two_panels_take_turns() {
    let stage = Stage::new();
    let line = r#"sayso ask "$1" > one & sayso ask "$2" > two; wait"#;
    let words = [ask(&[auth()]), ask(&[auth()])];
    let mut terminal = stage.shell(line, words).in_panel().at_terminal();
    terminal.shows(READY).types("2");
    terminal.shows("✓ Auth method  JWT").shows(READY).types("2");
    terminal.gives_back().exits(0);
    for name in ["one", "two"] {
        assert_eq!(
            std::fs::read_to_string(stage.path(name)).unwrap().trim(),
            JWT
        );
    }
}

#[test]
fn whoever_asked_is_killed() {
    let stage = Stage::new();
    let line = r#"sh -c 'sayso ask "$1"; :' sh "$1" & echo $! > pid; wait; while stty -a | grep -q -- -icanon; do :; done"#;
    let mut terminal = stage.shell(line, [ask(&[name()])]).in_panel().at_terminal();
    terminal.shows(READY).types("half").shows("half");
    let pid = std::fs::read_to_string(stage.path("pid")).unwrap();
    stage.shell(r#"kill -9 "$1""#, [pid.trim()]).done().exits(0);
    terminal.gives_back().exits(0);
    assert_eq!(stage.pending().len(), 1);
}

/// Ctrl-Z, something else, and back: by the key, and by the signal.
#[test]
fn stopped_and_brought_back() {
    for by_key in [true, false] {
        let stage = Stage::new();
        let mut terminal = shell(&stage, &auth()).all_at_terminal();
        terminal
            .sees("READY> ")
            .types("sh -c 'echo $$ > pid; exec sayso ask \"$Q\"'\n");
        terminal.shows(READY);
        if by_key {
            terminal.types("\u{1a}");
        } else {
            let pid = std::fs::read_to_string(stage.path("pid")).unwrap();
            let stop = stage.shell(r#"kill -TSTP "$1""#, [pid.trim()]);
            stop.done().exits(0);
        }
        terminal
            .sees("READY> ")
            .types("stty -a | grep -o ' icanon'\n");
        terminal.sees("\n icanon\n").sees("READY> ").types("fg\n");
        terminal.shows(READY).types("2");
        terminal.sees(JWT).sees("READY> ").types("exit\n");
        terminal.gives_back().exits(0);
        assert_eq!(stage.states(), ["answered"]);
    }
}

/// A panel that is stopped keeps nobody else from the terminal, and one that goes on in the
/// background draws nothing there.
#[test]
fn whoever_is_stopped_is_in_nobody_s_way() {
    let stage = Stage::new();
    let mut terminal = shell(&stage, &auth()).all_at_terminal();
    terminal.sees("READY> ").types("sayso ask \"$Q\"\n");
    terminal.shows(READY).types("\u{1a}").sees("READY> ");
    terminal.types("bg; echo; stty -a | grep -o ' icanon'\n");
    terminal.sees("\n icanon\n").sees("READY> ");
    let id = stage.open_id();
    terminal.types(&format!("clear; sayso answer {id}\n"));
    terminal.shows(READY).types("2").sees("READY> ");
    terminal.types("fg\n").sees(JWT).sees("READY> ");
    terminal.types("exit\n");
    terminal.gives_back().exits(0);
    assert_eq!(stage.states(), ["answered"]);
}

/// Told to end while it is stopped: it ends, and the question stays open.
#[test]
fn ended_while_it_is_stopped() {
    let stage = Stage::new();
    let mut terminal = shell(&stage, &auth()).all_at_terminal();
    terminal.sees("READY> ").types("sayso ask \"$Q\"\n");
    terminal.shows(READY).types("\u{1a}").sees("READY> ");
    terminal.types("kill %1; kill -CONT %1\n");
    terminal.sees("Still open.");
    // The shell may not have noticed, and would not go by itself.
    terminal.hangs_up();
    assert_eq!(stage.pending().len(), 1);
}

#[test]
fn the_window_changes_in_mid_word() {
    let stage = Stage::new();
    let mut terminal = panel(&stage, &[name()], &[]);
    terminal.shows(READY);
    let sizes = [(24, 60), (10, 40), (60, 200), (5, 20), (12, 41), (24, 80)];
    for (at, (rows, columns)) in sizes.into_iter().enumerate() {
        terminal.resizes(rows, columns).types(&at.to_string());
    }
    terminal.shows("012345").types("\r");
    terminal
        .gives_back()
        .exits(0)
        .prints(r#"{"answers":{"name":"012345"}}"#);
}

/// The deadline passes while somebody writes: it is theirs or it is not, never both.
#[test]
fn the_time_is_up_while_one_writes() {
    // The first is long enough on any machine that is not busy.
    for time in ["2s", "10s", "45s"] {
        let stage = Stage::new();
        let mut terminal = panel(&stage, &[name()], &["--timeout", time]);
        if !terminal.reaches("left, then it closes without an answer") || !terminal.reaches(READY) {
            continue;
        }
        terminal.types("ab");
        let done = terminal.gives_back().exits(5);
        assert_eq!(done.stdout, "");
        assert_eq!(stage.states(), ["timeout"]);
        assert!(
            done.screen.contains("The deadline passed"),
            "{}",
            done.screen
        );
        return;
    }
    panic!("no panel was drawn in time");
}

#[test]
fn the_clock_can_be_held() {
    let stage = Stage::new();
    let mut terminal = panel(&stage, &[auth()], &["--timeout", "1h"]);
    terminal
        .shows(READY)
        .types("p")
        .shows("The clock is held")
        .types("p")
        .shows("left, then")
        .types("2");
    terminal.gives_back().exits(0);
}

#[test]
fn small_and_plain_terminals_get_lines() {
    let stage = Stage::new();
    for (size, plain) in [((9, 80), ""), ((24, 39), ""), ((24, 80), "1")] {
        let call = stage.sayso(["ask", &ask(&[auth()])]).in_panel();
        let call = call.env("SAYSO_PLAIN", plain).sized(size.0, size.1);
        let mut terminal = call.at_terminal();
        terminal.shows("custom:").types("2\n");
        terminal.done().exits(0).prints(JWT);
    }
}

#[test]
fn keys_come_from_the_config() {
    let stage = Stage::new();
    std::fs::create_dir(stage.data()).unwrap();
    stage.file("data/config.toml", "[keys]\ndown = [\"x\"]\n");
    let call = stage.sayso(["ask", &ask(&[auth()])]).in_panel();
    let mut terminal = call.at_terminal();
    terminal.shows("move").types("x\r");
    terminal.gives_back().exits(0).prints(JWT);
    for text in [
        "[keys]\nfly = [\"x\"]\n",
        "wings = 2\n",
        "[keys]\nback = [\"q\"]\n",
    ] {
        stage.file("data/config.toml", text);
        let call = stage.sayso(["ask", &ask(&[auth()])]);
        let done = call.done().exits(2);
        assert!(done.stderr.contains("config.toml: "), "{done:?}");
    }
}

#[test]
fn own_words_in_an_editor() {
    let stage = Stage::new();
    let call = stage.sayso(["ask", &ask(&[name()])]).in_panel();
    let mut terminal = call.env("EDITOR", "printf ' and more' >>").at_terminal();
    terminal
        .shows(READY)
        .types("some")
        .shows("some")
        .types("\u{7}");
    terminal.shows("some and more").shows(READY).types("\r");
    terminal
        .gives_back()
        .exits(0)
        .prints(r#"{"answers":{"name":"some and more"}}"#);
}

/// Ctrl-Z in the editor stops the editor and us: the shell has the terminal, until it is brought
/// back.
#[test]
fn stopped_in_the_editor_and_brought_back() {
    let stage = Stage::new();
    let editor = "sh -c 'kill -TSTP 0; printf \" and more\" >> \"$1\"' sh";
    let shell = shell(&stage, &name()).env("EDITOR", editor);
    let mut terminal = shell.all_at_terminal();
    terminal.sees("READY> ").types("sayso ask \"$Q\"\n");
    terminal.shows(READY).types("some").shows("some");
    terminal.types("\u{7}").sees("READY> ").types("fg\n");
    terminal.shows("some and more").shows(READY).types("\r");
    terminal.sees(r#"{"name":"some and more"}"#).sees("READY> ");
    terminal.types("exit\n");
    terminal.gives_back().exits(0);
    assert_eq!(stage.states(), ["answered"]);
}

/// Somebody else has the terminal: nothing of ours is drawn there any more, not even to clear it.
#[test]
fn whoever_has_the_terminal_no_more_leaves_it_alone() {
    let stage = Stage::new();
    // The shell knows of the one that it started. When that stops it takes the terminal back,
    // though what that started goes on.
    let line = r#"set -m
        sh -c 'echo $$ > pid; sayso ask "$1" 2> /dev/null; :' sh "$1"
        while ls data/panel-*.lock > /dev/null 2>&1; do sleep 0.05; done
        kill -CONT %1; wait; echo 'the shell has it'"#;
    let call = stage.shell(line, [ask(&[name()])]).in_panel();
    let mut terminal = call.all_at_terminal();
    terminal.shows(READY).types("half").shows("half");
    let pid = std::fs::read_to_string(stage.path("pid")).unwrap();
    let stop = stage.shell(r#"kill -STOP "$1""#, [pid.trim()]);
    stop.done().exits(0);
    terminal.sees("the shell has it");
    let cleared = terminal.bytes().windows(3).any(|bytes| bytes == b"\x1b[J");
    assert!(!cleared, "{}", terminal.window());
    assert_eq!(stage.pending().len(), 1);
}
