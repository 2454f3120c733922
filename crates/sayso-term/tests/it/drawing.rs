//! What line mode draws, as pictures. `␠` stands for a space at the end of a line.

use std::sync::Arc;

use sayso_core::choice::Choice;
use sayso_core::context_file::ContextFile;
use sayso_core::kind::Kind;
use sayso_core::lang::Lang;
use sayso_core::question::Question;
use sayso_core::source::Source;
use sayso_term::Asked;

use crate::questions::{
    auth, deploy, features, name, optional, token, with_defaults, with_follow_ups, without_other,
};
use crate::script::{Script, on_screen};

#[track_caller]
fn check(asked: &Asked<'_>, lines: &[&str], expected: &str) {
    let (_, screen) = on_screen(asked, &mut Script::of(lines));
    let screen = screen.replace(" \n", "␠\n");
    let screen = match screen.strip_suffix(' ') {
        Some(screen) => format!("{screen}␠"),
        None => screen,
    };
    assert_eq!(screen, expected, "\n{screen}");
}

#[test]
fn the_boxes_of_s1() {
    let questions = [auth(), features()];
    check(
        &Asked::new(&questions),
        &["0", "Passkeys", "1"],
        "
┌─ Auth method ─────────────────────────────────────┐
│ Which authentication method should we use?
│
│  1. OAuth 2.0
│     Industry standard, supports social login
│  2. JWT
│     Stateless tokens, good for APIs
│  0. Other (custom input)
└─────────────────────────────────────────────────┘
Enter number or 0 for custom:␠Enter your answer:␠
┌─ Features ─────────────────────────────────────┐
│ Which features to enable?
│
│  1. Caching
│     Redis caching
│  2. Logging
│     JSON logs
│  3. Metrics
│     Prometheus
│  0. Other (custom input)
└─────────────────────────────────────────────────┘
Enter numbers (e.g., 1,3) or 0 for custom:␠"
            .replace(":␠E", ": E")
            .as_str(),
    );
}

#[test]
fn the_same_in_chinese() {
    let questions = [auth(), features()];
    let asked = Asked {
        lang: Lang::Zh,
        ..Asked::new(&questions)
    };
    check(
        &asked,
        &["2", "1"],
        "
┌─ Auth method ─────────────────────────────────────┐
│ Which authentication method should we use?
│
│  1. OAuth 2.0
│     Industry standard, supports social login
│  2. JWT
│     Stateless tokens, good for APIs
│  0. 其他（自定义输入）
└─────────────────────────────────────────────────┘
请输入编号，或输入 0 自定义：
┌─ Features ─────────────────────────────────────┐
│ Which features to enable?
│
│  1. Caching
│     Redis caching
│  2. Logging
│     JSON logs
│  3. Metrics
│     Prometheus
│  0. 其他（自定义输入）
└─────────────────────────────────────────────────┘
请输入编号（例如 1,3），或输入 0 自定义：",
    );
}

#[test]
fn a_narrow_terminal_keeps_the_gutter() {
    let mut question = auth();
    question.text += "\nIt must work for the mobile client and for the API alike.";
    let questions = [question];
    let asked = Asked {
        width: 40,
        ..Asked::new(&questions)
    };
    check(
        &asked,
        &["1"],
        "
┌─ Auth method ────────────────────────┐
│ Which authentication method should we
│ use?
│ It must work for the mobile client and
│ for the API alike.
│
│  1. OAuth 2.0
│     Industry standard, supports social
│     login
│  2. JWT
│     Stateless tokens, good for APIs
│  0. Other (custom input)
└──────────────────────────────────────┘
Enter number or 0 for custom:␠",
    );
}

#[test]
fn wide_characters_count_twice() {
    let mut question = Question::new(
        "env",
        Kind::MultipleChoice,
        "这次改动要部署到哪个环境？请注意，生产环境的部署需要先通知值班同事。",
    );
    question.header = Some("部署环境".into());
    question.description = Some("上次部署是在昨天。".into());
    question.choices = Arc::new([
        Choice::new("staging", "预发布"),
        Choice::new("production", "生产"),
    ]);
    let questions = [with_defaults(question, &[1])];
    let asked = Asked {
        lang: Lang::Zh,
        width: 40,
        round: 2,
        total_rounds: Some(3),
        heading: Some("claude-code · sayso"),
        ..Asked::new(&questions)
    };
    check(
        &asked,
        &["3", "2"],
        "
claude-code · sayso

┌─ 部署环境 · 第 2/3 轮 ───────────────┐
│ 这次改动要部署到哪个环境？请注意，生产
│ 环境的部署需要先通知值班同事。
│ 上次部署是在昨天。
│
│  1. 预发布（默认）
│  2. 生产
│  0. 其他（自定义输入）
└──────────────────────────────────────┘
请输入编号，或输入 0 自定义：未采用：“3”不在 1 到 2 之间。请重新输入（按 Ctrl-D 取消）。
请输入编号，或输入 0 自定义：",
    );
}

