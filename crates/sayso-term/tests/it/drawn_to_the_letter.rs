//! Whatever an agent wants to do: every string of it is drawn by panel and plain lines, to the
//! letter, and nothing is allowed before it was. `PROPTEST_CASES` says how many; CONTRIBUTING.md
//! has the command for a million.

use std::collections::BTreeSet;

use proptest::prelude::*;
use sayso_core::approval::{Action, Line, lines};
use sayso_core::lang::Lang;
use sayso_core::question::Question;
use sayso_core::source::Source;
use sayso_term::Asked;
use sayso_term::panel::{Panel, Then};
use serde_json::{Map, Value, json};

use crate::panel::hands::{draw, press_at};
use crate::script::{Script, on_screen};

/// The keys that take the choice that carries rules.
const ALWAYS: &str = "down down enter";

/// Words, and what draws what a panel draws, moves, hides or poses.
fn words() -> impl Strategy<Value = String> {
    let signs = prop::sample::select(
        "│ |┆ |❯ ○ No|╰|\n|\n\n|command:|Only this action: 0123456789abcdef| (JSON):|\t| {1}|  |\
         rm -rf /|\u{430}|\u{3000}|\u{202e}|\u{200b}|\u{301}|\u{1b}[2J|\r|\\u{41}|⇥|“|–x|部署"
            .split('|')
            .map(str::to_owned)
            .collect::<Vec<_>>(),
    );
    let spaces = (1..60usize).prop_map(|count| " ".repeat(count));
    let piece = prop_oneof![4 => "[a-z]{1,9}", 4 => signs, 1 => spaces, 2 => "\\PC{1,6}"];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn actions() -> impl Strategy<Value = Action> {
    let value = prop_oneof![
        5 => words().prop_map(Value::from),
        1 => any::<i32>().prop_map(Value::from),
        1 => prop::collection::vec(words(), 0..3).prop_map(Value::from),
    ];
    let input = prop::collection::vec((words(), value), 0..4);
    let rule = prop_oneof![
        words().prop_map(|words| json!({
            "type": "addRules", "behavior": "allow", "destination": "session",
            "rules": [{ "toolName": "Bash", "ruleContent": words }],
        })),
        (words(), words()).prop_map(|(name, words)| json!({ "type": name, "mode": words })),
    ];
    let rules = prop::collection::vec(rule, 0..6);
    (words(), input, prop::option::of(words()), rules).prop_map(|(tool, input, reason, rules)| {
        Action {
            tool,
            input: input.into_iter().collect::<Map<_, _>>().into(),
            reason,
            rules,
        }
    })
}

/// What the question says, line by line: Sayso's own lines, and somebody else's behind `│ `. Then
/// the digest, and what the choices carry.
fn expected(question: &Question) -> Vec<String> {
    let mut all: Vec<String> = lines(question)
        .map(|line| match line {
            Line::Own(words) => words.to_owned(),
            Line::Foreign(words) => format!("│ {words}"),
        })
        .collect();
    let digest = question.action_digest.as_deref().unwrap();
    all.push(format!("Only this action: {}", &digest[..16]));
    all
}

fn rules(question: &Question) -> Vec<String> {
    let rules = question.choice(&"always".into());
    let rules = rules.and_then(|always| always.description.as_deref());
    let lines = rules.into_iter().flat_map(|text| text.split('\n'));
    lines.map(|line| format!("│ {line}")).collect()
}

/// Rows as they were drawn, as the lines that they are: a row behind `┆ ` goes on.
fn read_off<'r>(rows: impl Iterator<Item = &'r str>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for row in rows {
        match row.strip_prefix("┆ ") {
            Some(more) => lines.last_mut().unwrap().push_str(more),
            None => lines.push(row.to_owned()),
        }
    }
    lines.iter().map(|line| written_back(line)).collect()
}

