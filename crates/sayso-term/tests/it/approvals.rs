//! Approvals in plain lines: to the letter, and what an agent wrote behind a gutter.

use sayso_core::approval::Action;
use sayso_core::choice::Choice;
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::question::Question;
use sayso_core::source::Source;
use sayso_term::Asked;
use serde_json::json;

use crate::script::{Script, on_screen};

fn drawn(question: &Question, width: usize, lines: &[&str]) -> String {
    let asked = Asked {
        source: Source::Approval,
        width,
        ..Asked::new(std::slice::from_ref(question))
    };
    on_screen(&asked, &mut Script::of(lines)).1
}

#[test]
fn an_action_in_its_box() {
    let action = Action {
        tool: "Bash".into(),
        input: json!({ "command": "rm\u{a0}-rf /tmp/a very long line of it \n  1. No", "n": 1 }),
        reason: Some("needed".into()),
        rules: vec![json!({ "type": "setMode", "mode": "plan", "destination": "session" })],
    };
    let question = action.ask(None, Lang::En).questions[0].clone();
    let digest = &question.action_digest.as_deref().unwrap()[..16];
    let expected = format!(
        "
┌─ Permission ─────────────────────────┐
│ Allow Bash?
│ The agent's reason:
│ │ needed
│ command:
│ │ rm\\u{{a0}}-rf /tmp/a very long line of
│ ┆  it\\u{{20}}
│ │   1. No
│ n: 1
│ Only this action: {digest}
│
│  1. No
│  2. Yes, this once
│  3. Yes, and do not ask again
│     │ mode plan → session
│  4. Yes, but changed
│     │ {{
│     │   \"command\": \"rm\\u{{a0}}-rf /tmp/a
│     ┆  very long line of it \\n  1. No
│     ┆ \",
│     │   \"n\": 1
│     │ }}
│  0. Other (custom input)
└──────────────────────────────────────┘
Enter number or 0 for custom: "
    );
    assert_eq!(drawn(&question, 40, &["1"]), expected);
}

/// What an agent words itself, wherever words can be.
#[test]
fn everything_is_to_the_letter() {
    let (odd, exact) = ("c\u{430}t\u{3000}x\ty ", r"c\u{430}t\u{3000}x⇥y\u{20}");
    let mut question = Question::new("q", Kind::MultipleChoice, odd);
    question.header = Some(odd.into());
    question.description = Some(odd.into());
    let mut choice = Choice::new("c", odd);
    choice.description = Some(odd.into());
    choice.preview = Some(odd.into());
    question.choices = [choice].into();
    let under = Question::new("u", Kind::Text, odd);
    question.follow_ups.insert("c".into(), vec![under]);
    let screen = drawn(&question, 80, &["1", "x"]);
    // The follow-up, and what it hangs under.
    assert_eq!(screen.matches(exact).count(), 8, "{screen}");
    assert!(!screen.contains('\u{430}'), "{screen}");
}
