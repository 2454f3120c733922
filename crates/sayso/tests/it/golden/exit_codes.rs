//! The exit code of every command, by what became of it.

use super::{Record, answer, id_of};
use crate::questions::{ONE, ask, auth, features};
use crate::stage::Stage;

/// A stage with one question of each end: answered, cancelled, timed out, open.
struct Ends {
    stage: Stage,
    answered: String,
    cancelled: String,
    timed_out: String,
    open: String,
}

impl Ends {
    fn new() -> Self {
        let stage = Stage::new();
        let question = ask(&[auth()]);
        let asked = |session: &str, more: &[&str]| {
            let args = ["ask", "--session", session, "--no-wait", &question];
            id_of(&stage.sayso([&args[..], more].concat()).done().exits(7))
        };
        let answered = asked("answered", &[]);
        answer(&stage, &answered, r#"{"Auth method":"JWT"}"#);
        let cancelled = asked("cancelled", &[]);
        stage.sayso(["cancel", &cancelled]).done().exits(0);
        let timed_out = asked("timeout", &["--timeout", "100ms"]);
        stage.sayso(["wait", &timed_out]).done().exits(5);
        let open = asked("open", &["--serial"]);
        Self {
            stage,
            answered,
            cancelled,
            timed_out,
            open,
        }
    }
}

#[test]
fn of_questions() {
    let ends = Ends::new();
    let stage = &ends.stage;
    let mut record = Record::of(stage);
    for (id, word) in [
        (&ends.answered, "ANSWERED"),
        (&ends.cancelled, "CANCELLED"),
        (&ends.timed_out, "TIMED-OUT"),
        (&ends.open, "OPEN"),
    ] {
        record.hides(id, word);
    }
    let question = ask(&[auth()]);
    let good = stage.file("good.json", r#"{"Auth method":"JWT"}"#);
    let bad = stage.file("bad.json", r#"{"Auth method":"Kerberos"}"#);
    let nobody = "01a1e14a1c9275258431e7015766131b";
    let second = ask(&[features()]);
    let rows: &[&[&str]] = &[
        &["ask", "--session", "x", "--answers", &good, &question],
        &["ask", "--session", "x", "--answers", &bad, &question],
        &["ask", "{"],
        &["ask", "{\"questions\":[]}"],
        &["ask", "--format", "yaml", &question],
        &["ask", "--timeout", "soon", &question],
        &["ask", "--local", &question],
        &["ask", "--sub-agent", &question],
        &["ask", "--session", "open", "--serial", "--no-wait", &second],
        &[
            "ask",
            "--session",
            "late",
            "--call",
            "late",
            "--no-wait",
            &question,
        ],
        &["wait", &ends.answered],
        &["wait", &ends.cancelled],
        &["wait", &ends.timed_out],
        &["wait", &ends.open, "--timeout", "0s"],
        &["wait", nobody],
        &["wait", "nonsense"],
        &["wait"],
        &[
            "answer",
            "--scripted",
            &ends.open,
            r#"{"Auth method":"Kerberos"}"#,
        ],
        &["answer", "--scripted", &ends.open, "{}"],
        &["answer", &ends.open, "{}"],
        &["answer", &ends.open],
        &["answer", "--scripted", &ends.answered, "{}"],
        &["answer", "--scripted", &ends.cancelled, "{}"],
        &["answer", "--scripted", &ends.timed_out, "{}"],
        &["answer", "--scripted", nobody, "{}"],
        &["cancel", &ends.answered],
        &["cancel", &ends.cancelled],
        &["cancel", nobody],
        &["cancel", &ends.open],
    ];
    for args in rows {
        record.runs(args);
    }
    record.keeps("exit_codes_of_questions");
}

#[test]
fn of_other_commands() {
    let stage = Stage::new();
    let mut record = Record::of(&stage);
    let rows: &[&[&str]] = &[
        &["pending"],
        &["pending", "--nonsense"],
        &["history"],
        &["history", "nobody"],
        &["history", "--limit", "few"],
        &["history", "missing.jsonl"],
        &["status"],
        &["audit", "verify", "--against", "missing.jsonl"],
        &["audit", "forget"],
        &["skill", "check", "missing"],
        &["skill", "show", "missing"],
        &["skill", "ask", "missing"],
        &["token", "remove", "nobody"],
        &["token", "link"],
        &["inbox", "--notify", "loudly"],
        &["hook", "claude-code"],
        &["hook", "nobody"],
        &["run", "--agent", "nobody"],
        &["serve", "--listen", "nowhere"],
        &["serve", "--listen", "0.0.0.0:0"],
        &["init", "nobody"],
        &["completions", "cmd.exe"],
        &["nonsense"],
    ];
    for args in rows {
        record.runs(args);
    }
    record.keeps("exit_codes_of_other_commands");
}

/// A desk that cannot be reached, for the commands that give up then; `wait` goes on trying.
#[test]
fn without_the_desk_that_was_named() {
    let stage = Stage::new();
    let mut record = Record::of(&stage);
    let question = ask(&[auth()]);
    let id = "01a1e14a1c9275258431e7015766131b";
    let rows: &[&[&str]] = &[
        &["ask", "--no-wait", &question],
        &["answer", "--scripted", id, "{}"],
        &["cancel", id],
        &["pending", "--json"],
        &["history", "--json"],
        &["status", "--json"],
    ];
    for args in rows {
        let away = [args, &["--desk", "http://127.0.0.1:1"][..]].concat();
        let call = stage.sayso(&away).env("SAYSO_TOKEN", "0".repeat(64));
        record.runs_as(args, call);
    }
    record.keeps("exit_codes_without_the_desk");
}

/// A store that cannot be opened.
#[test]
fn not_recorded() {
    let stage = Stage::new();
    std::fs::create_dir_all(stage.store()).unwrap();
    let mut record = Record::of(&stage);
    let question = ask(&[auth()]);
    for args in [
        &["ask", "--no-wait", &question][..],
        &["wait", "0123abcd"],
        &["answer", "--scripted", "0123abcd", "{}"],
        &["cancel", "0123abcd"],
        &["pending", "--json"],
        &["history", "--json"],
        &["audit", "verify"],
    ] {
        record.runs(args);
    }
    record.keeps("exit_codes_not_recorded");
}

/// At a terminal: answered, called off, interrupted.
#[test]
fn at_a_terminal() {
    let stage = Stage::new();
    let mut record = Record::of(&stage);
    let question = ask(&[auth()]);
    let args = ["ask", "--session", "s", &question];
    let rows: [(&str, &[(&str, &str)]); 3] = [
        ("answers", &[(ONE, "2\n")]),
        (
            "calls it off",
            &[(ONE, "\u{4}"), ("go on: ", "y\n"), ("none): ", "later\n")],
        ),
        ("interrupts", &[(ONE, "\u{3}")]),
    ];
    for (what, steps) in rows {
        let mut terminal = stage.sayso(args).at_terminal();
        for (sees, types) in steps {
            terminal.sees(sees).types(types);
        }
        let done = terminal.done();
        record.ended(&["ask", "{…}", "# the person", what], &done);
    }
    record.keeps("exit_codes_at_a_terminal");
}
