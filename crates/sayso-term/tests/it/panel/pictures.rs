//! What is to be seen, at three sizes and in two languages.

use std::fmt::Write as _;
use std::time::Duration;

use sayso_core::choice::Choice;
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::question::Question;
use sayso_core::source::Source;
use sayso_term::Asked;
use sayso_term::panel::{AtZero, Clock, Context, Earlier, Look, Panel};

use super::hands::{draw, press_at};
use crate::questions::{auth, deploy, features, name, optional, with_follow_ups};

const SIZES: [(u16, u16); 3] = [(40, 10), (80, 24), (200, 60)];

fn asked<'a>(questions: &'a [Question], lang: Lang) -> Asked<'a> {
    Asked {
        round: 2,
        total_rounds: Some(3),
        heading: Some("claude · ~/src/shop"),
        lang,
        ..Asked::new(questions)
    }
}

/// The panel after these keys, at every size.
fn pictures(make: &dyn Fn() -> Panel, keys: &str) -> String {
    let mut text = String::new();
    for (width, height) in SIZES {
        let mut panel = make();
        draw(&mut panel, (width, height));
        press_at(&mut panel, keys, (width, height));
        let picture = panel.picture(width, height);
        writeln!(text, "{width}×{height}").unwrap();
        for (at, row) in picture.text().lines().enumerate() {
            // The cursor, drawn as a block behind the row's own words.
            let cursor = picture.cursor.filter(|(_, row)| usize::from(*row) == at);
            let cursor = cursor
                .map(|(column, _)| format!("   ⟨{column}⟩"))
                .unwrap_or_default();
            writeln!(text, "{row}{cursor}").unwrap();
        }
        text.push('\n');
    }
    text
}

fn chinese() -> [Question; 3] {
    let mut store = Question::new("store", Kind::MultipleChoice, "订单数据存放在哪里？");
    store.header = Some("存储".into());
    let mut choice = |id: &str, label: &str, text: &str| {
        let mut choice = Choice::new(id, label);
        choice.description = Some(text.into());
        store.choices.push(choice);
    };
    choice(
        "pg",
        "PostgreSQL",
        "关系型数据库，适合多台机器，需要单独部署和备份",
    );
    choice("lite", "SQLite", "单个文件，无需部署 👍🏽");
    let mut backup = Question::new("backup", Kind::Boolean, "是否每天备份？");
    backup.header = Some("备份".into());
    let store = with_follow_ups(store, "pg", vec![backup]);
    let mut goals = Question::new("goals", Kind::Checkbox, "需要哪些功能？");
    goals.header = Some("功能".into());
    goals.choices = vec![
        Choice::new("a", "缓存"),
        Choice::new("b", "日志"),
        Choice::new("c", "监控"),
    ];
    let mut note = Question::new("more", Kind::Text, "还有什么要补充的？");
    note.header = Some("补充".into());
    [store, goals, optional(note)]
}

#[test]
fn one_choice() {
    let en = || Panel::new(&asked(&[auth()], Lang::En));
    insta::assert_snapshot!("one_choice_en", pictures(&en, "down"));
    insta::assert_snapshot!(
        "own_words_en",
        pictures(&en, "0 'Passkeys, and a fallback to one-time codes'")
    );
    insta::assert_snapshot!("note_en", pictures(&en, "down n 'only for the API'"));
    insta::assert_snapshot!("leaving_en", pictures(&en, "ctrl+c"));
    insta::assert_snapshot!("help_en", pictures(&en, "?"));
    insta::assert_snapshot!("folded_en", pictures(&en, "z"));
}

