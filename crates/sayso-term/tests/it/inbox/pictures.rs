//! What is to be seen, at three sizes and in two languages.

use std::fmt::Write as _;

use sayso_core::choice::Choice;
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::question::Question;
use sayso_term::inbox::{Entry, Found, Inbox, News, Past};
use sayso_term::panel::Look;

use super::hands::Step::{Gone, Keys};
use super::hands::{Hands, MOMENT, Step, approval, entry, named, within};

const SIZES: [(u16, u16); 3] = [(40, 10), (80, 24), (200, 60)];

fn question(id: &str, text: &str, labels: &[(&str, &str)]) -> Question {
    let mut question = Question::new(id, Kind::MultipleChoice, text);
    question.choices = labels
        .iter()
        .map(|(label, description)| {
            let mut choice = Choice::new(*label, *label);
            choice.description = Some((*description).into());
            choice
        })
        .collect();
    question
}

/// What a few agents ask: with a clock, an approval, wide characters, and two that are alike.
fn asked(lang: Lang) -> Vec<Entry> {
    let store = lang.pick(
        question(
            "store",
            "Where shall the orders be kept, now that three services write them at once?",
            &[
                ("PostgreSQL", "Relational, for many machines"),
                ("SQLite", "One file, nothing to set up"),
            ],
        ),
        question(
            "store",
            "订单数据存放在哪里？现在有三个服务同时写入，单个文件可能不够用 👍🏽",
            &[
                ("PostgreSQL", "关系型数据库，适合多台机器"),
                ("SQLite", "单个文件，无需部署"),
            ],
        ),
    );
    let deploy = |id: &str| {
        let text = lang.pick("Deploy to production now?", "是否现在部署到生产环境？");
        Question::new(id, Kind::Boolean, text)
    };
    let mut first = within(entry(9, store), 45);
    first.agent = Some("claude-code".into());
    first.project = Some("/srv/ada/src/shop".into());
    first.round = 2;
    first.total_rounds = Some(3);
    let mut run = Question::new(
        "run",
        Kind::Boolean,
        "rm -rf build\u{202e} && make\nsecond line",
    );
    run.header = Some("Bash".into());
    let mut run = approval(entry(700, run));
    run.agent = Some("codex\u{1b}]0;owned\u{7}".into());
    let mut one = entry(300, named(deploy("d1"), "d1"));
    one.agent = Some("opencode".into());
    one.unattended = true;
    one.project = Some("/srv/ada/src/api".into());
    let mut other = entry(7_000, named(deploy("d2"), "d2"));
    other.agent = None;
    other.project = Some("/srv/ada/work/a/very/long/path/to/some/project/api".into());
    other.questions = vec![deploy("d2")].into();
    vec![first, run, one, other]
}

