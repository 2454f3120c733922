//! `sayso audit forget`: what it takes, and what the log says of it afterwards.

use serde_json::Value;

use crate::history_and_audit::lived;
use crate::questions::{ask, auth};
use crate::stage::Stage;

fn facts(stage: &Stage) -> usize {
    let export = stage.sayso(["audit", "export"]).done().exits(0).stdout;
    export.lines().count()
}

#[test]
fn forgetting_keeps_what_is_open() {
    let stage = lived();
    let export = stage.sayso(["audit", "export"]).done().exits(0).stdout;
    let export = stage.file("export.jsonl", export);
    let forget = |age| {
        let args = ["audit", "forget", "--yes", "--older-than", age];
        stage.sayso(args).done()
    };
    forget("1d").exits(0).prints("0 of 3 sessions forgotten");
    assert_eq!(stage.history().len(), 5);
    forget("0s").exits(0).prints("2 of 3 sessions forgotten");
    assert_eq!(stage.history().len(), 0);
    let id = stage.open_id();
    for args in [
        vec!["audit", "verify"],
        vec!["audit", "verify", "--against", &export],
    ] {
        let done = stage.sayso(&args).done().exits(0);
        assert!(
            done.stdout.starts_with("2 facts of 1 sessions: "),
            "{done:?}"
        );
    }
    let answers = r#"{"Auth method":"JWT","Features":["Caching"]}"#;
    stage
        .sayso(["answer", "--scripted", &id, answers])
        .done()
        .exits(0);
    stage.sayso(["wait", &id]).done().exits(0);
}

#[test]
fn nothing_is_forgotten_unasked() {
    let stage = lived();
    let before = facts(&stage);
    for (age, words) in [
        ("0d", "2 of 3 sessions"),
        ("0", "2 of 3 sessions"),
        ("23h", "0 of 3 sessions"),
        ("90d", "0 of 3 sessions"),
    ] {
        for lang in ["en", "zh-CN"] {
            let forget = stage.sayso(["audit", "forget", "--older-than", age]);
            let done = forget.env("SAYSO_LANG", lang).piped("y\n").done();
            let done = done.exits(4).prints_nothing();
            assert!(done.stderr.contains("--yes"), "{done:?}");
            if lang == "en" {
                assert!(done.stderr.contains(words), "{done:?}");
            }
            assert_eq!(facts(&stage), before);
        }
    }
}

#[test]
fn a_person_at_a_terminal_is_asked() {
    let stage = lived();
    let before = facts(&stage);
    let forget = |age| stage.sayso(["audit", "forget", "--older-than", age]);
    for (typed, forgotten) in [
        ("n\n", false),
        ("\n", false),
        ("\u{4}", false),
        ("y\n", true),
    ] {
        let mut terminal = forget("1d").all_at_terminal();
        terminal
            .sees("Forget 0 of 3 sessions for good? [y/N] ")
            .types(typed);
        terminal.done().exits(if forgotten { 0 } else { 4 });
    }
    // Less than a day takes everything that was just answered: that is typed out, never just said yes to.
    let done = forget("0d").all_at_terminal().done().exits(4);
    assert!(done.screen.contains("2 of 3 sessions"), "{}", done.screen);
    assert!(done.screen.contains("--yes"), "{}", done.screen);
    assert_eq!(facts(&stage), before);
}

/// What was forgotten is told, so that an empty log is not taken for an untouched one.
#[test]
fn a_check_tells_what_was_forgotten() {
    let stage = lived();
    let verified = |words: &str| {
        let done = stage.sayso(["audit", "verify"]).done().exits(0);
        assert!(done.stdout.contains(words), "{done:?}");
    };
    let done = stage.sayso(["audit", "verify"]).done().exits(0);
    assert!(!done.stdout.contains("forgotten"), "{done:?}");
    let forget = ["audit", "forget", "--yes", "--older-than", "0"];
    stage.sayso(forget).done().exits(0);
    verified("2 sessions were forgotten (sayso audit forget)");
    stage.sayso(["cancel", &stage.open_id()]).done().exits(0);
    stage.sayso(forget).done().exits(0);
    verified("0 facts of 0 sessions: every hash fits.");
    verified("3 sessions were forgotten (sayso audit forget)");
}

#[test]
fn a_check_against_nothing_fails() {
    let stage = lived();
    let against = |export: &str| {
        let done = stage.sayso(["audit", "verify", "--against", export]).done();
        done.exits(1).prints_nothing()
    };
    for empty in ["/dev/null", &stage.file("empty", "")] {
        let done = against(empty);
        assert!(done.stderr.contains("no fact"), "{done:?}");
    }
    // The export of another store.
    let other = Stage::new();
    other
        .sayso(["ask", &ask(&[auth()])])
        .piped("1\n")
        .done()
        .exits(0);
    let export = other.sayso(["audit", "export"]).done().exits(0).stdout;
    let export = stage.file("other", export);
    let done = against(&export);
    assert!(done.stderr.contains("no session of"), "{done:?}");
    // Everything in it was forgotten: nothing is left to compare.
    let export = stage.sayso(["audit", "export"]).done().exits(0).stdout;
    let of_a: Vec<&str> = export
        .lines()
        .filter(|l| l.contains(r#""session":"a""#))
        .collect();
    let export = stage.file("a", of_a.join("\n"));
    let forget = ["audit", "forget", "--yes", "--older-than", "0"];
    stage.sayso(forget).done().exits(0);
    let done = against(&export);
    assert!(done.stderr.contains("it was forgotten"), "{done:?}");
}

/// A session that was forgotten leaves its last hash behind, which an export must have too.
#[test]
fn an_export_that_was_changed_does_not_fit_what_was_forgotten() {
    let stage = lived();
    let export = stage.sayso(["audit", "export"]).done().exits(0).stdout;
    let forget = ["audit", "forget", "--yes", "--older-than", "0"];
    stage.sayso(forget).done().exits(0);
    let mut facts: Vec<Value> = export
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    let last = facts
        .iter_mut()
        .rfind(|fact| fact["session"] == "a")
        .unwrap();
    let seq = last["seq"].clone();
    last["hash"] = "0".repeat(64).into();
    let lines: Vec<String> = facts.iter().map(Value::to_string).collect();
    let export = stage.file("export", lines.join("\n"));
    let done = stage
        .sayso(["audit", "verify", "--against", &export])
        .done();
    let words = format!("session a: fact {seq} of the export is gone");
    done.exits(1)
        .prints_nothing()
        .complains(&[&words, "1 problems found"]);
}