#[test]
fn everything_that_a_question_can_bring() {
    let mut question = without_other(optional(with_defaults(auth(), &[2])));
    question.description = Some("The API has no sessions.".into());
    question.context = vec![
        ContextFile {
            path: "src/login.rs".into(),
            lines: Some((10, 24)),
        },
        ContextFile {
            path: "src/main.rs".into(),
            lines: Some((3, 3)),
        },
        ContextFile {
            path: "docs/auth.md".into(),
            lines: None,
        },
    ];
    Arc::make_mut(&mut question.choices)[0].description = None;
    Arc::make_mut(&mut question.choices)[1].preview =
        Some("let token = sign(\n    claims,\n);\n".into());
    let questions = [question];
    let asked = Asked {
        round: 4,
        total_rounds: Some(3),
        ..Asked::new(&questions)
    };
    check(
        &asked,
        &["1"],
        "
┌─ Auth method · Round 4 ─────────────────────────────────────┐
│ Which authentication method should we use?
│ The API has no sessions.
│ See src/login.rs:10-24
│ See src/main.rs:3
│ See docs/auth.md
│
│  1. OAuth 2.0
│  2. JWT (default)
│     Stateless tokens, good for APIs
│     > let token = sign(
│     >     claims,
│     > );
└─────────────────────────────────────────────────┘
Enter number (Enter takes the default, skip leaves it out):␠",
    );
}

#[test]
fn text_secret_and_boolean() {
    let questions = [optional(name()), token(), deploy()];
    check(
        &Asked::new(&questions),
        &["", "hunter2", "perhaps", "y"],
        "
┌─────────────────────────────────────────────────┐
│ What shall it be called?
└─────────────────────────────────────────────────┘
Enter your answer (Enter skips): Skipped.

┌─────────────────────────────────────────────────┐
│ The deploy token?
└─────────────────────────────────────────────────┘
Enter your answer (not shown):␠
┌─────────────────────────────────────────────────┐
│ Deploy now?
│
│  1. Yes
│  2. No
└─────────────────────────────────────────────────┘
Enter y or n: Not taken: \"perhaps\" is neither yes nor no. Please try again (Ctrl-D cancels).
Enter y or n:␠",
    );
    let asked = Asked {
        lang: Lang::Zh,
        source: Source::Approval,
        ..Asked::new(&questions[2..])
    };
    check(
        &asked,
        &["y"],
        "
┌─────────────────────────────────────────────────┐
│ │ Deploy now?
│
│  y. 是
│  n. 否
└─────────────────────────────────────────────────┘
请输入 y 或 n：",
    );
}

#[test]
fn follow_ups_hang_under_their_option() {
    let why = Question::new("why", Kind::Text, "Why not?");
    let sure = with_follow_ups(deploy(), "false", vec![why]);
    let mut root = with_follow_ups(without_other(auth()), "JWT", vec![sure]);
    root.header = None;
    let questions = [root, name()];
    let asked = Asked {
        width: 40,
        total_rounds: Some(1),
        ..Asked::new(&questions)
    };
    check(
        &asked,
        &["2", "n", "slow", "Otto"],
        "
┌─ Round 1/1 ──────────────────────────┐
│ Which authentication method should we
│ use?
│
│  1. OAuth 2.0
│     Industry standard, supports social
│     login
│  2. JWT
│     Stateless tokens, good for APIs
└──────────────────────────────────────┘
Enter number:␠
  ┌────────────────────────────────────┐
  │ You picked: JWT
  │ Deploy now?
  │
  │  1. Yes
  │  2. No
  └────────────────────────────────────┘
  Enter y or n:␠
    ┌──────────────────────────────────┐
    │ You picked: No
    │ Why not?
    └──────────────────────────────────┘
    Enter your answer:␠
┌─ Round 1/1 ──────────────────────────┐
│ What shall it be called?
└──────────────────────────────────────┘
Enter your answer:␠",
    );
}

#[test]
fn a_header_too_long_for_the_border_is_shown_whole() {
    let mut question = name();
    question.header = Some("A header that no terminal of forty columns can hold".into());
    let questions = [question];
    let asked = Asked {
        width: 40,
        ..Asked::new(&questions)
    };
    check(
        &asked,
        &["Otto"],
        "
┌──────────────────────────────────────┐
│ A header that no terminal of forty
│ columns can hold
│ What shall it be called?
└──────────────────────────────────────┘
Enter your answer:␠",
    );
}

#[test]
fn many_options_are_numbered_through() {
    let mut question = without_other(auth());
    question.choices = (1..=10)
        .map(|number| {
            let mut choice = Choice::new(format!("c{number}"), format!("Choice {number}"));
            choice.description = (number > 8).then(|| "with a word on it".into());
            choice
        })
        .collect();
    let questions = [question];
    let (_, screen) = on_screen(&Asked::new(&questions), &mut Script::of(&["10"]));
    assert!(screen.contains(
        "
│  8. Choice 8
│  9. Choice 9
│     with a word on it
│  10. Choice 10
│      with a word on it
└─"
    ));
}

#[test]
fn cancelling_is_asked_once() {
    let questions = [name()];
    check(
        &Asked::new(&questions),
        &[],
        "
┌─────────────────────────────────────────────────┐
│ What shall it be called?
└─────────────────────────────────────────────────┘
Enter your answer:␠
Cancel without answering? Enter y to cancel, anything else to go on:␠
",
    );
}
