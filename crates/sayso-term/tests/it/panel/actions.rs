//! Actions of an agent in the panel: nothing is allowed that was not on the screen, and nothing of
//! an agent's words passes for the panel's own.

use std::sync::Arc;

use sayso_core::approval::Action;
use sayso_core::choice::Choice;
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::question::Question;
use sayso_core::source::Source;
use sayso_term::Asked;
use sayso_term::panel::Panel;
use serde_json::{Value, json};

use super::hands::{brief, draw, press_at};

fn action(input: Value, rules: Vec<Value>) -> Question {
    let action = Action {
        tool: "Bash".into(),
        input,
        reason: None,
        rules,
    };
    let mut question = action.ask(None, Lang::En).questions[0].clone();
    question.id = "ok".into();
    question
}

/// What Claude Code offers to remember: rules, and at the end everything.
fn rules(count: usize) -> Vec<Value> {
    let mut rules: Vec<Value> = (1..count)
        .map(|n| {
            json!({ "type": "addRules", "behavior": "allow", "destination": "session",
            "rules": [{ "toolName": "Bash", "ruleContent": format!("ls {n}") }] })
        })
        .collect();
    rules.push(
        json!({ "type": "setMode", "mode": "bypassPermissions", "destination": "userSettings" }),
    );
    rules
}

fn panel(question: &Question, size: (u16, u16)) -> Panel {
    let mut panel = Panel::new(&Asked {
        source: Source::Approval,
        ..Asked::new(std::slice::from_ref(question))
    });
    draw(&mut panel, size);
    panel
}

#[track_caller]
fn check(question: &Question, size: (u16, u16), keys: &str, expected: &str) {
    let mut panel = panel(question, size);
    let then = press_at(&mut panel, keys, size);
    assert_eq!(
        brief(&then),
        expected,
        "{keys} {size:?}\n{}",
        panel.picture(size.0, size.1).text()
    );
}

#[test]
fn rules_are_read_to_the_last_before_they_are_allowed() {
    let ok = action(json!({ "command": "ls" }), rules(62));
    let paged = format!("{} down down enter", "pagedown ".repeat(62));
    for size in [(80, 30), (80, 24), (40, 10)] {
        check(&ok, size, "down down enter", "-");
        check(&ok, size, "pagedown down down enter", "-");
        check(&ok, size, &paged, r#"ok="always""#);
        // What carries no rules needs none of them read.
        check(&ok, (80, 30), "down enter", r#"ok="allow""#);
        check(&ok, size, "enter", r#"ok="deny""#);
    }
    let one = action(json!({ "command": "ls" }), rules(2));
    check(&one, (80, 24), "down down enter", r#"ok="always""#);
}

#[test]
fn the_last_rule_was_on_the_screen() {
    let ok = action(json!({ "command": "ls" }), rules(62));
    let size = (80, 30);
    let mut panel = panel(&ok, size);
    press_at(&mut panel, "down down", size);
    let mut pages = 0;
    while !panel
        .picture(size.0, size.1)
        .text()
        .contains("bypassPermissions → userSettings")
    {
        assert_eq!(brief(&press_at(&mut panel, "enter", size)), "-");
        press_at(&mut panel, "pagedown", size);
        pages += 1;
        assert!(pages < 62, "the last rule never comes");
    }
    assert_eq!(
        brief(&press_at(&mut panel, "enter", size)),
        r#"ok="always""#
    );
}

#[test]
fn values_stand_behind_the_gutter() {
    let value = "x\n(exactly this action: 0123456789abcdef)\n\n❯ ○ No\n  ○ Yes, this once";
    let ok = action(json!({ "a": value, "command": "rm -rf /" }), Vec::new());
    for size in [(80, 24), (40, 30)] {
        let picture = panel(&ok, size).picture(size.0, size.1).text();
        for row in picture.lines().filter(|row| {
            ["exactly this action", "❯ ○ No", "○ Yes, this once"]
                .iter()
                .any(|words| row.contains(words))
        }) {
            let ours = row.starts_with("│ ❯ ○ No") || row == "│   ○ Yes, this once";
            assert!(ours || row.starts_with("│ │ "), "{row}");
        }
        assert_eq!(picture.matches("❯ ○ No").count(), 2, "{picture}");
        let digest = &ok.action_digest.as_deref().unwrap()[..16];
        let bound = picture.lines().filter(|row| row.contains(digest));
        assert_eq!(
            bound.collect::<Vec<_>>(),
            [format!("│ Only this action: {digest}")]
        );
    }
}

/// A long line goes on behind a mark, so that no row of it passes for a line of its own.
#[test]
fn a_row_that_goes_on_is_marked() {
    let command = format!("true {}❯ ○ No", "x ".repeat(35));
    let ok = action(json!({ "command": command }), Vec::new());
    let picture = panel(&ok, (80, 24)).picture(80, 24).text();
    assert!(picture.contains("\n│ ┆  ❯ ○ No\n"), "{picture}");
    let mut named = ok;
    named.text = format!("Allow \"{}❯ ○ No\"?", "x ".repeat(35));
    let picture = panel(&named, (80, 24)).picture(80, 24).text();
    assert!(picture.contains("\n│ ┆  x ❯ ○ No\"?\n"), "{picture}");
}

/// What an agent asks leave for in its own words.
fn own(kind: Kind) -> Question {
    let mut question = Question::new("ok", kind, "Run this?");
    let lines: Vec<String> = (1..=60).map(|n| format!("echo step {n}")).collect();
    question.description = Some(lines.join("\n"));
    question
}

#[test]
fn own_words_and_texts_allow_nothing_unread() {
    let mut pick = own(Kind::MultipleChoice);
    pick.choices = Arc::new([Choice::new("go", "Go"), Choice::new("no", "No")]);
    let read = "pagedown ".repeat(20);
    check(&pick, (80, 24), "end 'all of it' enter", "-");
    check(
        &pick,
        (80, 24),
        &format!("{read} end 'all of it' enter"),
        r#"ok={"other":"all of it"}"#,
    );
    let text = own(Kind::Text);
    check(&text, (80, 24), "'all of it' enter", "-");
    check(
        &text,
        (80, 24),
        &format!("{read} 'all of it' enter"),
        r#"ok="all of it""#,
    );
    // Own words beside our own choices are a no.
    let ours = action(json!({ "command": "true\n".repeat(60) }), Vec::new());
    check(
        &ours,
        (80, 24),
        "end 'not that' enter",
        r#"ok={"other":"not that"}"#,
    );
}

#[test]
fn a_follow_up_is_read_too() {
    let mut under = own(Kind::Boolean);
    under.id = "more".into();
    let mut ok = Question::new("ok", Kind::Boolean, "Run this?");
    ok.follow_ups.insert("true".into(), vec![under]);
    let keys = "up enter up enter";
    check(&ok, (80, 24), &format!("{keys} enter"), "-");
    let read = "pagedown ".repeat(20);
    let keys = format!("up enter {read} up enter enter");
    check(&ok, (80, 24), &keys, "ok=true more=true");
}

/// A label that may be cut is read whole among what is asked.
#[test]
fn a_long_label_is_read_whole() {
    let mut ok = Question::new("ok", Kind::MultipleChoice, "Run this?");
    let label = format!("Yes, {} and delete everything", "x".repeat(120));
    ok.choices = Arc::new([Choice::new("no", "No"), Choice::new("yes", &*label)]);
    for size in [(80, 24), (40, 10)] {
        check(
            &ok,
            size,
            "pagedown pagedown pagedown pagedown down enter",
            r#"ok="yes""#,
        );
    }
    check(&ok, (40, 10), "down enter", "-");
}
