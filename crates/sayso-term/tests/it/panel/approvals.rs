//! Approvals: they open on no, and nobody grants what they have not seen.

use std::sync::Arc;
use std::time::Duration;

use sayso_core::choice::Choice;
use sayso_core::form::{Draft, Entry};
use sayso_core::kind::Kind;
use sayso_core::question::Question;

use sayso_core::source::Source;
use sayso_term::Asked;
use sayso_term::panel::{Input, Panel};

use super::hands::{after, approval, brief, draw, press, press_at};

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
    run.choices = Arc::new([
        Choice::new("once", "Allow once"),
        Choice::new("deny", "Deny"),
        Choice::new("always", "Always allow"),
    ]);
    check(
        &run,
        &[
            ("enter", r#"run="deny""#),
            ("1", "-"),
            ("up enter", r#"run="once""#),
        ],
    );
}

/// Nobody reads an id: what it says is no refusal.
#[test]
fn what_refuses_is_what_reads_so() {
    let mut run = of_lines(60);
    run.kind = Kind::MultipleChoice;
    run.choices = Arc::new([
        Choice::new("no_more_questions", "Always allow"),
        Choice::new("stop", "Deny"),
    ]);
    check(
        &run,
        &[
            ("enter", r#"run="stop""#),
            ("up enter", "-"),
            ("down enter", "-"),
        ],
    );
}

/// A draft keeps the words, never the leave: it may be another's, or of another day.
#[test]
fn a_draft_grants_nothing() {
    let run = Question::new("run", Kind::Boolean, "rm -rf build");
    let mut also = Question::new("also", Kind::MultipleChoice, "And this?");
    also.choices = Arc::new([Choice::new("once", "Allow once"), Choice::new("no", "No")]);
    let draft = Draft::from([
        (
            "run".into(),
            Entry {
                yes: Some(true),
                note: "n".into(),
                ..Entry::default()
            },
        ),
        (
            "also".into(),
            Entry {
                picked: vec!["once".into()],
                other: "only here".into(),
                ..Entry::default()
            },
        ),
    ]);
    let rows: [(&[Question], &str, &str); 6] = [
        (std::slice::from_ref(&run), "enter", "run=false (n)"),
        (std::slice::from_ref(&run), "up enter", "run=true (n)"),
        (std::slice::from_ref(&also), "enter", r#"also="no""#),
        (
            std::slice::from_ref(&also),
            "down enter",
            r#"also={"other":"only here"}"#,
        ),
        // Straight to the review, and through it.
        (
            &[run.clone(), also.clone()],
            "tab tab down down down enter enter",
            "-",
        ),
        (
            &[run.clone(), also.clone()],
            "enter enter enter",
            r#"run=false (n) also="no""#,
        ),
    ];
    for (questions, keys, expected) in rows {
        let mut panel = approval(questions).resume(draft.clone());
        draw(&mut panel, (80, 24));
        assert_eq!(after(&mut panel, keys), expected, "{keys}");
    }
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

fn of_lines(count: usize) -> Question {
    let lines: Vec<String> = (1..=count).map(|n| format!("echo step {n}")).collect();
    let mut run = Question::new("run", Kind::Boolean, "Run this?");
    run.description = Some(lines.join("\n"));
    run
}

/// What was not drawn was not seen: neither at a size that is only supposed, nor where the window is
/// so low that what can be answered takes all of it, nor below something else.
#[test]
fn only_what_was_in_sight_was_read() {
    type Row<'r> = (usize, &'r [(u16, u16)], &'r str, (u16, u16), &'r str);
    let rows: [Row<'_>; 12] = [
        // Lines of the action; sizes it was drawn at before; keys; the size they are pressed at.
        (8, &[], "up enter", (80, 24), "run=true"),
        (8, &[], "up enter", (40, 9), "-"),
        (8, &[(80, 24)], "up enter", (40, 9), "run=true"),
        (8, &[(40, 9), (39, 9)], "up enter", (40, 9), "-"),
        (
            8,
            &[],
            "pagedown pagedown pagedown pagedown pagedown pagedown pagedown pagedown up enter",
            (40, 9),
            "run=true",
        ),
        (1, &[], "up enter", (40, 4), "-"),
        (1, &[], "up enter", (20, 5), "-"),
        (1, &[], "up enter", (12, 24), "-"),
        (
            1,
            &[],
            "pagedown pagedown pagedown pagedown up enter",
            (40, 4),
            "run=true",
        ),
        // Scrolled half way, then all of it in other rows: the half that was left out is not read.
        (30, &[(40, 9)], "pagedown pagedown up enter", (38, 9), "-"),
        (200, &[(40, 9)], "pagedown pagedown up enter", (80, 24), "-"),
        (1, &[], "enter", (20, 4), "run=false"),
    ];
    for (lines, sizes, keys, size, expected) in rows {
        let run = of_lines(lines);
        let mut panel = Panel::new(&Asked {
            source: Source::Approval,
            ..Asked::new(std::slice::from_ref(&run))
        });
        for size in sizes {
            draw(&mut panel, *size);
        }
        draw(&mut panel, size);
        let then = press_at(&mut panel, keys, size);
        assert_eq!(brief(&then), expected, "{lines} {sizes:?} {keys} {size:?}");
    }
}

#[test]
fn what_lies_below_something_else_is_not_read() {
    let run = of_lines(12);
    let mut panel = approval(std::slice::from_ref(&run));
    assert_eq!(after(&mut panel, "up enter"), "run=true");
    for over in ["z", "?", "ctrl+c"] {
        let mut panel = Panel::new(&Asked {
            source: Source::Approval,
            ..Asked::new(std::slice::from_ref(&run))
        });
        draw(&mut panel, (40, 9));
        press_at(&mut panel, over, (40, 9));
        draw(&mut panel, (80, 24));
        draw(&mut panel, (40, 9));
        assert_eq!(
            brief(&press_at(&mut panel, "esc up enter", (40, 9))),
            "-",
            "{over}"
        );
    }
}

/// Keys that came at once, faster than anything was drawn.
#[test]
fn what_was_scrolled_past_unseen_is_not_read() {
    let run = of_lines(60);
    let mut panel = approval(std::slice::from_ref(&run));
    for _ in 0..20 {
        let down = Input::Key("pagedown".parse().unwrap());
        panel.press(&down, Duration::ZERO);
    }
    draw(&mut panel, (80, 24));
    assert_eq!(brief(&press(&mut panel, "up enter")), "-");
}

#[test]
fn the_action_is_shown_to_the_letter() {
    let rows = [
        ("rm\u{a0}-rf /", r"rm\u{a0}-rf /"),
        ("c\u{430}t f", r"c\u{430}t f"),
        ("a\tb ", r"a⇥b\u{20}"),
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
/// What is told takes the last rows: nothing of the action is left, however one scrolls.
#[test]
fn where_nothing_of_it_fits_nothing_is_read() {
    let run = of_lines(1);
    let mut panel = Panel::new(&Asked {
        source: Source::Approval,
        ..Asked::new(std::slice::from_ref(&run))
    });
    panel.arm(false, true);
    let size = (20, 4);
    let keys = format!("{} up enter", "pagedown ".repeat(5));
    assert_eq!(brief(&press_at(&mut panel, &keys, size)), "-");
    let picture = panel.picture(20, 4).text();
    assert!(!picture.contains("echo"), "{picture}");
    panel.arm(true, false);
    assert_eq!(
        brief(&press_at(&mut panel, "down enter", size)),
        "run=false"
    );
}
