//! Every way in which asking can end without an answer.

use crate::questions::{auth, name, token};
use crate::script::{Script, brief, on_screen};
use sayso_core::question::Question;
use sayso_term::line::{Quiet, Typed, ask_in_lines};
use sayso_term::{Asked, Ended};

fn line(text: &str) -> Typed {
    Typed::Line(text.into())
}

#[track_caller]
fn check(question: Question, typed: Vec<Typed>, expected: &str) {
    let questions = [question];
    let shown = format!("{typed:?}");
    let (ended, _) = on_screen(&Asked::new(&questions), &mut Script::new(typed));
    assert_eq!(brief(&ended), expected, "typed {shown}");
}

#[test]
fn ctrl_d_asks_once_whether_to_cancel() {
    use Typed::EndOfInput;
    check(auth(), vec![EndOfInput, line("y"), line("")], "cancelled");
    check(
        auth(),
        vec![EndOfInput, line("YES"), line("not now, let us talk first")],
        "cancelled: not now, let us talk first",
    );
    check(
        auth(),
        vec![EndOfInput, line("是"), line("先谈谈")],
        "cancelled: 先谈谈",
    );
    check(auth(), vec![EndOfInput, line("y"), EndOfInput], "cancelled");
    for other in ["n", "", "2", "cancel"] {
        check(
            auth(),
            vec![EndOfInput, line(other), line("2")],
            r#"auth="JWT""#,
        );
    }
    check(
        auth(),
        vec![line("0"), EndOfInput, line("n"), line("Passkeys")],
        r#"auth={"other":"Passkeys"}"#,
    );
    check(
        token(),
        vec![EndOfInput, line("y"), line("no")],
        "cancelled: no",
    );
}

#[test]
fn a_reason_has_a_bound() {
    let typed = vec![
        Typed::EndOfInput,
        line("y"),
        line(&"x".repeat(10_001)),
        Typed::TooLong,
        line("shorter"),
    ];
    check(auth(), typed, "cancelled: shorter");
}

#[test]
fn a_second_end_of_input_is_the_terminal_s() {
    check(auth(), vec![Typed::EndOfInput, Typed::EndOfInput], "gone");
    check(name(), vec![], "gone");
}

#[test]
fn what_ends_the_wait_ends_it_at_every_prompt() {
    for (end, expected) in [
        (Typed::Interrupted, "interrupted"),
        (Typed::Gone, "gone"),
        (Typed::Elsewhere, "elsewhere"),
    ] {
        for before in [
            vec![],
            vec![line("9")],
            vec![line("0")],
            vec![Typed::EndOfInput],
            vec![Typed::EndOfInput, line("y")],
        ] {
            let typed = before.into_iter().chain([end.clone()]).collect();
            check(auth(), typed, expected);
        }
    }
}

#[test]
fn what_ends_the_wait_until_nobody_types_ends_it() {
    let questions = [auth()];
    for (end, expected) in [
        (Typed::Interrupted, "interrupted"),
        (Typed::Gone, "gone"),
        (Typed::Elsewhere, "elsewhere"),
        (Typed::Resumed, r#"auth="JWT""#),
    ] {
        let mut script = Script::of(&["2"]);
        script.ahead = [Quiet::Unfinished, Quiet::Ended(end)].into();
        let (ended, _) = on_screen(&Asked::new(&questions), &mut script);
        assert_eq!(brief(&ended), expected);
    }
}

#[test]
fn after_a_stop_the_question_is_still_asked() {
    check(auth(), vec![Typed::Resumed, line("2")], r#"auth="JWT""#);
    check(
        auth(),
        vec![Typed::NotText, Typed::TooLong, line("2")],
        r#"auth="JWT""#,
    );
}

#[test]
fn a_terminal_that_cannot_be_drawn_on_is_gone() {
    let questions = [auth()];
    let mut broken: &mut [u8] = &mut [];
    let ended = ask_in_lines(
        &Asked::new(&questions),
        &mut Script::of(&["1"]),
        &mut broken,
    );
    assert_eq!(ended, Ended::Gone);
}
