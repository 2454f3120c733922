//! Asking twice, leaving, coming back: the same key is the same question, for ever.

use rustix::process::Signal;
use sayso_core::moment::Moment;
use sayso_desk::clock::{Clock, SystemClock};
use serde_json::json;

use crate::desk::Desk;
use crate::questions::{ONE, ask, auth, features, with};
use crate::running::until;
use crate::stage::{Call, Stage};

const JWT: &str = r#"{"answers":{"Auth method":"JWT"}}"#;

fn keyed(stage: &Stage, key: &str) -> Call {
    stage.sayso(["ask", "--call", key, &ask(&[auth()])])
}

#[test]
fn who_asks_again_is_attached_and_everyone_gets_the_answer() {
    let stage = Stage::new();
    let mut first = keyed(&stage, "k").at_terminal();
    first.sees(ONE);
    let mut second = keyed(&stage, "k").at_terminal();
    second.sees(ONE);
    let question = ask(&[auth()]);
    let local = ["ask", "--local", "--call", "k", &question];
    let without_terminal = stage.sayso(local).begin();
    let id = stage.open_id();
    let answer = stage.sayso(["answer", "--scripted", &id, r#"{"Auth method":"JWT"}"#]);
    answer.done().exits(0);
    for done in [first.done(), second.done(), without_terminal.done()] {
        done.exits(0).prints(JWT);
    }
    // Later, and with nobody there to be asked.
    keyed(&stage, "k").done().exits(0).prints(JWT);
    // A line piped in for a question that is closed changes nothing.
    keyed(&stage, "k").piped("1\n").done().exits(0).prints(JWT);
    assert_eq!(stage.states(), ["answered"]);
}

#[test]
fn a_question_whose_asker_was_killed_says_so() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let mut page = desk.person().stream("/api/events", None).unwrap();
    let asker = keyed(&stage, "k").begin();
    let id = stage.open_id_soon();
    // For a moment after it was asked nobody is looked for.
    let asked: Moment = stage.pending()[0]["asked_at"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    until("it is old enough", || {
        SystemClock::new().now().since(asked) > 10_500
    });
    let look = || {
        desk.person()
            .get(&format!("/api/interactions/{id}"))
            .is(200)
            .json()
    };
    assert_eq!(look()["unattended"], json!(null), "somebody waits");

    asker.signal(Signal::KILL);
    asker.done();
    assert_eq!(look()["unattended"], json!(true));
    let listed = stage.sayso(["pending"]).done().exits(0);
    assert!(listed.stdout.contains("(asker away)"), "{}", listed.stdout);
    let told = page.sees("unattended").json();
    assert_eq!(told["interactions"], json!([id]));

    // Who comes back is waited for again, and gets what was answered.
    let back = keyed(&stage, "k").begin();
    assert_eq!(page.sees("unattended").json()["interactions"], json!([]));
    let answer = stage.sayso(["answer", "--scripted", &id, r#"{"Auth method":"JWT"}"#]);
    answer.done().exits(0);
    back.done().exits(0).prints(JWT);
}

#[test]
fn one_of_two_terminals_answers() {
    let stage = Stage::new();
    let mut first = keyed(&stage, "k").at_terminal();
    first.sees(ONE);
    let mut second = keyed(&stage, "k").env("USER", "bob").at_terminal();
    second.sees(ONE).types("2\n");
    second.done().exits(0).prints(JWT);
    let done = first.done().exits(0).prints(JWT);
    assert!(done.screen.contains(" answered by bob via terminal in "));
    assert_eq!(stage.states(), ["answered"]);
}

#[test]
fn other_content_under_the_same_key_is_refused() {
    let stage = Stage::new();
    let no_wait = |question: &str| stage.sayso(["ask", "--no-wait", "--call", "k", question]);
    no_wait(&ask(&[auth()])).done().exits(7);
    let reused = "This idempotency key was used before, with other content. \
                  Use a new key for something new.";
    let other = [
        ask(&[features()]),
        ask(&[auth(), features()]),
        ask(&[with(auth(), &json!({ "question": "Which one?" }))]),
    ];
    for question in &other {
        let done = no_wait(question).done();
        done.exits(1).prints_nothing().complains(&[reused]);
        let done = stage
            .sayso(["ask", "--call", "k", question])
            .piped("1\n")
            .done();
        done.exits(1).prints_nothing().complains(&[reused]);
    }
    // The same question, written otherwise, is the same.
    let spaced = serde_json::to_string_pretty(&json!({ "questions": [auth()] })).unwrap();
    no_wait(&spaced).done().exits(7);
    assert_eq!(stage.pending().len(), 1);
    let id = stage.open_id();
    let answer = stage.sayso(["answer", "--scripted", &id, r#"{"Auth method":"JWT"}"#]);
    answer.done().exits(0);
    let done = no_wait(&other[0]).done();
    done.exits(1).prints_nothing().complains(&[reused]);
}

#[test]
fn a_key_belongs_to_its_session() {
    let stage = Stage::new();
    for session in ["a", "b", "a"] {
        let args = ["ask", "--session", session, "--call", "k", "--no-wait"];
        let args = args.into_iter().map(String::from).chain([ask(&[auth()])]);
        stage.sayso(args).done().exits(7);
    }
    assert_eq!(stage.pending().len(), 2);
}

#[test]
fn the_id_of_a_tool_call_is_its_key() {
    let stage = Stage::new();
    let call = json!({
        "type": "tool_use",
        "id": "toolu_01",
        "name": "AskUserQuestion",
        "input": { "questions": [auth()] },
    });
    let ask = || stage.sayso(["ask", &call.to_string(), "--format", "claude"]);
    let done = ask().piped("2\n").done().exits(0);
    assert_eq!(done.json()["tool_use_id"], "toolu_01");
    assert_eq!(ask().done().exits(0).stdout, done.stdout);
    assert_eq!(stage.states(), ["answered"]);
}

#[test]
fn killed_while_the_question_was_on_the_screen() {
    let stage = Stage::new();
    let mut terminal = keyed(&stage, "k").at_terminal();
    terminal.sees(ONE).types("2");
    terminal.signal(Signal::KILL);
    terminal.done().exits(137).prints_nothing();
    let id = stage.open_id();

    let mut terminal = keyed(&stage, "k").at_terminal();
    terminal.sees(ONE);
    assert_eq!(stage.open_id(), id);
    terminal.types("2\n");
    terminal.done().exits(0).prints(JWT);
    let history = stage.history();
    assert_eq!(history.len(), 1);
    assert_eq!(history[0]["interaction_id"], id.as_str());
    stage.sayso(["audit", "verify"]).done().exits(0);
}

#[test]
fn killed_and_answered_meanwhile() {
    let stage = Stage::new();
    let mut terminal = keyed(&stage, "k").at_terminal();
    terminal.sees(ONE);
    terminal.signal(Signal::KILL);
    terminal.done().exits(137);
    let mut other = stage.sayso(["answer", &stage.open_id()]).at_terminal();
    other.sees(ONE).types("2\n");
    other.done().exits(0).prints_nothing();
    keyed(&stage, "k").done().exits(0).prints(JWT);
}

#[test]
fn a_question_that_was_taken_back_stays_so() {
    let stage = Stage::new();
    let mut terminal = keyed(&stage, "k").at_terminal();
    terminal.sees(ONE).types("\u{3}");
    terminal.done().exits(130);
    let done = keyed(&stage, "k").piped("2\n").done();
    done.exits(4)
        .prints_nothing()
        .complains(&["The question was withdrawn before anyone answered."]);
}
