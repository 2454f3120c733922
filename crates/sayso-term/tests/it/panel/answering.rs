//! Keys in, answers out.

use sayso_core::choice::Choice;
use sayso_core::kind::Kind;
use sayso_core::question::Question;

use super::hands::{after, panel};
use crate::questions::{
    auth, deploy, features, name, optional, token, with_defaults, with_follow_ups, without_other,
};

#[track_caller]
fn check(questions: &[Question], rows: &[(&str, &str)]) {
    for (keys, expected) in rows {
        let mut panel = panel(questions);
        assert_eq!(after(&mut panel, keys), *expected, "{keys}");
    }
}

#[test]
fn one_choice_alone() {
    check(
        &[auth()],
        &[
            ("enter", r#"auth="OAuth 2.0""#),
            ("down enter", r#"auth="JWT""#),
            ("j enter", r#"auth="JWT""#),
            ("down up enter", r#"auth="OAuth 2.0""#),
            ("ctrl+n ctrl+p enter", r#"auth="OAuth 2.0""#),
            ("1", r#"auth="OAuth 2.0""#),
            ("2", r#"auth="JWT""#),
            ("3", "-"),
            ("9", "-"),
            // Highlighted is not chosen, and picked is not given.
            ("down", "-"),
            ("down space", "-"),
            ("down space up enter", r#"auth="OAuth 2.0""#),
            ("x", "-"),
            // Own words, in the same panel.
            ("0 'Passkeys' enter", r#"auth={"other":"Passkeys"}"#),
            (
                "down down 'Pass keys 2' enter",
                r#"auth={"other":"Pass keys 2"}"#,
            ),
            ("0 enter", "-"),
            ("0 '   ' enter", "-"),
            ("0 'x' up enter", r#"auth="JWT""#),
            ("0 'x' up down enter", r#"auth={"other":"x"}"#),
            ("0 'x' backspace enter", "-"),
            ("0 'jk12?' enter", r#"auth={"other":"jk12?"}"#),
            // A note beside it, and beside own words.
            (
                "n 'for the API' enter down enter",
                r#"auth="JWT" (for the API)"#,
            ),
            ("n 'n' enter 0 'w' enter", r#"auth={"other":"w"} (n)"#),
            ("0 'w' alt+n 'why' enter", "-"),
            (
                "0 'w' alt+n 'why' enter enter",
                r#"auth={"other":"w"} (why)"#,
            ),
            ("n 'only a note' enter", "-"),
            // Back to the row that it was written beside.
            ("down n 'why' enter enter", r#"auth="JWT" (why)"#),
            ("down n 'why' esc enter", r#"auth="JWT" (why)"#),
        ],
    );
    check(
        &[without_other(auth())],
        &[("0", "-"), ("down down down enter", r#"auth="JWT""#)],
    );
    check(
        &[with_defaults(auth(), &[2])],
        &[
            ("enter", r#"auth="JWT""#),
            ("up enter", r#"auth="OAuth 2.0""#),
        ],
    );
}

#[test]
fn several_choices() {
    check(
        &[features()],
        &[
            ("enter", "-"),
            ("space enter", "-"),
            ("space enter enter", r#"features=["Caching"]"#),
            ("3 1 enter enter", r#"features=["Caching","Metrics"]"#),
            ("1 1 2 enter enter", r#"features=["Logging"]"#),
            (
                "1 0 'Tracing' enter enter",
                r#"features=["Caching",{"other":"Tracing"}]"#,
            ),
            ("1 0 'x' backspace enter enter", r#"features=["Caching"]"#),
            ("1 backspace enter", "-"),
            (
                "1 n 'soon' enter enter enter",
                r#"features=["Caching"] (soon)"#,
            ),
        ],
    );
    check(
        &[optional(features())],
        &[("enter enter", "-"), ("s enter", "-")],
    );
}

#[test]
fn yes_or_no_and_own_words() {
    check(
        &[deploy()],
        &[
            ("y", "deploy=true"),
            ("n", "deploy=false"),
            ("enter", "deploy=true"),
            ("down enter", "deploy=false"),
            ("2", "deploy=false"),
            ("alt+n 'later' enter n", "deploy=false (later)"),
        ],
    );
    check(
        &[name()],
        &[
            ("'Ada' enter", r#"name="Ada""#),
            ("enter", "-"),
            ("'  ' enter", "-"),
            ("'a' ctrl+j 'b' enter", r#"name="a\nb""#),
            ("'a' alt+enter 'b' enter", r#"name="a\nb""#),
            ("\"one\r\ntwo\n\" '!' enter", r#"name="one\ntwo\n!""#),
            ("'小明' backspace enter", r#"name="小""#),
        ],
    );
    check(&[token()], &[("'s3cret' enter", r#"token="s3cret""#)]);
    check(
        &[optional(name())],
        &[
            ("'Ada' alt+s", "-"),
            ("'Ada' alt+s 'Bob' enter", r#"name="Bob""#),
        ],
    );
}

#[test]
fn several_questions() {
    let three = [auth(), features(), deploy()];
    let all = r#"auth="JWT" features=["Logging"] deploy=true"#;
    check(
        &three,
        &[
            ("2 2 enter y enter", all),
            ("2 2 enter y", "-"),
            // In any order, and back again without losing anything.
            (
                "tab 2 tab y shift+tab shift+tab shift+tab 2 tab tab tab enter",
                all,
            ),
            (
                "2 2 enter y left left left 1 enter enter",
                r#"auth="OAuth 2.0" features=["Logging"] deploy=true"#,
            ),
            ("right right right right enter", "-"),
            // From the review to a question and back.
            (
                "2 2 enter y up up enter 1 enter enter",
                r#"auth="JWT" features=["Caching","Logging"] deploy=true"#,
            ),
            // What is missing is gone to, and nothing is sent.
            ("2 tab y enter", "-"),
            ("2 tab y enter 2 enter enter", all),
        ],
    );
    check(
        &[auth(), optional(name())],
        &[
            ("2 enter enter", r#"auth="JWT""#),
            ("2 'x' enter enter", r#"auth="JWT" name="x""#),
            // Left out is left out, whatever was written there.
            ("2 'x' alt+s enter", r#"auth="JWT""#),
        ],
    );
}

#[test]
fn follow_ups_cascade_under_their_option() {
    let under = with_follow_ups(auth(), "JWT", vec![name(), optional(deploy())]);
    check(
        &[under],
        &[
            // Without any on the table it is a lone choice.
            ("1", r#"auth="OAuth 2.0""#),
            (
                "2 'Ada' enter y enter",
                r#"auth="JWT" name="Ada" deploy=true"#,
            ),
            ("2 'Ada' enter", "-"),
            ("2 'Ada' enter tab enter", r#"auth="JWT" name="Ada""#),
            // Unpicked, they go; picked again, what was entered is there.
            ("2 'Ada' up up space up enter", r#"auth="OAuth 2.0""#),
            (
                "2 'Ada' up up space down up 2 enter y enter",
                r#"auth="JWT" name="Ada" deploy=true"#,
            ),
        ],
    );
}

#[test]
fn esc_goes_back_and_never_answers() {
    check(
        &[auth(), features()],
        &[
            ("esc", "-"),
            ("esc esc esc esc", "-"),
            ("esc enter 2", "-"),
            ("esc down enter", "leave"),
            ("esc down down enter 'not now' enter", "cancel not now"),
            ("esc down down enter enter", "cancel "),
            ("esc down down enter 'x' esc esc", "-"),
            ("0 'x' esc esc", "-"),
            ("ctrl+c", "-"),
            ("ctrl+c ctrl+c", "interrupt"),
            ("ctrl+c esc ctrl+c", "-"),
            ("z enter", "-"),
            ("z 2 2", "-"),
            ("? esc v esc r", "-"),
            ("ctrl+z", "suspend"),
            ("ctrl+l", "redraw"),
        ],
    );
}

#[test]
fn long_lists_are_narrowed_down_by_typing() {
    let mut branches = Question::new("branch", Kind::MultipleChoice, "Which branch?");
    branches.choices = (1..=200)
        .map(|n| Choice::new(format!("b{n}"), format!("feature/number-{n}")))
        .collect();
    check(
        &[branches.clone()],
        &[
            ("enter", r#"branch="b1""#),
            ("'137' enter", r#"branch="b137""#),
            ("'NUMBER-42' enter", r#"branch="b42""#),
            ("'13' down enter", r#"branch="b113""#),
            ("'nothing like it' enter", "-"),
            ("'137' esc enter", r#"branch="b137""#),
            ("'7' backspace down enter", r#"branch="b8""#),
            ("pagedown end 'own' enter", r#"branch={"other":"own"}"#),
        ],
    );
    // What is not in sight is not taken.
    check(
        &[without_other(branches.clone())],
        &[
            ("'zzz' enter", "-"),
            ("'zzz' space enter", "-"),
            ("down down 'zzz' down up enter enter", "-"),
            ("'zzz' esc enter", r#"branch="b1""#),
            (
                "'zzz' backspace backspace backspace enter",
                r#"branch="b1""#,
            ),
        ],
    );
    branches.kind = Kind::Checkbox;
    check(
        &[branches.clone()],
        &[(
            "'137' space esc 'r-42' space esc enter enter",
            r#"branch=["b42","b137"]"#,
        )],
    );
    // A follow-up in sight is another question: nobody is led there by what they look for.
    let under = with_follow_ups(without_other(branches), "b7", vec![deploy()]);
    check(
        &[under],
        &[
            ("'r-7' space esc 'zzz' space enter esc tab enter", "-"),
            (
                "'number-137' space esc 'zzz' space esc enter enter",
                r#"branch=["b137"]"#,
            ),
            ("'zzz' space esc enter", "-"),
        ],
    );
}
