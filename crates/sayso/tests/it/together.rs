//! A terminal and a desk on the same directory: each sees what happens at the other.

use std::sync::mpsc::channel;
use std::thread;

use rustix::process::{Pid, Signal, getsid, kill_process};
use serde_json::{Value, json};

use crate::desk::{Desk, runtime_file, token};
use crate::http::Client;
use crate::questions::{ONE, ask, auth};
use crate::running::{PATIENCE, Running, until};
use crate::stage::Stage;

const JWT: &str = r#"{"answers":{"Auth method":"JWT"}}"#;

fn jwt() -> Value {
    json!({ "answers": { "r1.q1": "JWT" } })
}

#[test]
fn answered_over_http_the_terminal_closes() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let mut terminal = stage.sayso(["ask", &ask(&[auth()])]).at_terminal();
    terminal.sees(ONE).types("half a li");
    let listed = desk.agent().get("/api/interactions?state=pending").json();
    let id = listed["interactions"][0]["interaction_id"]
        .as_str()
        .unwrap();
    let path = format!("/api/interactions/{id}/answer");
    desk.person().post(&path, &jwt()).is(200);
    let done = terminal.done().exits(0).prints(JWT);
    let last = done.screen.lines().last().unwrap();
    assert!(
        last.contains(" answered by a script of ada via http in "),
        "{last}"
    );
}

#[test]
fn answered_at_the_terminal_the_desk_s_clients_are_told() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let mut inbox = desk.person().stream("/api/events", None).unwrap();
    inbox.sees("snapshot");
    let mut terminal = stage
        .sayso(["ask", "--session", "s", &ask(&[auth()])])
        .at_terminal();
    terminal.sees(ONE);
    assert_eq!(inbox.sees("ask_user_question").json()["session_id"], "s");
    let mut session = desk.agent().stream("/api/sessions/s/events", None).unwrap();
    session.sees("snapshot");
    let path = format!("/api/interactions/{}?wait=60", stage.open_id());
    let agent = desk.agent();
    let (tell, told) = channel();
    let tell_too = tell.clone();
    let and_too = tell.clone();
    thread::spawn(move || tell.send(agent.get(&path).is(200).json()["outcome"].clone()));
    thread::spawn(move || tell_too.send(inbox.sees("answered").json()));
    thread::spawn(move || and_too.send(session.sees("answered").json()));
    terminal.types("2\n");
    terminal.done().exits(0).prints(JWT);
    for _ in 0..3 {
        let outcome = told.recv_timeout(PATIENCE).expect("all three are told");
        assert_eq!(outcome["state"], "answered");
        assert_eq!(
            (&outcome["by"], &outcome["via"]),
            (&json!("ada"), &json!("terminal"))
        );
    }
}

/// A question of an agent at the desk is a question for the terminal too.
#[test]
fn asked_over_http_answered_at_the_terminal() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let body = json!({ "input": { "questions": [auth()] }, "agent": { "kind": "main", "name": "claude" } });
    let asked = desk.agent().post("/api/interactions", &body).is(201).json();
    let id = asked["interaction_id"].as_str().unwrap().to_owned();
    assert_eq!(stage.open_id(), id);
    let path = format!("/api/interactions/{id}?wait=60");
    let agent = desk.agent();
    let waiting = thread::spawn(move || agent.get(&path).is(200).json());
    let mut terminal = stage.sayso(["answer", &id]).at_terminal();
    terminal.sees("claude").sees(ONE).types("2\n");
    terminal.done().exits(0);
    let outcome = &waiting.join().unwrap()["outcome"];
    assert_eq!(outcome["answers"][0]["answer"], "JWT");
    let late = desk
        .person()
        .post(&format!("/api/interactions/{id}/answer"), &jwt());
    let (code, message) = late.is(409).error();
    assert_eq!(code, "already_answered");
    assert!(
        message.contains("ada") && message.contains("terminal"),
        "{message}"
    );
}

/// Where the ask says that it can be answered.
fn told_at(asking: &Running) -> String {
    let line = asking.complains_of(", or by: ");
    let (_, rest) = line.split_once("Waiting for an answer at ").unwrap();
    rest.split_once(", or by: ").unwrap().0.to_owned()
}

fn person(stage: &Stage, url: &str) -> Client {
    Client {
        address: url.strip_prefix("http://").unwrap().parse().unwrap(),
        token: Some(token(stage, "person")),
    }
}

fn desk_pid(stage: &Stage) -> Pid {
    let pid = runtime_file(stage).unwrap()["pid"].as_i64().unwrap();
    Pid::from_raw(pid.try_into().unwrap()).unwrap()
}

#[test]
fn with_no_terminal_and_no_desk_one_is_started() {
    let stage = Stage::new();
    let asking = stage.sayso(["ask", &ask(&[auth()])]).begin();
    let url = told_at(&asking);
    assert_eq!(runtime_file(&stage).unwrap()["url"], url.as_str());
    let desk = desk_pid(&stage);
    assert_eq!(
        getsid(Some(desk)).unwrap(),
        desk,
        "a terminal could take it along"
    );

    let id = stage.open_id();
    let path = format!("/api/interactions/{id}");
    let found = person(&stage, &url).get(&path).is(200).json();
    assert_eq!(found["state"], "pending");
    let listed = stage
        .sayso(["pending", "--json"])
        .env("SAYSO_DESK", &url)
        .done();
    assert_eq!(listed.exits(0).json()[0]["interaction_id"], id.as_str());

    // Another asks at the same desk.
    let other = stage.sayso(["ask", "--call", "k", &ask(&[auth()])]).begin();
    assert_eq!(told_at(&other), url);
    drop(other);
    person(&stage, &url)
        .post(&format!("{path}/answer"), &jwt())
        .is(200);
    asking.done().exits(0).prints(JWT);

    // It outlives who started it, and stops in good order.
    person(&stage, &url).get("/healthz").is(200);
    kill_process(desk, Signal::TERM).unwrap();
    until("the desk has taken its file away", || {
        !stage.path("data/desk.json").exists()
    });
}

#[test]
fn two_at_once_start_one_desk() {
    let stage = Stage::new();
    for round in 0..3 {
        if round > 0 {
            // These find what it left behind.
            kill_process(desk_pid(&stage), Signal::KILL).unwrap();
        }
        let asking = [(); 4].map(|()| stage.sayso(["ask", &ask(&[auth()])]).begin());
        let urls: Vec<String> = asking.iter().map(told_at).collect();
        let url = runtime_file(&stage).unwrap()["url"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(
            urls.iter().all(|told| *told == url),
            "round {round}: {urls:?}"
        );
        for open in stage.pending() {
            let id = open["interaction_id"].as_str().unwrap();
            let path = format!("/api/interactions/{id}/answer");
            person(&stage, &url).post(&path, &jwt()).is(200);
        }
        for one in asking {
            one.done().exits(0).prints(JWT);
        }
    }
}