fn pictures(lang: Lang, look: Look, steps: &[Step]) -> String {
    let mut text = String::new();
    for (width, height) in SIZES {
        let inbox = Inbox::new(lang).with_look(look);
        let mut hands = Hands::of(inbox, asked(lang));
        hands.inbox.resize(width, height);
        for step in steps {
            hands.step(step.clone());
        }
        hands.tick();
        let picture = hands.inbox.picture(width, height);
        writeln!(text, "{width}×{height}").unwrap();
        for (at, row) in picture.text().lines().enumerate() {
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

#[test]
fn the_list() {
    for (lang, name) in [(Lang::En, "list_en"), (Lang::Zh, "list_zh")] {
        insta::assert_snapshot!(name, pictures(lang, Look::default(), &[]));
    }
}

#[test]
fn the_list_in_ascii() {
    let look = Look {
        colours: false,
        signs: false,
    };
    insta::assert_snapshot!("list_ascii", pictures(Lang::En, look, &[Keys("down")]));
}

/// What may be old says so, however narrow it is.
#[test]
fn the_desk_is_away() {
    for (lang, name) in [(Lang::En, "away_en"), (Lang::Zh, "away_zh")] {
        let mut hands = Hands::of(Inbox::new(lang), asked(lang));
        hands.inbox.hear(News::Away("connection refused".into()));
        let heads = SIZES.map(|(width, height)| {
            hands.inbox.resize(width, height);
            let text = hands.inbox.picture(width, height).text();
            text.lines().next().unwrap().to_owned()
        });
        insta::assert_snapshot!(name, heads.join("\n"));
    }
}

#[test]
fn a_question_in_place() {
    let steps = [Keys("enter"), MOMENT];
    for (lang, name) in [(Lang::En, "question_en"), (Lang::Zh, "question_zh")] {
        insta::assert_snapshot!(name, pictures(lang, Look::default(), &steps));
    }
}

#[test]
fn closed_elsewhere_under_the_cursor() {
    let mut left = asked(Lang::Zh);
    left.remove(0);
    let steps = [Gone(left, 9, "由 bob 通过 web 回答，历时 3.2 s")];
    insta::assert_snapshot!("gone_zh", pictures(Lang::Zh, Look::default(), &steps));
}

#[test]
fn several_at_once() {
    let ticking = [Keys("G b"), MOMENT];
    let sending = [
        Keys("G b"),
        MOMENT,
        Keys("enter"),
        MOMENT,
        Keys("y"),
        MOMENT,
    ];
    let mut told = sending.to_vec();
    told.push(Keys("down down down down down enter"));
    told.push(MOMENT);
    let rows: [(&str, Lang, &[Step]); 4] = [
        ("ticking_zh", Lang::Zh, &ticking),
        ("sending_en", Lang::En, &sending),
        ("sending_zh", Lang::Zh, &sending),
        ("told_en", Lang::En, &told),
    ];
    for (name, lang, steps) in rows {
        insta::assert_snapshot!(name, pictures(lang, Look::default(), steps));
    }
}

#[test]
fn all_keys() {
    let steps = [Keys("?")];
    for (lang, name) in [(Lang::En, "help_en"), (Lang::Zh, "help_zh")] {
        insta::assert_snapshot!(name, pictures(lang, Look::default(), &steps));
    }
}

#[test]
fn a_search() {
    let mut hands = Hands::of(Inbox::new(Lang::Zh), Vec::new());
    hands.step(Keys("/ '部署'"));
    let past = |title: &str, ending: &str| Past {
        title: title.into(),
        ending: ending.into(),
        about: "claude-code · /srv/ada/src/shop · s1".into(),
        lines: vec!["  [部署] 是否现在部署？".into(), "    ● 稍后".into()],
    };
    hands.inbox.hear(News::Found(Found {
        words: "部署".into(),
        past: vec![
            past(
                "是否现在部署？",
                "2026-11-16T04:02:53.056Z 由 ada 通过 inbox 回答，历时 39.2 s",
            ),
            past(
                "部署到哪里？\u{1b}[2J",
                "2026-11-15T21:10:03.120Z 由 bob 通过 web 取消，历时 4 min",
            ),
        ],
        more: true,
    }));
    let mut text = hands.text();
    hands.step(Keys("enter"));
    text += &hands.text();
    insta::assert_snapshot!("search_zh", text);
}

#[test]
fn nothing_yet_and_nothing_at_all() {
    let inbox = Inbox::new(Lang::En);
    let mut text = inbox.picture(80, 10).text();
    let mut hands = Hands::of(inbox, Vec::new());
    text += &hands.inbox.picture(80, 10).text();
    hands.inbox.resize(30, 5);
    text += &hands.inbox.picture(30, 5).text();
    insta::assert_snapshot!("empty_en", text);
}

#[test]
fn whose_asker_is_away_says_so_before_it_is_opened() {
    let rows = [
        (Lang::En, "Its asker is not waiting now."),
        (Lang::Zh, "提问方目前没有在等待。"),
    ];
    for (lang, away) in rows {
        let mut hands = Hands::of(Inbox::new(lang), asked(lang));
        hands.inbox.resize(130, 30);
        for told in [false, false, true, false] {
            hands.tick();
            let text = hands.inbox.picture(130, 30).text();
            assert_eq!(text.contains(away), told, "{text}");
            hands.step(Keys("down"));
        }
    }
}