/// The text that was drawn so.
fn written_back(exact: &str) -> String {
    let mut text = String::new();
    let mut rest = exact;
    while let Some((before, after)) = rest.split_once("\\u{") {
        text.push_str(&before.replace('⇥', "\t"));
        let (code, after) = after.split_once('}').unwrap();
        let (code, count) = code.split_once('×').unwrap_or((code, "1"));
        let c = char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap();
        text.extend(std::iter::repeat_n(c, count.parse().unwrap()));
        rest = after;
    }
    text + &rest.replace('⇥', "\t")
}

fn asked(question: &Question, width: usize) -> Asked<'_> {
    Asked {
        source: Source::Approval,
        width,
        ..Asked::new(std::slice::from_ref(question))
    }
}

/// The rows of a panel of this size, without its side line.
fn rows(panel: &Panel, (width, height): (u16, u16)) -> Vec<String> {
    let rows = panel.picture(width, height).rows;
    rows.iter()
        .map(|row| {
            row.spans
                .iter()
                .skip(2)
                .map(|span| span.content.as_ref())
                .collect()
        })
        .collect()
}

/// Every row that must be read: all of them are there when the panel is as high as it likes.
fn whole(question: &Question, width: u16) -> Vec<String> {
    let size = (width, 20_000);
    let mut panel = Panel::new(&asked(question, usize::from(width)));
    draw(&mut panel, size);
    let rows = rows(&panel, size).into_iter().skip(2);
    rows.take_while(|row| !row.is_empty()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn in_the_panel(action in actions(), width in 30..120u16, height in 8..50u16) {
        let question = action.ask(None, Lang::En).questions[0].clone();
        let whole = whole(&question, width);
        let mut expected = expected(&question);
        let rules = rules(&question);
        if !rules.is_empty() {
            expected.push("\"Yes, and do not ask again\" means:".into());
            expected.extend(rules.clone());
        }
        prop_assert_eq!(read_off(whole.iter().map(String::as_str)), expected);

        // What was on the screen when it could be allowed.
        let size = (width, height);
        let keys = if rules.is_empty() { "down enter" } else { ALWAYS };
        let mut panel = Panel::new(&asked(&question, usize::from(width)));
        draw(&mut panel, size);
        press_at(&mut panel, keys.trim_end_matches(" enter"), size);
        let mut seen: BTreeSet<String> = rows(&panel, size).into_iter().collect();
        while press_at(&mut panel, "enter", size) == Then::Nothing {
            let before = seen.len();
            press_at(&mut panel, "pagedown", size);
            seen.extend(rows(&panel, size));
            prop_assert!(seen.len() > before || panel.picture(width, height).rows.len() < 6);
        }
        for row in &whole {
            prop_assert!(seen.contains(row), "never drawn: {:?}", row);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        cases: 2 * ProptestConfig::default().cases,
        ..ProptestConfig::default()
    })]

    #[test]
    fn in_plain_lines(action in actions(), width in 20..120usize) {
        let question = action.ask(None, Lang::En).questions[0].clone();
        let (_, screen) = on_screen(&asked(&question, width), &mut Script::of(&["1"]));
        let rows = screen.lines().skip(2).map_while(|row| row.strip_prefix('│'));
        let about = rows.clone().take_while(|row| !row.is_empty());
        let about = read_off(about.map(|row| row.strip_prefix(' ').unwrap()));
        prop_assert_eq!(about, expected(&question));

        // The third choice is the one with rules, if there are any.
        let rules = rules(&question);
        let third = rows.skip_while(|row| !row.starts_with("  3. ")).enumerate();
        let third = third.map_while(|(at, row)| match at {
            0 => row.strip_prefix("  3. "),
            _ => row.strip_prefix("     "),
        });
        let third = read_off(third);
        if !rules.is_empty() {
            prop_assert_eq!(&third[0], "Yes, and do not ask again");
            prop_assert_eq!(&third[1..], rules);
        }
    }
}
