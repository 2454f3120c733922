//! One typed line, and what it means for its question.

use sayso_core::question::Question;
use sayso_core::source::Source;
use sayso_term::line::Fault;
use sayso_term::line::reply::{Bad, Picked, Reply, read, stand_in};

use crate::questions::{auth, deploy, features, name, optional, with_defaults};

fn picked(choices: &[&str], own_words: bool) -> Picked {
    Picked {
        choices: choices.iter().map(|id| (*id).into()).collect(),
        own_words,
    }
}

fn bad(fault: Fault, choices: &[&str], own_words: bool) -> Reply {
    let kept = picked(choices, own_words);
    Reply::Bad(Bad { fault, kept })
}

#[track_caller]
fn check(question: &Question, line: &str, expected: Reply) {
    assert_eq!(read(question, Source::Tool, line), expected, "{line:?}");
}

#[test]
fn a_line_means_one_thing() {
    let not_offered = |typed: &str, last| Fault::NotOffered {
        typed: typed.into(),
        last,
    };
    let not_a_number = |typed: &str| Fault::NotANumber(typed.into());
    check(&auth(), "1", Reply::Picked(picked(&["OAuth 2.0"], false)));
    check(&auth(), "0", Reply::Picked(picked(&[], true)));
    check(&auth(), "", Reply::Default(vec!["OAuth 2.0".into()]));
    check(&auth(), "3", bad(not_offered("3", 2), &[], false));
    check(&auth(), "one two", bad(not_a_number("one two"), &[], false));
    check(&auth(), "2,1", bad(Fault::OneOnly, &["JWT"], false));
    check(&auth(), "0,9", bad(not_offered("9", 2), &[], false));
    check(
        &features(),
        "3,x,0",
        bad(not_a_number("x"), &["Metrics"], true),
    );
    check(&optional(auth()), "", Reply::Skipped);
    check(&optional(auth()), "Skip", Reply::Skipped);
    check(&optional(deploy()), "跳过", Reply::Skipped);
    check(&auth(), "skip", bad(not_a_number("skip"), &[], false));
    check(&name(), " a b ", Reply::Words(" a b ".into()));
    check(&name(), " ", bad(Fault::Empty, &[], false));
    check(&deploy(), "Y", Reply::Yes(true));
    check(&deploy(), "", bad(Fault::Empty, &[], false));
}

#[test]
fn only_a_declared_or_a_first_option_stands_in() {
    let ids = |question: &Question, source| {
        let ids = stand_in(question, source);
        ids.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(ids(&auth(), Source::Tool), ["OAuth 2.0"]);
    assert_eq!(
        ids(&with_defaults(auth(), &[1, 2]), Source::Tool),
        ["OAuth 2.0"]
    );
    assert_eq!(
        ids(&with_defaults(features(), &[2, 3]), Source::Tool),
        ["Logging", "Metrics"]
    );
    assert!(ids(&optional(auth()), Source::Tool).is_empty());
    assert!(ids(&with_defaults(auth(), &[1]), Source::Approval).is_empty());
    assert!(ids(&deploy(), Source::Tool).is_empty());
}
