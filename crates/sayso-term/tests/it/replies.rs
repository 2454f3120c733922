//! One typed line, and what it means for its question.

use sayso_core::question::Question;
use sayso_core::source::Source;
use sayso_term::Asked;
use sayso_term::line::Fault;
use sayso_term::line::reply::{Bad, Picked, Reply, read, stand_in};

use crate::questions::{auth, deploy, features, name, optional, with_defaults, without_other};

fn picked(choices: &[&str], own_words: bool) -> Picked {
    Picked {
        choices: choices.iter().map(|id| (*id).into()).collect(),
        own_words,
    }
}

#[track_caller]
fn check(question: &Question, line: &str, expected: Reply) {
    assert_eq!(read(question, Source::Tool, line), expected, "{line:?}");
}

#[test]
fn a_line_means_one_thing() {
    let words = |fault| Reply::Bad(Bad::words(fault));
    let nothing = |fault| Reply::Bad(Bad::nothing(fault));
    let not_offered = |typed: &str, last| Fault::NotOffered {
        typed: typed.into(),
        last,
    };
    let not_an_option = |typed: &str| Fault::NotAnOption(typed.into());
    check(&auth(), "1", Reply::Picked(picked(&["OAuth 2.0"], false)));
    check(&auth(), "0", Reply::Picked(picked(&[], true)));
    check(&auth(), "", nothing(Fault::Empty));
    let declared = with_defaults(auth(), &[2]);
    check(&declared, "", Reply::Default(vec!["JWT".into()]));
    for number in ["3", "-1", "99999999999999999999999"] {
        check(&auth(), number, nothing(not_offered(number, 2)));
    }
    check(&without_other(auth()), "0", nothing(Fault::NoOwnWords));
    check(&without_other(auth()), "other", words(Fault::NoOwnWords));
    // What says something says it as a whole.
    for text in ["one two", "skip", "no", "2.", "\0", "1\u{1b}[2J"] {
        check(&auth(), text, words(not_an_option(text)));
    }
    check(&auth(), "2,1", words(Fault::OneOnly));
    check(&auth(), "0,2", words(Fault::OneOnly));
    check(&auth(), "0,9", words(not_offered("9", 2)));
    check(&features(), "1,99", words(not_offered("99", 3)));
    check(&features(), "1 99", words(not_offered("99", 3)));
    check(&features(), "3,x,0", words(not_an_option("x")));
    check(&optional(auth()), "", Reply::Skipped);
    check(&optional(auth()), "Skip", Reply::Skipped);
    check(&optional(deploy()), "跳过", Reply::Skipped);
    check(&name(), " a b ", Reply::Words(" a b ".into()));
    check(&name(), " ", nothing(Fault::Empty));
    check(&deploy(), "Y", Reply::Yes(true));
    check(&deploy(), "", nothing(Fault::Empty));
}

#[test]
fn only_a_declared_option_stands_in_or_where_it_may_the_first() {
    let under = |name_of_tool: bool, source, question: Question| {
        let asked = Asked {
            source,
            first_stands_in: name_of_tool,
            ..Asked::new(&[])
        };
        let ids = stand_in(&question, &asked);
        ids.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let rows: [(Question, &[&str], &[&str]); 5] = [
        (auth(), &[], &["OAuth 2.0"]),
        (
            with_defaults(auth(), &[1, 2]),
            &["OAuth 2.0"],
            &["OAuth 2.0"],
        ),
        (
            with_defaults(features(), &[2, 3]),
            &["Logging", "Metrics"],
            &["Logging", "Metrics"],
        ),
        (optional(auth()), &[], &[]),
        (deploy(), &[], &[]),
    ];
    for (question, usually, as_tool) in rows {
        assert_eq!(under(false, Source::Tool, question.clone()), usually);
        assert_eq!(under(true, Source::Tool, question.clone()), as_tool);
        assert!(under(true, Source::Approval, question).is_empty());
    }
}
