//! Somebody types: lines in, answers out. The numbers are those of S1's test cases.

use crate::questions::{
    auth, deploy, features, name, optional, token, with_defaults, without_other,
};
use crate::script::{Script, brief, on_screen, typed};
use sayso_core::choice::Choice;
use sayso_core::question::Question;
use sayso_core::source::Source;
use sayso_term::Asked;
use sayso_term::line::{Echo, Quiet};

#[track_caller]
fn check(questions: &[Question], lines: &[&str], expected: &str) {
    let (ended, _) = typed(questions, lines);
    assert_eq!(brief(&ended), expected, "typed {lines:?}");
}

#[test]
fn a_single_choice_takes_one_number() {
    // S1 1, 15
    check(&[auth()], &["1"], r#"auth="OAuth 2.0""#);
    check(&[auth()], &[" 2 "], r#"auth="JWT""#);
    check(&[auth()], &["２"], r#"auth="JWT""#);
    check(&[auth()], &["02"], r#"auth="JWT""#);
}

#[test]
fn several_choices_take_several_numbers() {
    // S1 2, 16
    check(&[features()], &["1,3"], r#"features=["Caching","Metrics"]"#);
    check(
        &[features()],
        &["3 , 1"],
        r#"features=["Caching","Metrics"]"#,
    );
    check(
        &[features()],
        &["1，3"],
        r#"features=["Caching","Metrics"]"#,
    );
    check(
        &[features()],
        &["１、３"],
        r#"features=["Caching","Metrics"]"#,
    );
    check(&[features()], &["1 3"], r#"features=["Caching","Metrics"]"#);
    check(&[features()], &["2,2,"], r#"features=["Logging"]"#);
}

#[test]
fn a_label_is_an_answer_in_upper_or_lower_case() {
    for label in ["JWT", "jwt", " Jwt "] {
        check(&[auth()], &[label], r#"auth="JWT""#);
    }
    check(&[auth()], &["oauth 2.0"], r#"auth="OAuth 2.0""#);
    check(
        &[features()],
        &["caching, Metrics"],
        r#"features=["Caching","Metrics"]"#,
    );
    check(
        &[features()],
        &["2, metrics"],
        r#"features=["Logging","Metrics"]"#,
    );
    // Only a whole one.
    check(&[auth()], &["JW", "OAuth", "JWT!", "2"], r#"auth="JWT""#);
    check(
        &[features()],
        &["Caching Metrics", "2"],
        r#"features=["Logging"]"#,
    );
    let names = |labels: [&str; 3]| {
        let mut question = auth();
        question.choices = labels.map(|label| Choice::new(label, label)).into();
        question
    };
    for (labels, line, expected) in [
        (["No", "Yes, all", "Yes"], "yes, ALL", "Yes, all"),
        (["No", "Yes, all", "Yes"], "yes", "Yes"),
        // A number is a number first.
        (["2", "1", "2026"], "1", "2"),
        (["2", "1", "2026"], "2026", "2026"),
        (["a", "A", "b"], "A", "A"),
    ] {
        check(&[names(labels)], &[line], &format!("auth={expected:?}"));
    }
    // Neither of two that differ only in case.
    check(&[names(["Ab", "aB", "c"])], &["AB", "c"], r#"auth="c""#);
    let skip = optional(names(["Skip", "Stop", "Go"]));
    check(&[skip], &["skip"], r#"auth="Skip""#);
}

#[test]
fn several_questions_are_asked_in_turn() {
    // S1 3
    check(
        &[auth(), features(), name(), deploy()],
        &["2", "1,2", "Otto", "y"],
        r#"auth="JWT" features=["Caching","Logging"] name="Otto" deploy=true"#,
    );
}

#[test]
fn own_words_come_on_the_next_line() {
    // S1 4, 17
    for word in ["0", "other", "OTHER", " Other ", "其他", "０"] {
        check(
            &[auth()],
            &[word, "Passkeys"],
            r#"auth={"other":"Passkeys"}"#,
        );
    }
    check(
        &[features()],
        &["0", "Tracing"],
        r#"features=[{"other":"Tracing"}]"#,
    );
    check(
        &[features()],
        &["1,0", "Tracing"],
        r#"features=["Caching",{"other":"Tracing"}]"#,
    );
    check(&[auth()], &["0", "1"], r#"auth={"other":"1"}"#);
}

#[test]
fn a_bad_line_is_explained_and_asked_again() {
    // S1 13 as spec §6.1 changes it
    for bad in [
        "3",
        "abc",
        "1,2",
        "1.5",
        "-1",
        "+1",
        ",",
        "1,x",
        "1 JWT",
        "2.",
        "no",
        "99999999999999999999999",
        "yes",
        "",
        "  ",
    ] {
        let (ended, screen) = typed(&[auth()], &[bad, "2"]);
        assert_eq!(brief(&ended), r#"auth="JWT""#, "typed {bad:?}");
        assert!(screen.contains("Not taken: "), "typed {bad:?}");
    }
    check(&[features()], &["1,9", "2"], r#"features=["Logging"]"#);
    check(&[without_other(auth())], &["0", "1"], r#"auth="OAuth 2.0""#);
    check(&[without_other(auth())], &["other", "2"], r#"auth="JWT""#);
    check(&[deploy()], &["maybe", "", "n"], "deploy=false");
    check(&[name()], &["", "  ", "Otto"], r#"name="Otto""#);
}

#[test]
fn an_empty_line_takes_a_declared_default_and_nothing_else() {
    // S1 14
    check(&[auth()], &["", "  ", "2"], r#"auth="JWT""#);
    check(&[features()], &["", "2"], r#"features=["Logging"]"#);
    check(&[with_defaults(auth(), &[2])], &[""], r#"auth="JWT""#);
    check(
        &[with_defaults(auth(), &[2])],
        &["1"],
        r#"auth="OAuth 2.0""#,
    );
    check(
        &[with_defaults(features(), &[2, 3])],
        &[""],
        r#"features=["Logging","Metrics"]"#,
    );
    check(
        &[with_defaults(features(), &[2, 3])],
        &["1"],
        r#"features=["Caching"]"#,
    );
    let (_, screen) = typed(&[with_defaults(auth(), &[1])], &[""]);
    assert!(screen.ends_with("Taken: 1. OAuth 2.0\n"));
}

#[test]
fn empty_own_words_lead_back_to_the_choices() {
    // S1 18
    check(&[auth()], &["0", "", "2"], r#"auth="JWT""#);
    check(
        &[auth()],
        &["0", " ", "0", "Passkeys"],
        r#"auth={"other":"Passkeys"}"#,
    );
    check(&[features()], &["1,0", "", "2"], r#"features=["Logging"]"#);
}

#[test]
fn yes_and_no_are_words_or_numbers() {
    for yes in ["y", "Y", "yes", "YES", "1", "是", "１"] {
        check(&[deploy()], &[yes], "deploy=true");
    }
    for no in ["n", "No", "2", "否"] {
        check(&[deploy()], &[no], "deploy=false");
    }
}

#[test]
fn an_optional_question_may_stay_unanswered() {
    check(&[name(), optional(auth())], &["Otto", ""], r#"name="Otto""#);
    check(
        &[name(), optional(deploy())],
        &["Otto", ""],
        r#"name="Otto""#,
    );
    check(
        &[auth(), optional(name())],
        &["1", ""],
        r#"auth="OAuth 2.0""#,
    );
    check(
        &[auth(), optional(name())],
        &["1", "skip"],
        r#"auth="OAuth 2.0" name="skip""#,
    );
    let declared = optional(with_defaults(auth(), &[2]));
    check(
        &[name(), declared.clone()],
        &["Otto", ""],
        r#"name="Otto" auth="JWT""#,
    );
    check(&[name(), declared], &["Otto", "skip"], r#"name="Otto""#);
}

#[test]
fn a_form_left_empty_is_asked_again_or_cancelled() {
    check(&[optional(name())], &["", "n", "Otto"], r#"name="Otto""#);
    check(&[optional(name())], &["", "y", "later"], "cancelled: later");
}

#[test]
fn an_approval_takes_nothing_by_a_slip() {
    let questions = [auth(), deploy()];
    let asked = Asked {
        source: Source::Approval,
        ..Asked::new(&questions)
    };
    let mut script = Script::of(&["", "2", "", "1", "y"]);
    let (ended, _) = on_screen(&asked, &mut script);
    assert_eq!(brief(&ended), r#"auth="JWT" deploy=true"#);
    assert!(script.typed.is_empty());
}

#[test]
fn words_that_no_answer_may_have_are_refused_here_already() {
    let long = "x".repeat(10_001);
    check(&[name()], &[&long, "Otto"], r#"name="Otto""#);
    check(&[auth()], &["0", &long, "2"], r#"auth="JWT""#);
}

#[test]
fn a_secret_is_typed_unseen_and_named_nowhere() {
    let questions = [token(), name()];
    let mut script = Script::of(&["", "hunter2", "Otto"]);
    let (ended, screen) = on_screen(&Asked::new(&questions), &mut script);
    assert_eq!(brief(&ended), r#"token="hunter2" name="Otto""#);
    assert_eq!(script.echoes, [Echo::Off, Echo::Off, Echo::On]);
    assert!(!screen.contains("hunter2"));
}

#[test]
fn keys_typed_before_a_question_is_drawn_do_not_count() {
    let questions = [auth(), auth2()];
    let mut script = Script::of(&["9", "1", "0", "Passkeys"]);
    let (ended, _) = on_screen(&Asked::new(&questions), &mut script);
    assert_eq!(
        brief(&ended),
        r#"auth="OAuth 2.0" again={"other":"Passkeys"}"#
    );
    // Two questions and one asked again; own words belong to the line before them.
    assert_eq!(script.waited, 3);
}

/// The hint stands there once keys are taken, below what one has to read.
#[test]
fn what_was_typed_too_early_is_told() {
    let not_taken = "Not taken: what was typed before this could be read.";
    let hint = "Enter number or 0 for custom: ";
    let rows = [
        (vec![Quiet::Untouched], hint.to_owned()),
        (vec![Quiet::Dropped], format!("{not_taken}\n{hint}")),
        (
            vec![Quiet::Unfinished, Quiet::Dropped],
            format!("{not_taken} Press Enter to go on: \n{hint}"),
        ),
        (
            vec![Quiet::Unfinished, Quiet::Unfinished, Quiet::Dropped],
            format!(
                "{0}{0}{hint}",
                format!("{not_taken} Press Enter to go on: \n")
            ),
        ),
    ];
    for (ahead, expected) in rows {
        let mut script = Script::of(&["2"]);
        script.ahead = ahead.into();
        let (ended, screen) = on_screen(&Asked::new(&[auth()]), &mut script);
        assert_eq!(brief(&ended), r#"auth="JWT""#);
        let (_, below) = screen.rsplit_once("┘\n").unwrap();
        assert_eq!(below, expected);
    }
}

fn auth2() -> Question {
    let mut question = auth();
    question.id = "again".into();
    question
}
