//! Lines from a pipe: nobody can be asked again. A star marks what nobody chose.

use crate::questions::{
    auth, deploy, features, name, optional, token, with_defaults, without_other,
};
use crate::script::{brief, notes, on_screen, piped};
use sayso_core::lang::Lang;
use sayso_core::question::Question;
use sayso_core::source::Source;
use sayso_term::Asked;
use sayso_term::line::PipedLines;

#[track_caller]
fn check(questions: &[Question], input: &str, expected: &str, expected_notes: &[&str]) {
    let ended = piped(questions, input);
    assert_eq!(brief(&ended), expected, "piped {input:?}");
    assert_eq!(notes(&ended), expected_notes, "piped {input:?}");
}

#[test]
fn good_lines_need_no_note() {
    // S1 1-4, 15-17
    check(&[auth()], "1\n", r#"auth="OAuth 2.0""#, &[]);
    check(&[auth()], "2", r#"auth="JWT""#, &[]);
    check(&[auth()], "2\r\n", r#"auth="JWT""#, &[]);
    check(
        &[features()],
        "1,3\n",
        r#"features=["Caching","Metrics"]"#,
        &[],
    );
    check(
        &[auth(), features(), deploy(), name()],
        "2\n1,2\nno\nOtto\n",
        r#"auth="JWT" features=["Caching","Logging"] deploy=false name="Otto""#,
        &[],
    );
    check(
        &[auth()],
        "0\nPasskeys\n",
        r#"auth={"other":"Passkeys"}"#,
        &[],
    );
    check(
        &[auth()],
        "other\nPasskeys",
        r#"auth={"other":"Passkeys"}"#,
        &[],
    );
    check(
        &[features()],
        "1,0\nTracing\n",
        r#"features=["Caching",{"other":"Tracing"}]"#,
        &[],
    );
}

#[test]
fn a_bad_line_falls_to_the_default_else_to_the_first() {
    // S1 13
    check(
        &[auth()],
        "9\n",
        r#"auth="OAuth 2.0"*"#,
        &[r#"Auth method: "9" is not between 1 and 2; took the first option "OAuth 2.0""#],
    );
    check(
        &[with_defaults(auth(), &[2])],
        "use passkeys\n",
        r#"auth="JWT"*"#,
        &[r#"Auth method: "use passkeys" is not a number; took the default "JWT""#],
    );
    check(
        &[with_defaults(features(), &[1, 3])],
        "x\n",
        r#"features=["Caching","Metrics"]*"#,
        &[r#"Features: "x" is not a number; took the default "Caching", "Metrics""#],
    );
    check(
        &[without_other(auth())],
        "0\n",
        r#"auth="OAuth 2.0"*"#,
        &[r#"Auth method: own words are not taken here; took the first option "OAuth 2.0""#],
    );
}

#[test]
fn an_empty_line_falls_the_same_way() {
    // S1 14
    check(
        &[auth()],
        "\n",
        r#"auth="OAuth 2.0"*"#,
        &[r#"Auth method: nothing was entered; took the first option "OAuth 2.0""#],
    );
    check(
        &[with_defaults(auth(), &[2])],
        "\n",
        r#"auth="JWT"*"#,
        &[r#"Auth method: nothing was entered; took the default "JWT""#],
    );
}

#[test]
fn empty_own_words_fall_the_same_way() {
    // S1 18
    check(
        &[auth()],
        "0\n\n",
        r#"auth="OAuth 2.0"*"#,
        &[r#"Auth method: nothing was entered; took the first option "OAuth 2.0""#],
    );
    check(
        &[features()],
        "2,0\n\n",
        r#"features=["Logging"]"#,
        &[r#"Features: nothing was entered; took "Logging""#],
    );
}

#[test]
fn what_is_right_in_a_line_is_kept() {
    check(
        &[features()],
        "1,9,3\n",
        r#"features=["Caching","Metrics"]"#,
        &[r#"Features: "9" is not between 1 and 3; took "Caching", "Metrics""#],
    );
    check(
        &[auth()],
        "2,1\n",
        r#"auth="JWT""#,
        &[r#"Auth method: only one can be chosen; took "JWT""#],
    );
    check(
        &[auth()],
        "0,2\n",
        r#"auth="JWT""#,
        &[r#"Auth method: only one can be chosen; took "JWT""#],
    );
    check(
        &[auth()],
        "9,2\n",
        r#"auth="JWT""#,
        &[r#"Auth method: "9" is not between 1 and 2; took "JWT""#],
    );
    check(
        &[features()],
        "2,0,9\nTracing\n",
        r#"features=["Logging",{"other":"Tracing"}]"#,
        &[r#"Features: "9" is not between 1 and 3; took the rest"#],
    );
}

#[test]
fn without_an_option_to_fall_to_there_is_no_answer() {
    let nothing = "no answer can be taken from this";
    check(
        &[name()],
        "\n",
        "no input",
        &[&format!(
            "What shall it be called?: nothing was entered; {nothing}"
        )],
    );
    check(
        &[auth(), deploy()],
        "9\nmaybe\n",
        "no input",
        &[
            r#"Auth method: "9" is not between 1 and 2; took the first option "OAuth 2.0""#,
            &format!("Deploy now?: \"maybe\" is neither yes nor no; {nothing}"),
        ],
    );
    check(
        &[auth(), optional(deploy())],
        "1\nmaybe\n",
        r#"auth="OAuth 2.0""#,
        &[r#"Deploy now?: "maybe" is neither yes nor no; left unanswered"#],
    );
}

#[test]
fn an_optional_question_is_never_answered_for_anybody() {
    check(
        &[name(), optional(auth())],
        "Otto\n\n",
        r#"name="Otto""#,
        &[],
    );
    check(
        &[name(), optional(auth())],
        "Otto\n9\n",
        r#"name="Otto""#,
        &[r#"Auth method: "9" is not between 1 and 2; left unanswered"#],
    );
    check(
        &[name(), optional(with_defaults(auth(), &[2]))],
        "Otto\n9\n",
        r#"name="Otto" auth="JWT"*"#,
        &[r#"Auth method: "9" is not between 1 and 2; took the default "JWT""#],
    );
    check(
        &[optional(auth())],
        "\n",
        "no input",
        &["Nothing was answered."],
    );
}

#[test]
fn the_end_of_input_is_no_answer() {
    let ended = |name: &str| format!("{name}: the input ended before an answer");
    check(&[auth()], "", "no input", &[&ended("Auth method")]);
    check(
        &[auth(), features()],
        "1\n",
        "no input",
        &[&ended("Features")],
    );
    check(&[auth()], "0\n", "no input", &[&ended("Auth method")]);
    check(
        &[with_defaults(auth(), &[1])],
        "",
        "no input",
        &[&ended("Auth method")],
    );
    check(
        &[name(), optional(deploy())],
        "Otto\n",
        "no input",
        &[&ended("Deploy now?")],
    );
}

#[test]
fn an_approval_is_not_given_by_a_bad_line() {
    for input in ["\n", "9\n", "yes please\n"] {
        for question in [auth(), with_defaults(auth(), &[1]), deploy()] {
            let questions = [question];
            let asked = Asked {
                source: Source::Approval,
                ..Asked::new(&questions)
            };
            let mut lines = PipedLines::new(input.as_bytes());
            assert_eq!(
                brief(&on_screen(&asked, &mut lines).0),
                "no input",
                "{input:?}"
            );
        }
    }
}

#[test]
fn lines_have_a_bound_and_are_text() {
    let fell = r#"auth="OAuth 2.0"*"#;
    let long = "1".repeat(70_000);
    assert_eq!(brief(&piped(&[auth()], format!("{long}\n"))), fell);
    assert_eq!(brief(&piped(&[auth()], &long)), fell);
    assert_eq!(
        brief(&piped(&[auth(), deploy()], format!("{long}\ny\n"))),
        format!("{fell} deploy=true"),
    );
    assert_eq!(brief(&piped(&[auth()], b"\xff1\n")), fell);
    assert_eq!(brief(&piped(&[name()], b"\xff1\n")), "no input");
    assert_eq!(brief(&piped(&[name()], format!("{long}\n"))), "no input");
    let endless = std::io::repeat(b'1');
    let mut lines = PipedLines::new(endless);
    let questions = [auth()];
    let (ended, _) = on_screen(&Asked::new(&questions), &mut lines);
    assert_eq!(brief(&ended), "no input");
}

#[test]
fn notes_are_in_the_person_s_language() {
    let questions = [auth()];
    let asked = Asked {
        lang: Lang::Zh,
        ..Asked::new(&questions)
    };
    let (ended, _) = on_screen(&asked, &mut PipedLines::new("9\n".as_bytes()));
    assert_eq!(
        notes(&ended),
        [r#"Auth method：“9”不在 1 到 2 之间；采用第一个选项 "OAuth 2.0""#],
    );
}

#[test]
fn notes_tell_no_secret_and_act_on_nothing() {
    let long = "s3cret".repeat(2_000);
    let ended = piped(&[token()], format!("{long}\n"));
    assert_eq!(brief(&ended), "no input");
    assert!(!notes(&ended)[0].contains("s3cret"));
    let ended = piped(&[auth()], "\u{1b}[2J\u{202e}\n");
    assert!(notes(&ended)[0].contains(r"\u{1b}[2j\u{202e}"));
}

#[test]
fn a_screen_that_cannot_be_drawn_on_does_not_stop_a_script() {
    let questions = [auth()];
    let mut lines = PipedLines::new("2\n".as_bytes());
    let mut broken: &mut [u8] = &mut [];
    let ended = sayso_term::line::ask_in_lines(&Asked::new(&questions), &mut lines, &mut broken);
    assert_eq!(brief(&ended), r#"auth="JWT""#);
}
