//! What is to be seen, at three sizes and in two languages.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use sayso_core::choice::Choice;
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::question::Question;
use sayso_core::source::Source;
use sayso_term::panel::{AtZero, Clock, Context, Earlier, Look, Panel};
use sayso_term::{Asked, Seat};

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
    let choice = |id: &str, label: &str, text: &str| Choice {
        description: Some(text.into()),
        ..Choice::new(id, label)
    };
    store.choices = Arc::new([
        choice(
            "pg",
            "PostgreSQL",
            "关系型数据库，适合多台机器，需要单独部署和备份",
        ),
        choice("lite", "SQLite", "单个文件，无需部署 👍🏽"),
    ]);
    let mut backup = Question::new("backup", Kind::Boolean, "是否每天备份？");
    backup.header = Some("备份".into());
    let store = with_follow_ups(store, "pg", vec![backup]);
    let mut goals = Question::new("goals", Kind::Checkbox, "需要哪些功能？");
    goals.header = Some("功能".into());
    goals.choices = Arc::new([
        Choice::new("a", "缓存"),
        Choice::new("b", "日志"),
        Choice::new("c", "监控"),
    ]);
    let mut note = Question::new("more", Kind::Text, "还有什么要补充的？");
    note.header = Some("补充".into());
    [store, goals, optional(note)]
}

/// The words of one language, with wide characters, emoji, combining marks and right-to-left text
/// among them.
fn four(lang: Lang) -> [Question; 4] {
    let [store, goals, more] = chinese();
    let zh = [store, mixed(lang), goals, more];
    let en = [auth(), mixed(lang), features(), optional(name())];
    lang.pick(en, zh)
}

fn mixed(lang: Lang) -> Question {
    let text = lang.pick(
        "Which cafe\u{301} sign 👩‍👩‍👧‍👦 for \u{5e9}\u{5dc}\u{5d5}\u{5dd}?",
        "招牌用哪个字 👩‍👩‍👧‍👦，cafe\u{301} 还是 \u{5e9}\u{5dc}\u{5d5}\u{5dd}？",
    );
    let mut odd = Question::new("sign", Kind::MultipleChoice, text);
    odd.header = Some(lang.pick("Sign 🏷", "招牌 🏷").into());
    let labels = [
        "\u{5e9}\u{5dc}\u{5d5}\u{5dd} \u{5e2}\u{5d5}\u{5dc}\u{5dd}",
        "\u{645}\u{631}\u{62d}\u{628}\u{627}",
        "👨🏽‍🚀 🇨🇳 emoji",
        "z\u{335}a\u{321}l\u{322}go cafe\u{301}",
        "全角ＡＢＣ ﾊﾝｶｸ",
    ];
    let labelled = labels.iter().enumerate().map(|(at, label)| {
        let mut choice = Choice::new(format!("{at}"), *label);
        choice.description = Some(lang.pick("as people write it", "按人们的写法").into());
        choice
    });
    odd.choices = labelled.collect();
    odd
}

/// Every picture, in both languages.
fn check(name: &str, make: &dyn Fn(Lang) -> Panel, keys: &str) {
    for (lang, suffix) in [(Lang::En, "en"), (Lang::Zh, "zh")] {
        let drawn = pictures(&|| make(lang), keys);
        insta::assert_snapshot!(format!("{name}_{suffix}"), drawn);
    }
}

#[test]
fn one_choice() {
    let one = |lang: Lang| Panel::new(&asked(&four(lang)[..1], lang));
    check("one_choice", &one, "down");
    check(
        "own_words",
        &one,
        "0 'Passkeys 通行密钥, and one-time codes 👍🏽'",
    );
    check("note", &one, "down n 'only for the API 仅限接口'");
    check("leaving", &one, "ctrl+c");
    check("cancelling", &one, "esc down down enter 'not now 以后再说'");
    for (name, seat) in [
        ("leaving_guest", Seat::Guest),
        ("leaving_host", Seat::Host),
        ("leaving_demo", Seat::Demo),
    ] {
        let there = |lang: Lang| {
            let four = four(lang);
            let asked = asked(&four[..1], lang);
            Panel::new(&Asked { seat, ..asked })
        };
        check(name, &there, "ctrl+c");
    }
    check("help", &one, "?");
    check("folded", &one, "z");
}

