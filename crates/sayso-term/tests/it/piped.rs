//! Lines from a pipe: nobody can be asked again. A star marks what nobody chose.

use crate::questions::{
    auth, deploy, features, name, optional, token, with_defaults, without_other,
};
use crate::script::{brief, notes, on_screen, piped, piped_to_tool};
use sayso_core::kind::Kind;
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
fn labels_and_words_for_yes_and_no_are_answers() {
    check(&[auth()], "jwt\n", r#"auth="JWT""#, &[]);
    check(
        &[features()],
        "Caching, Metrics\n",
        r#"features=["Caching","Metrics"]"#,
        &[],
    );
    for (word, yes) in [
        ("y", true),
        ("YES", true),
        ("是", true),
        ("n", false),
        ("否", false),
    ] {
        check(
            &[deploy()],
            &format!("{word}\n"),
            &format!("deploy={yes}"),
            &[],
        );
    }
}

/// A row: the questions, what is piped in, what is wrong with it, and what stands in for it in an
/// ask, and under the name of the tool. None is no answer.
type Row<'r> = (Question, &'r str, &'r str, Option<&'r str>, Option<&'r str>);

/// Who asks cannot be asked back: what stands in is marked and told, and no answer stays none.
#[track_caller]
fn check_bad((question, input, fault, ask, tool): &Row<'_>) {
    let name = question.header.as_ref().unwrap_or(&question.text);
    let questions = [question.clone()];
    for (ended, stand_in) in [
        (piped(&questions, input), ask),
        (piped_to_tool(&questions, input), tool),
    ] {
        let (expected, made) = match stand_in {
            None => (
                "no answer".into(),
                "no answer can be taken from this".into(),
            ),
            Some(labels) => {
                let first = question.defaults().next().is_none();
                let what = if first { "first option" } else { "default" };
                let value = match question.kind {
                    Kind::Checkbox => format!("[{}]", labels.replace(", ", ",")),
                    _ => (*labels).to_owned(),
                };
                (
                    format!("{}={value}*", question.id),
                    format!("took the {what} {labels}"),
                )
            }
        };
        assert_eq!(brief(&ended), expected, "piped {input:?}");
        assert_eq!(
            notes(&ended),
            [format!("{name}: {fault}; {made}")],
            "piped {input:?}"
        );
    }
}

#[test]
fn a_number_out_of_range_or_no_line_falls_to_what_is_declared() {
    // S1 13, 14, 18
    let first = Some(r#""OAuth 2.0""#);
    let jwt = Some(r#""JWT""#);
    let two = Some(r#""Caching", "Metrics""#);
    let declared = || with_defaults(auth(), &[2]);
    let several = || with_defaults(features(), &[1, 3]);
    let not_9 = r#""9" is not between 1 and 2"#;
    let empty = "nothing was entered";
    let rows: [Row<'_>; 12] = [
        (auth(), "9\n", not_9, None, first),
        (
            auth(),
            "-1\n",
            r#""-1" is not between 1 and 2"#,
            None,
            first,
        ),
        (auth(), "\n", empty, None, first),
        (auth(), " ", empty, None, first),
        (auth(), "0\n\n", empty, None, first),
        (
            without_other(auth()),
            "0\n",
            "own words are not taken here",
            None,
            first,
        ),
        (declared(), "9\n", not_9, jwt, jwt),
        (declared(), "\n", empty, jwt, jwt),
        (several(), "9\n", r#""9" is not between 1 and 3"#, two, two),
        (several(), "\n", empty, two, two),
        (optional(auth()), "9\n", not_9, None, None),
        (optional(declared()), "9\n", not_9, jwt, jwt),
    ];
    rows.iter().for_each(check_bad);
}

#[test]
fn words_that_are_no_answer_stay_none() {
    let neither = |typed: &str| format!("\"{typed}\" is neither a number nor an option");
    for typed in [
        "no",
        "cancel",
        "q",
        "2.",
        "^C",
        "use passkeys",
        "none",
        "skip",
    ] {
        for question in [auth(), features(), with_defaults(auth(), &[1])] {
            let (input, fault) = (format!("{typed}\n"), neither(typed));
            check_bad(&(question, &input, &fault, None, None));
        }
    }
    let nothing = "nothing was entered";
    let many = "only one can be chosen";
    let long = "x".repeat(10_001);
    let cut = neither(&format!("{}…", "x".repeat(39)));
    let of_3 = r#""99" is not between 1 and 3"#;
    let rows: [Row<'_>; 13] = [
        (
            auth(),
            "\0\n",
            r#""\u{0}" is neither a number nor an option"#,
            None,
            None,
        ),
        (auth(), &long, &cut, None, None),
        (auth(), "1,2\n", many, None, None),
        (auth(), "0,2\n", many, None, None),
        (auth(), "9,2\n", r#""9" is not between 1 and 2"#, None, None),
        (with_defaults(features(), &[1]), "1,99\n", of_3, None, None),
        (features(), "1 99\n", of_3, None, None),
        // What was picked is not replaced.
        (features(), "2,0\n\n", nothing, None, None),
        (
            without_other(auth()),
            "other\n",
            "own words are not taken here",
            None,
            None,
        ),
        (name(), "\n", nothing, None, None),
        (
            deploy(),
            "maybe\n",
            r#""maybe" is neither yes nor no"#,
            None,
            None,
        ),
        (deploy(), "\n", nothing, None, None),
        (
            optional(deploy()),
            "maybe\n",
            r#""maybe" is neither yes nor no"#,
            None,
            None,
        ),
    ];
    rows.iter().for_each(check_bad);
}

#[test]
fn one_line_without_an_answer_leaves_all_open() {
    let ended = piped_to_tool(&[auth(), deploy()], "9\nmaybe\n");
    assert_eq!(brief(&ended), "no answer");
    assert_eq!(
        notes(&ended),
        [
            r#"Auth method: "9" is not between 1 and 2; took the first option "OAuth 2.0""#,
            r#"Deploy now?: "maybe" is neither yes nor no; no answer can be taken from this"#,
        ]
    );
}

#[test]
fn an_optional_question_may_be_left_out() {
    let questions = [name(), optional(auth())];
    check(&questions, "Otto\n\n", r#"name="Otto""#, &[]);
    check(&questions, "Otto\nskip\n", r#"name="Otto""#, &[]);
    check(
        &[optional(auth())],
        "\n",
        "no answer",
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
    for input in ["\n", "9\n", "yes please\n", "1,2\n"] {
        for question in [auth(), with_defaults(auth(), &[1]), deploy()] {
            let questions = [question];
            let asked = Asked {
                source: Source::Approval,
                first_stands_in: true,
                ..Asked::new(&questions)
            };
            let mut lines = PipedLines::new(input.as_bytes());
            assert_eq!(
                brief(&on_screen(&asked, &mut lines).0),
                "no answer",
                "{input:?}"
            );
        }
    }
}

#[test]
fn lines_have_a_bound_and_are_text() {
    let long = "1".repeat(70_000);
    for question in [auth(), name(), with_defaults(auth(), &[1])] {
        for input in [long.as_bytes(), format!("{long}\n").as_bytes(), b"\xff1\n"] {
            let questions = [question.clone()];
            assert_eq!(brief(&piped_to_tool(&questions, input)), "no answer");
        }
    }
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
        first_stands_in: true,
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
    assert_eq!(brief(&ended), "no answer");
    assert!(!notes(&ended)[0].contains("s3cret"));
    let ended = piped(&[auth()], "\u{1b}[2J\u{202e}\n");
    assert!(notes(&ended)[0].contains(r"\u{1b}[2J\u{202e}"));
}

#[test]
fn a_screen_that_cannot_be_drawn_on_does_not_stop_a_script() {
    let questions = [auth()];
    let mut lines = PipedLines::new("2\n".as_bytes());
    let mut broken: &mut [u8] = &mut [];
    let ended = sayso_term::line::ask_in_lines(&Asked::new(&questions), &mut lines, &mut broken);
    assert_eq!(brief(&ended), r#"auth="JWT""#);
}
