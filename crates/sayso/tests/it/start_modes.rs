//! Ways of being started: never a hang, never an answer that nobody gave.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::questions::{ONE, ask, auth, features, token, with};
use crate::stage::{Call, Stage};

const JWT: &str = r#"{"answers":{"Auth method":"JWT"}}"#;

/// Nothing on record was answered.
#[track_caller]
fn nothing_answered(stage: &Stage, what: &str) {
    if stage.store().exists() {
        let states = stage.states();
        assert!(!states.iter().any(|state| state == "answered"), "{what}");
    }
}

/// Without a terminal: a line of shell with the question as `$1`, its exit code, and what it
/// prints for the asker.
#[test]
fn without_a_terminal() {
    let rows: &[(&str, i32, &str)] = &[
        // Standard input.
        (r#"sayso ask --local "$1" <&-"#, 3, ""),
        (r#"sayso ask --local "$1" < /dev/null"#, 3, ""),
        (r#"sayso ask --local "$1" < /dev/zero"#, 3, ""),
        (r#"sayso ask --local "$1" < ."#, 3, ""),
        (r#"sayso ask --local "$1" < empty"#, 3, ""),
        (r#"sayso ask --local "$1" < lines"#, 0, JWT),
        (r#"sayso ask --local "$1" 0> written"#, 3, ""),
        (r#": | sayso ask --local "$1""#, 3, ""),
        (r#"printf 2 | sayso ask --local "$1""#, 0, JWT),
        (r#"printf '2\r\n' | sayso ask --local "$1""#, 0, JWT),
        (r#"yes 2 | sayso ask --local "$1""#, 0, JWT),
        (r#"sayso ask --local "$1" < /dev/null | cat"#, 0, ""),
        (
            r#"head -c 20000000 /dev/zero | sayso ask --local "$1""#,
            3,
            "",
        ),
        // Standard output and standard error.
        (r#"sayso ask --local "$1" <&- >&- 2>&-"#, 3, ""),
        (r#"sayso ask --local "$1" <&- 2>&-"#, 3, ""),
        (r#"sayso ask --local "$1" < lines 2>&-"#, 0, JWT),
        (r#"sayso ask --local "$1" < lines 2> /dev/full"#, 0, JWT),
        // No session, no group, no working directory, no terminal type, no locale.
        (r#"setsid -w sayso ask --local "$1" < /dev/null"#, 3, ""),
        (r#"setsid -w sayso ask --local "$1" < lines"#, 0, JWT),
        (
            r#"mkdir d && cd d && rmdir ../d && sayso ask --local "$1" < /dev/null"#,
            3,
            "",
        ),
        (
            r#"mkdir d && cd d && rmdir ../d && echo 2 | sayso ask --local "$1""#,
            0,
            JWT,
        ),
        (
            r#"unset TERM LANG USER; sayso ask --local "$1" < lines"#,
            0,
            JWT,
        ),
        (r#"LC_ALL=C sayso ask --local "$1" < lines"#, 0, JWT),
        (
            r#"LC_ALL=xx_YY.nonsense sayso ask --local "$1" < lines"#,
            0,
            JWT,
        ),
        // What a shell may do to a command.
        (
            r#"trap '' HUP INT TERM; sayso ask --local "$1" < /dev/null"#,
            3,
            "",
        ),
        (r#"ulimit -n 20; sayso ask --local "$1" < lines"#, 0, JWT),
        (
            r#"env -i SAYSO_DATA="$SAYSO_DATA" "$(command -v sayso)" ask --local "$1" < lines"#,
            0,
            JWT,
        ),
        (r#"nice sayso ask --local "$1" < lines"#, 0, JWT),
        (r#"nohup sayso ask --local "$1" < /dev/null"#, 3, ""),
        (r#"(sayso ask --local "$1" < /dev/null & wait $!)"#, 3, ""),
        (
            r#"answer=$(echo 2 | AskUserQuestion "$1") && echo "$answer""#,
            0,
            JWT,
        ),
        (r#"./bin/AskUserQuestion "$1" < lines"#, 0, JWT),
        (
            r#"ln -s "$(command -v sayso)" ask && ./ask ask --local "$1" < lines"#,
            0,
            JWT,
        ),
    ];
    for (line, code, stdout) in rows {
        let stage = Stage::new();
        stage.file("lines", "2\n");
        stage.file("empty", "");
        let done = stage.shell(line, [ask(&[auth()])]).done();
        assert_eq!(done.code, *code, "{line}: {done:?}");
        assert_eq!(done.stdout.trim_end(), *stdout, "{line}: {done:?}");
        assert!(!done.stderr.contains("panicked"), "{line}: {done:?}");
        if stdout.is_empty() {
            nothing_answered(&stage, line);
            assert_eq!(stage.pending().len(), 0, "{line}");
        }
    }
}

/// What is different about a call.
type Mode = fn(Call) -> Call;

/// At a terminal that answers with the second option.
#[test]
fn at_a_terminal() {
    let plain = |call: Call| call;
    let rows: [(&str, Mode); 14] = [
        ("TERM=dumb", |call| call.env("TERM", "dumb")),
        ("TERM is empty", |call| call.env("TERM", "")),
        ("TERM is nonsense", |call| call.env("TERM", "nonsense")),
        ("TERM is unset", |call| call.without("TERM")),
        ("LANG=C", |call| call.env("LANG", "C")),
        ("LC_ALL=POSIX", |call| call.env("LC_ALL", "POSIX")),
        ("LANG is unset", |call| call.without("LANG")),
        ("NO_COLOR", |call| call.env("NO_COLOR", "1")),
        ("no user", |call| call.without("USER")),
        ("0 by 0", |call| call.sized(0, 0)),
        ("1 by 1", |call| call.sized(1, 1)),
        ("5 by 20", |call| call.sized(5, 20)),
        ("500 by 1000", |call| call.sized(500, 1_000)),
        ("--plain", plain),
    ];
    for (what, mode) in rows {
        let stage = Stage::new();
        let call = mode(stage.sayso(["ask", "--plain", &ask(&[auth()])]));
        let mut terminal = call.at_terminal();
        terminal.sees(ONE).types("2\n");
        let done = terminal.done();
        assert_eq!(done.code, 0, "{what}: {done:?}");
        assert_eq!(done.stdout, format!("{JWT}\n"), "{what}");
        assert!(!done.screen.contains('\u{1b}'), "{what}: {done:?}");
    }
}

#[test]
fn everything_tied_to_the_terminal() {
    let stage = Stage::new();
    let mut terminal = stage.sayso(["ask", &ask(&[auth()])]).all_at_terminal();
    terminal.sees(ONE).types("2\n");
    let done = terminal.done().exits(0);
    assert!(
        done.screen.ends_with(&format!("{ONE}2\n{JWT}\n")),
        "{}",
        done.screen
    );
}

#[test]
fn the_window_changes_while_it_asks() {
    let stage = Stage::new();
    let mut terminal = stage
        .sayso(["ask", &ask(&[auth(), features()])])
        .at_terminal();
    for (rows, columns) in [(5, 20), (0, 0), (60, 200), (1, 1), (24, 30)] {
        terminal.sees(ONE).resizes(rows, columns);
    }
    terminal.types("2\n").sees("or 0 for custom: ").types("1\n");
    let stdout = r#"{"answers":{"Auth method":"JWT","Features":"Caching"}}"#;
    terminal.done().exits(0).prints(stdout);
}

/// A job in the background may not read from the terminal: it says so instead of waiting unseen.
#[test]
fn in_the_background_of_a_terminal() {
    let stage = Stage::new();
    for line in [
        r#"set -m; sayso ask --local "$1" & wait $!"#,
        r#"set -m; sayso ask --local "$1" < /dev/null & wait $!"#,
        r#"setsid -w sayso ask --local "$1""#,
    ] {
        let done = stage.shell(line, [ask(&[auth()])]).at_terminal().done();
        assert_eq!(done.code, 3, "{line}: {done:?}");
        assert!(
            done.screen.contains("Error: Nobody can be asked"),
            "{line}: {done:?}"
        );
    }
    nothing_answered(&stage, "in the background");
}

/// Ctrl-Z, something else, and back.
#[test]
fn stopped_and_brought_back_by_a_shell() {
    let stage = Stage::new();
    let shell = stage
        .program("sh", ["-i"])
        .env("PS1", "READY> ")
        .env("Q", ask(&[auth()]));
    let mut terminal = shell.all_at_terminal();
    terminal.sees("READY> ").types("sayso ask \"$Q\"\n");
    terminal.sees(ONE).types("\u{1a}");
    terminal.sees("READY> ").types("echo between\n");
    terminal.sees("between\n").sees("READY> ").types("fg\n");
    terminal.sees(ONE).types("2\n");
    terminal.sees(JWT).sees("READY> ").types("exit\n");
    terminal.done().exits(0);
    assert_eq!(stage.states(), ["answered"]);
}

/// Whoever reads the answer may be gone; the answer is on record, and nothing hangs.
#[test]
fn a_reader_that_has_gone() {
    for line in [
        r#"sayso ask --local "$1" --call k < lines >&-"#,
        r#"sayso ask --local "$1" --call k < lines | :"#,
        r#"sayso ask --local "$1" --call k < lines > /dev/full"#,
    ] {
        let stage = Stage::new();
        stage.file("lines", "2\n");
        let done = stage.shell(line, [ask(&[auth()])]).done();
        assert!(!done.stderr.contains("panicked"), "{line}: {done:?}");
        assert_eq!(done.stdout, "", "{line}");
        let again = stage.sayso(["ask", &ask(&[auth()]), "--call", "k"]).done();
        again.exits(0).prints(JWT);
    }
    let stage = Stage::new();
    stage
        .sayso(["ask", &ask(&[auth()])])
        .piped("2\n")
        .done()
        .exits(0);
    for args in [
        "history",
        "history --json",
        "audit export",
        "completions bash",
        "--help",
    ] {
        let done = stage.shell(&format!("sayso {args} | :"), [""; 0]).done();
        assert_eq!((done.code, done.stderr.as_str()), (0, ""), "{args}");
    }
}

/// However few files may be open, it works or says that it does not.
#[test]
fn few_open_files() {
    for most in 4..=24 {
        let stage = Stage::new();
        let line = format!(r#"ulimit -n {most}; exec sayso ask --local "$1""#);
        let call = stage.shell(&line, [ask(&[auth()])]);
        let done = call.piped("2\n").done();
        match done.code {
            0 => assert_eq!(done.stdout.trim_end(), JWT, "{line}"),
            // The loader itself needs some.
            3 | 8 | 127 => nothing_answered(&stage, &line),
            _ => panic!("{line}: {done:?}"),
        }
        assert!(!done.stderr.contains("panicked"), "{line}: {done:?}");
    }
}

/// A limit on the size of files is no crash, and no answer.
#[test]
fn no_room_for_a_single_byte() {
    let stage = Stage::new();
    stage.file("lines", "2\n");
    let line = r#"ulimit -f 0; sayso ask --local "$1" < lines | cat"#;
    let done = stage.shell(line, [ask(&[auth()])]).done();
    assert_eq!(done.stdout, "", "{done:?}");
    nothing_answered(&stage, line);
}

#[test]
fn arguments() {
    let stage = Stage::new();
    let piped = |call: Call| call.piped("2\n").done();
    // Not text.
    let bytes = OsStr::from_bytes(b"{\"questions\":\xff}");
    for args in [vec![OsStr::new("ask"), bytes], vec![bytes]] {
        piped(stage.sayso(args)).exits(2).prints_nothing();
    }
    piped(stage.tool([bytes])).exits(2).prints_nothing();
    let path = OsStr::from_bytes(b"question\xff.json");
    std::fs::write(stage.path("").join(path), ask(&[auth()])).unwrap();
    let file = [OsStr::new("ask"), OsStr::new("-f"), path];
    piped(stage.sayso(file)).exits(0).prints(JWT);
    // As large as the system takes, and larger by way of a file.
    let huge = with(auth(), &json!({ "question": "q".repeat(120_000) }));
    piped(stage.tool([ask(&[huge])])).exits(1).complains(&[
        "Error: Validation failed",
        "- questions[0].question: String must contain at most 500 character(s)",
    ]);
    let spaced = ask(&[auth()]) + &" ".repeat(120_000);
    piped(stage.tool([spaced])).exits(0).prints(JWT);
    let spaced = stage.file("spaced.json", ask(&[auth()]) + &" ".repeat(200_000));
    piped(stage.sayso(["ask", "-f", &spaced]))
        .exits(0)
        .prints(JWT);
    let huge = with(auth(), &json!({ "question": "q".repeat(200_000) }));
    let huge = stage.file("huge.json", ask(&[huge]));
    piped(stage.sayso(["ask", "-f", &huge]))
        .exits(1)
        .prints_nothing();
    // A question that looks like an option.
    piped(stage.sayso(["ask", "--", &ask(&[auth()])]))
        .exits(0)
        .prints(JWT);
    piped(stage.sayso(["ask", "-1"])).exits(2).prints_nothing();
    // A thousand complaints, no more.
    let wrong: Vec<Value> = (0..2_000).map(|n| json!(n)).collect();
    let done = piped(stage.tool([ask(&wrong)])).exits(1).prints_nothing();
    assert_eq!(done.stderr.lines().count(), 1_001);
}

#[test]
fn where_the_store_lies() {
    let stage = Stage::new();
    let home = stage.path("home");
    let state = stage.path("state");
    let call = || {
        stage
            .tool([ask(&[auth()])])
            .piped("2\n")
            .without("SAYSO_DATA")
    };
    call().env("HOME", &home).done().exits(0).prints(JWT);
    assert!(home.join(".local/state/sayso/sayso.db").exists());
    let call = call().env("HOME", &home).env("XDG_STATE_HOME", &state);
    call.done().exits(0).prints(JWT);
    assert!(state.join("sayso/sayso.db").exists());
    let call = stage.tool([ask(&[auth()])]).piped("2\n");
    let done = call.without("SAYSO_DATA").env("HOME", "").done();
    done.exits(2)
        .prints_nothing()
        .complains(&["set SAYSO_DATA to a directory of your own: there is no HOME"]);
}

/// Whatever others may do with new files here, nobody else reads what was asked.
#[test]
fn the_store_is_its_owner_s_alone() {
    let stage = Stage::new();
    stage.file("lines", "2\n");
    let line = r#"umask 000; sayso ask --local "$1" < lines"#;
    stage.shell(line, [ask(&[auth()])]).done().exits(0);
    let mode = |path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(stage.data()), 0o700);
    for file in std::fs::read_dir(stage.data()).unwrap() {
        let path = file.unwrap().path();
        assert_eq!(mode(path.clone()), 0o600, "{}", path.display());
    }
}

/// The terminal is as it was, however the question ended.
#[test]
fn the_terminal_is_given_back() {
    for (typed, signal) in [
        ("s3cret\n", None),
        ("s3c\u{3}", None),
        ("s3c", Some("TERM")),
        ("s3c", Some("HUP")),
        ("s3c", Some("QUIT")),
    ] {
        let stage = Stage::new();
        let secret = ask(&[token()]);
        let line = r#"trap : INT; stty -a > before; sh -c 'echo $$ > pid; exec sayso ask --local "$1"' sh "$1"; stty -a > after"#;
        let mut terminal = stage.shell(line, [secret]).at_terminal();
        terminal.sees("(not shown): ").types(typed);
        let read = |name| std::fs::read_to_string(stage.path(name)).unwrap();
        if let Some(signal) = signal {
            let kill = format!("kill -{signal} {}", read("pid"));
            stage.shell(&kill, [""; 0]).done().exits(0);
        }
        let done = terminal.done();
        assert_eq!(read("before"), read("after"), "{signal:?}: {done:?}");
        assert!(read("after").contains(" echo "), "{signal:?}: {done:?}");
    }
}