#[test]
fn four_questions() {
    let four = |lang: Lang| Panel::new(&asked(&four(lang), lang));
    check("first", &four, "");
    check("mixed", &four, "tab down");
    check("several", &four, "tab tab 1 3");
    check(
        "writing",
        &four,
        "tab tab tab '请先写迁移脚本 cafe\u{301} שלום' ctrl+j '再上线 👩‍👩‍👧'",
    );
    check(
        "review",
        &four,
        "2 3 1 3 n 'later 以后再加' enter enter enter",
    );
    check("review_missing", &four, "tab tab tab tab");
    let under = |lang: Lang| {
        let mut store = chinese()[0].clone();
        if lang == Lang::En {
            store = with_follow_ups(auth(), "OAuth 2.0", vec![deploy()]);
        }
        Panel::new(&asked(&[store], lang))
    };
    check("follow_up", &under, "1");
}

#[test]
fn a_clock_an_approval_and_what_can_be_read() {
    let ticking = |held: bool| {
        move |lang: Lang| {
            let mut panel = Panel::new(&asked(&four(lang)[..1], lang));
            panel.set_clock(Some(Clock {
                left: Duration::from_secs(83),
                held,
                at_zero: AtZero::Defaults(vec![lang.pick("JWT", "单个文件 👍🏽").into()]),
            }));
            panel
        }
    };
    check("clock", &ticking(false), "");
    check("clock_held", &ticking(true), "");

    let approval = |lang: Lang| {
        let text = lang.pick("Run this command?", "运行这个命令？");
        let mut run = Question::new("run", Kind::Boolean, text);
        let lines: Vec<String> = (1..=40)
            .map(|n| format!("psql -c 'drop table t{n}' # 删除 cafe\u{301}"))
            .collect();
        run.description = Some(lines.join("\n"));
        Panel::new(&Asked {
            source: Source::Approval,
            ..asked(std::slice::from_ref(&run), lang)
        })
    };
    check("approval", &approval, "");
    check("approval_read", &approval, &"pagedown ".repeat(20));

    let preview = |lang: Lang| {
        let mut shown = four(lang)[0].clone();
        Arc::make_mut(&mut shown.choices)[0].preview = Some(
            "# OAuth 2.0 授权\n\n```rust\nlet client = OAuth::new(); // שלום\n```\nMore 👍🏽.\n"
                .repeat(6),
        );
        let contexts = vec![Context {
            question: shown.id.clone(),
            place: "src/login.rs:10-12".into(),
            first: 10,
            text: Ok("fn login() {\n    unimplemented() // 未实现\n}\n".into()),
        }];
        Panel::new(&asked(std::slice::from_ref(&shown), lang)).with_contexts(contexts)
    };
    check("preview", &preview, "");
    check("view", &preview, "v pagedown");

    let history = |lang: Lang| {
        let mut panel = Panel::new(&asked(&four(lang)[..1], lang)).with_abilities(false, true);
        panel.show_earlier(vec![Earlier {
            round: 1,
            ending: lang
                .pick("answered by ada via terminal", "由 ada 通过 terminal 回答")
                .into(),
            answers: vec![
                ("选哪种框架？ cafe\u{301}".into(), Some("Axum 👍🏽".into())),
                ("שלום?".into(), None),
            ],
        }]);
        panel
    };
    check("history", &history, "");
}

#[test]
fn strange_text() {
    let odd = |lang: Lang| {
        let mut odd = mixed(lang);
        odd.text += " \u{1b}[2J\u{202e}evil\u{200b}";
        odd.header = Some("奇怪\u{7}".into());
        Panel::new(&asked(std::slice::from_ref(&odd), lang))
    };
    check("strange_text", &odd, "down");
    let ascii = |lang: Lang| {
        odd(lang).with_look(Look {
            colours: false,
            signs: false,
        })
    };
    check("ascii", &ascii, "down");
}

/// Longer than advised is shown whole, whether a tab names the question or nothing does.
#[test]
fn a_long_header_is_shown_whole() {
    let words: Vec<String> = (1..=24).map(|n| format!("word{n:02}")).collect();
    let long = Question {
        header: Some(words.join(" ")),
        ..auth()
    };
    for (questions, what) in [
        (vec![long.clone()], "alone"),
        (vec![long, features()], "on its tab"),
    ] {
        for size in [(40, 24), (80, 24), (200, 60)] {
            let mut panel = Panel::new(&asked(&questions, Lang::En));
            draw(&mut panel, size);
            let text = panel.picture(size.0, size.1).text();
            let missing: Vec<&String> = words.iter().filter(|w| !text.contains(*w)).collect();
            assert!(
                missing.is_empty(),
                "{what} at {size:?}: {missing:?}\n{text}"
            );
        }
    }
}
