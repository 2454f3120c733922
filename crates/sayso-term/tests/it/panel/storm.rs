//! Random hands: never a panic, never an answer that was not given, always a way out.

use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use sayso_core::answer_check;
use sayso_core::choice::Choice;
use sayso_core::kind::Kind;
use sayso_core::on_the_table::whole_tree;
use sayso_core::question::Question;
use sayso_core::source::Source;
use sayso_term::Asked;
use sayso_term::panel::{Code, Input, Key, Panel, Then};
use sayso_term::wrapped::columns;

use crate::questions::{auth, deploy, features, name, optional, token, with_follow_ups};

fn questions() -> Vec<Vec<Question>> {
    let mut many = Question::new("many", Kind::Checkbox, "Which? ".repeat(60));
    many.choices = (0..120)
        .map(|n| Choice::new(format!("c{n}"), format!("选项 {n} 👩‍👩‍👧")))
        .collect();
    let mut shown = auth();
    Arc::make_mut(&mut shown.choices)[0].preview = Some("# Preview\n".repeat(40));
    vec![
        vec![auth()],
        vec![deploy()],
        vec![name(), token()],
        vec![with_follow_ups(
            shown,
            "JWT",
            vec![name(), with_follow_ups(deploy(), "true", vec![token()])],
        )],
        vec![auth(), features(), optional(deploy())],
        vec![many],
    ]
}

fn key() -> impl Strategy<Value = Input> {
    let codes = prop_oneof![
        8 => any::<char>().prop_map(Code::Char),
        12 => prop::sample::select("jkhlnvzprs?/ 0123456789yG".chars().map(Code::Char).collect::<Vec<_>>()),
        20 => prop::sample::select(vec![
            Code::Enter, Code::Esc, Code::Tab, Code::Backspace, Code::Delete, Code::Up, Code::Down,
            Code::Left, Code::Right, Code::Home, Code::End, Code::PageUp, Code::PageDown, Code::F(1),
        ]),
    ];
    let held =
        prop_oneof![6 => Just((false, false)), 1 => Just((true, false)), 1 => Just((false, true))];
    prop_oneof![
        20 => (codes, held, any::<bool>()).prop_map(|(code, (ctrl, alt), shift)| {
            let shift = shift && code == Code::Tab;
            Input::Key(Key { code, ctrl, alt, shift })
        }),
        1 => ".{0,40}".prop_map(Input::Paste),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn whatever_is_pressed(
        which in 0..6_usize,
        is_approval in any::<bool>(),
        keys in prop::collection::vec(key(), 1..80),
        sizes in prop::collection::vec((20_u16..220, 4_u16..70), 1..6),
    ) {
        let questions = &questions()[which];
        let source = if is_approval { Source::Approval } else { Source::Tool };
        let mut panel = Panel::new(&Asked { source, ..Asked::new(questions) }).with_abilities(true, true);
        let mut ended = false;
        for (at, key) in keys.iter().enumerate() {
            let (width, height) = sizes[at % sizes.len()];
            panel.resize(width, height);
            match panel.press(key, Duration::from_millis(at as u64)) {
                Then::Answer(answers) => {
                    // Only a key that confirms gives an answer, and only one that passes the check.
                    let Input::Key(key) = key else { panic!("a paste answered") };
                    let digit = matches!(key.code, Code::Char('0'..='9' | 'y' | 'n' | 's'));
                    prop_assert!(key.code == Code::Enter || digit && !is_approval, "{key:?}");
                    prop_assert!(!answers.is_empty());
                    for given in answers {
                        let mut tree = whole_tree(questions);
                        let question = tree.find(|q| q.id == given.question).unwrap();
                        prop_assert!(matches!(answer_check::read(question, &given.value), Ok(Some(_))));
                    }
                    ended = true;
                }
                Then::Cancel { .. } | Then::Leave | Then::Interrupt => ended = true,
                _ => {}
            }
            let picture = panel.picture(width, height);
            panel.drawn(width, height);
            prop_assert!(picture.rows.len() <= usize::from(height), "{} rows in {height}", picture.rows.len());
            for row in &picture.rows {
                let text: String = row.spans.iter().map(|span| span.content.as_ref()).collect();
                prop_assert!(columns(&text) < usize::from(width).max(20) + 1, "{text:?} in {width}");
                prop_assert!(!text.contains(|c: char| c.is_control()), "{text:?}");
            }
            if let Some((column, row)) = picture.cursor {
                prop_assert!(column < width.max(20) && usize::from(row) < picture.rows.len());
            }
            if ended {
                break;
            }
        }
        // Two Ctrl-C are always a way out.
        if !ended {
            let out = Input::Key(Key::ctrl('c'));
            panel.press(&out, Duration::ZERO);
            prop_assert_eq!(panel.press(&out, Duration::ZERO), Then::Interrupt);
        }
    }
}
