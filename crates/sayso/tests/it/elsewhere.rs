//! The question is open here, and closed elsewhere.

use crate::questions::{ONE, ask, auth};
use crate::stage::Stage;

const JWT: &str = r#"{"answers":{"Auth method":"JWT"}}"#;

#[test]
fn the_terminal_says_who_answered_and_where() {
    let stage = Stage::new();
    let mut terminal = stage.sayso(["ask", &ask(&[auth()])]).at_terminal();
    terminal.sees(ONE).types("half a li");
    let answer = stage.sayso([
        "answer",
        "--scripted",
        &stage.open_id(),
        r#"{"Auth method":"JWT"}"#,
    ]);
    answer.env("USER", "bob").done().exits(0);
    let done = terminal.done().exits(0).prints(JWT);
    let last = done.screen.lines().last().unwrap();
    assert!(
        last.contains(" answered by a script of bob via file in "),
        "{last}"
    );
    let outcome = &stage.history()[0];
    assert_eq!(outcome["by"], "bob");
    assert_eq!(outcome["answers"][0]["answer"], "JWT");
}

#[test]
fn it_says_so_even_when_standard_error_is_the_agent_s() {
    let stage = Stage::new();
    let line = r#"sayso ask "$1" < /dev/null 2> /dev/null; exit $?"#;
    let mut terminal = stage.shell(line, [ask(&[auth()])]).at_terminal();
    terminal.sees(ONE);
    let mut other = stage
        .sayso(["answer", &stage.open_id()])
        .env("USER", "bob")
        .at_terminal();
    other.sees(ONE).types("2\n");
    other.done().exits(0);
    let done = terminal.done().exits(0).prints(JWT);
    assert!(
        done.screen.contains(" answered by bob via terminal in "),
        "{}",
        done.screen
    );
}

#[test]
fn called_off_elsewhere() {
    let stage = Stage::new();
    let mut terminal = stage.sayso(["ask", &ask(&[auth()])]).at_terminal();
    terminal.sees(ONE);
    let cancel = stage.sayso(["cancel", &stage.open_id(), "--reason", "too early"]);
    cancel.env("USER", "bob").done().exits(0);
    let done = terminal.done().exits(4).prints_nothing();
    assert!(
        done.screen
            .contains(" cancelled by bob via terminal after "),
        "{}",
        done.screen
    );
    assert!(done.screen.contains("“too early”"), "{}", done.screen);
}

#[test]
fn taken_back_by_its_asker() {
    let stage = Stage::new();
    let mut asker = stage.sayso(["ask", &ask(&[auth()])]).at_terminal();
    asker.sees(ONE);
    let mut person = stage.sayso(["answer", &stage.open_id()]).at_terminal();
    person.sees(ONE);
    asker.types("\u{3}");
    asker.done().exits(130);
    let done = person.done().exits(4).prints_nothing();
    assert!(
        done.screen.ends_with("The asker took the question back.\n"),
        "{}",
        done.screen
    );
}

#[test]
fn the_second_of_two_is_told_who_was_first() {
    let stage = Stage::new();
    stage
        .sayso(["ask", "--no-wait", &ask(&[auth()])])
        .done()
        .exits(7);
    let id = stage.open_id();
    let mut slow = stage.sayso(["answer", &id]).at_terminal();
    slow.sees(ONE).types("1");
    let mut fast = stage
        .sayso(["answer", &id])
        .env("USER", "bob")
        .at_terminal();
    fast.sees(ONE).types("2\n");
    fast.done().exits(0);
    let done = slow.done();
    assert!(
        done.screen.contains(" answered by bob via terminal in "),
        "{}",
        done.screen
    );
    stage.sayso(["wait", &id]).done().exits(0).prints(JWT);
    let late = stage
        .sayso([
            "answer",
            "--scripted",
            &id,
            r#"{"Auth method":"OAuth 2.0"}"#,
        ])
        .done();
    assert!(
        late.stderr.contains(" answered by bob via terminal in "),
        "{late:?}"
    );
    assert_eq!(stage.history()[0]["answers"][0]["answer"], "JWT");
}