#[test]
fn four_questions() {
    let zh = || Panel::new(&asked(&chinese(), Lang::Zh));
    insta::assert_snapshot!("first_zh", pictures(&zh, ""));
    insta::assert_snapshot!("follow_up_zh", pictures(&zh, "1"));
    insta::assert_snapshot!("several_zh", pictures(&zh, "1 y 1 3"));
    insta::assert_snapshot!(
        "writing_zh",
        pictures(&zh, "1 y 1 3 enter '请先写迁移脚本' ctrl+j '再上线'")
    );
    insta::assert_snapshot!(
        "review_zh",
        pictures(&zh, "1 y 1 3 n '监控以后再加' enter enter enter")
    );
    insta::assert_snapshot!("review_missing_zh", pictures(&zh, "1 tab tab tab"));
    let four = [auth(), features(), name(), deploy()];
    let en = || Panel::new(&asked(&four, Lang::En));
    insta::assert_snapshot!("several_en", pictures(&en, "2 1"));
}

#[test]
fn a_clock_an_approval_and_what_can_be_read() {
    let clock = |held| Clock {
        left: Duration::from_secs(83),
        held,
        at_zero: AtZero::Defaults(vec!["JWT".into()]),
    };
    let ticking = |held: bool, lang: Lang| {
        let mut panel = Panel::new(&asked(&[auth()], lang));
        panel.set_clock(Some(clock(held)));
        panel
    };
    insta::assert_snapshot!("clock_en", pictures(&|| ticking(false, Lang::En), ""));
    insta::assert_snapshot!("clock_held_zh", pictures(&|| ticking(true, Lang::Zh), ""));

    let mut run = Question::new("run", Kind::Boolean, "Run this command?");
    let lines: Vec<String> = (1..=40)
        .map(|n| format!("psql -c 'drop table t{n}'"))
        .collect();
    run.description = Some(lines.join("\n"));
    let approval = || {
        Panel::new(&Asked {
            source: Source::Approval,
            ..asked(std::slice::from_ref(&run), Lang::En)
        })
    };
    insta::assert_snapshot!("approval_en", pictures(&approval, ""));

    let mut shown = auth();
    shown.choices[0].preview =
        Some("# OAuth 2.0\n\n```rust\nlet client = OAuth::new();\n```\nMore.\n".repeat(6));
    let contexts = vec![Context {
        question: "auth".into(),
        place: "src/login.rs:10-12".into(),
        first: 10,
        text: Ok("fn login() {\n    unimplemented()\n}\n".into()),
    }];
    let preview = || {
        Panel::new(&asked(std::slice::from_ref(&shown), Lang::En)).with_contexts(contexts.clone())
    };
    insta::assert_snapshot!("preview_en", pictures(&preview, ""));
    insta::assert_snapshot!("view_en", pictures(&preview, "v pagedown"));

    let history = || {
        let mut panel = Panel::new(&asked(&[auth()], Lang::Zh)).with_abilities(false, true);
        panel.show_earlier(vec![Earlier {
            round: 1,
            ending: "由 ada 通过 terminal 回答".into(),
            answers: vec![
                ("选哪种框架？".into(), Some("Axum".into())),
                ("端口？".into(), None),
            ],
        }]);
        panel
    };
    insta::assert_snapshot!("history_zh", pictures(&history, ""));
}

#[test]
fn strange_text() {
    let mut odd = Question::new(
        "odd",
        Kind::MultipleChoice,
        "e\u{301}a\u{308} \u{5e9}\u{5dc}\u{5d5}\u{5dd} \u{645}\u{631}\u{62d}\u{628}\u{627} 👩‍👩‍👧‍👦 ﾊﾝｶｸ \u{1b}[2J\u{202e}evil\u{200b}",
    );
    odd.header = Some("奇怪\u{7}".into());
    let labels = [
        "שלום עולם",
        "مرحبا بالعالم",
        "👨🏽‍🚀 emoji",
        "z\u{335}a\u{321}l\u{322}go",
        "全角ＡＢＣ",
    ];
    odd.choices = labels
        .iter()
        .enumerate()
        .map(|(at, label)| Choice::new(format!("{at}"), *label))
        .collect();
    let panel = || Panel::new(&asked(std::slice::from_ref(&odd), Lang::En));
    insta::assert_snapshot!("strange_text", pictures(&panel, "down"));
    let ascii = || {
        panel().with_look(Look {
            colours: false,
            signs: false,
        })
    };
    insta::assert_snapshot!("ascii", pictures(&ascii, "down"));
}
