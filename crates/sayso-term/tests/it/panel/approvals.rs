//! Approvals: they open on no, and nobody grants what they have not seen.

use sayso_core::choice::Choice;
use sayso_core::kind::Kind;
use sayso_core::question::Question;

use super::hands::{after, approval};

#[track_caller]
fn check(question: &Question, rows: &[(&str, &str)]) {
    for (keys, expected) in rows {
        let mut panel = approval(std::slice::from_ref(question));
        assert_eq!(after(&mut panel, keys), *expected, "{keys}");
    }
}

#[test]
fn they_open_on_no_and_take_no_shortcut() {
    let run = Question::new("run", Kind::Boolean, "rm -rf build");
    check(
        &run,
        &[
            ("enter", "run=false"),
            ("y", "-"),
            ("1", "-"),
            ("2", "-"),
            ("up enter", "run=true"),
            ("up space", "-"),
        ],
    );
    let mut run = Question::new("run", Kind::MultipleChoice, "rm -rf build");
    run.choices = vec![
        Choice::new("once", "Allow once"),
        Choice::new("deny", "Deny"),
        Choice::new("always", "Always allow"),
    ];
    check(
        &run,
        &[
            ("enter", r#"run="deny""#),
            ("1", "-"),
            ("up enter", r#"run="once""#),
        ],
    );
}

#[test]
fn a_long_action_is_read_to_its_end_first() {
    let lines: Vec<String> = (1..=60).map(|n| format!("echo step {n}")).collect();
    let mut run = Question::new("run", Kind::Boolean, "Run this?");
    run.description = Some(lines.join("\n"));
    check(
        &run,
        &[
            ("enter", "run=false"),
            ("up enter", "-"),
            ("up space enter", "-"),
            ("pagedown up enter", "-"),
            (&format!("{} up enter", "pagedown ".repeat(20)), "run=true"),
            (
                &format!("{} pageup up enter", "pagedown ".repeat(20)),
                "run=true",
            ),
        ],
    );
}

#[test]
fn the_action_is_shown_to_the_letter() {
    let rows = [
        ("rm\u{a0}-rf /", r"rm\u{a0}-rf /"),
        ("c\u{430}t f", r"c\u{430}t f"),
        ("a\tb ", r"a\tb\u{20}"),
        ("\u{202e}txt.exe", r"\u{202e}txt.exe"),
        ("rm \u{2013}rf", r"rm \u{2013}rf"),
        ("删除文件 — 确定？", "删除文件 — 确定？"),
        ("Удалить файл", "Удалить файл"),
    ];
    for (action, shown) in rows {
        let panel = approval(&[Question::new("run", Kind::Boolean, action)]);
        let picture = panel.picture(80, 24).text();
        assert!(picture.contains(shown), "{action:?}: {picture}");
    }
}
