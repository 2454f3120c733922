//! Texts that try to act on the terminal: seen, and nothing more.

use std::sync::Arc;

use sayso_core::choice::Choice;
use sayso_core::context_file::ContextFile;
use sayso_core::kind::Kind;
use sayso_core::question::Question;
use sayso_term::Asked;
use sayso_term::wrapped::columns;

use crate::script::{Script, on_screen};

const HOSTILE: &str =
    "a\u{1b}[2J\u{1b}]0;t\u{7}\u{9b}31m\u{202e}b\u{2066}\u{200b}\r\u{8}\0\u{feff}\t\u{e0041}";

fn question() -> Question {
    let mut question = Question::new("q", Kind::Checkbox, HOSTILE);
    question.header = Some(format!("{HOSTILE}\n{HOSTILE}"));
    question.description = Some(HOSTILE.into());
    question.context = vec![ContextFile {
        path: format!("{HOSTILE}\n┌─ forged"),
        lines: Some((1, 2)),
    }];
    let mut choice = Choice::new("c", format!("{HOSTILE}\n│  2. forged"));
    choice.description = Some(format!("{HOSTILE}\n└─ forged"));
    choice.preview = Some(format!("{HOSTILE}\n{HOSTILE}"));
    let mut under = Question::new("u", Kind::Text, HOSTILE);
    under.header = Some(HOSTILE.into());
    question.follow_ups.insert("c".into(), vec![under]);
    question.choices = Arc::new([choice]);
    question
}

#[test]
fn nothing_acts_on_the_screen() {
    let questions = [question()];
    for width in [0, 1, 20, 40, 80, 500] {
        let asked = Asked {
            heading: Some(HOSTILE),
            width,
            ..Asked::new(&questions)
        };
        let mut script = Script::of(&[HOSTILE, "1", ""]);
        let (_, screen) = on_screen(&asked, &mut script);
        let acts = |c: &char| {
            c.is_control() && *c != '\n'
                || "\u{202e}\u{2066}\u{200b}\u{feff}\u{e0041}\u{9b}".contains(*c)
        };
        assert_eq!(screen.chars().find(acts), None, "width {width}");
        assert!(screen.contains(r"\u{1b}"));
    }
}

#[test]
fn nothing_leaves_the_gutter_or_the_width() {
    let questions = [question()];
    let asked = Asked {
        width: 40,
        ..Asked::new(&questions)
    };
    let (_, screen) = on_screen(&asked, &mut Script::of(&["1", "x"]));
    let inside = screen.lines().filter(|line| line.contains("forged"));
    assert_eq!(inside.clone().count(), 4);
    for line in inside {
        assert!(line.trim_start().starts_with('│'), "{line}");
    }
    let drawn = screen
        .lines()
        .filter(|line| !line.trim_start().starts_with("Enter "));
    for line in drawn {
        assert!(columns(line) <= 40, "{line}");
    }
}
