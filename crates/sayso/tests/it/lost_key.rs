//! Secret words whose key is gone: who needs them hears of it, without learning where the data lies.

use std::fs;

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::questions::{ask, auth, name, with};
use crate::stage::Stage;

const WORDS: &str = "open-sesame-4711";

fn secret() -> Value {
    with(name(), &json!({ "secret": true }))
}

/// Nothing of this says in which folder the desk keeps its data.
#[track_caller]
fn names_no_folder(stage: &Stage, text: &str) {
    let data = stage.data().display().to_string();
    assert!(!text.contains(&data), "{text}");
    assert!(text.contains("secrets.key"), "{text}");
}

#[test]
fn a_lost_key_hides_the_words_and_nothing_else() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let input: Value = serde_json::from_str(&ask(&[secret()])).unwrap();
    let body = json!({ "session_id": "s", "input": input });
    let asked = desk.agent().post("/api/interactions", &body).is(201).json();
    let id = asked["interaction_id"].as_str().unwrap();
    let collect = asked["collect_token"].as_str().unwrap().to_owned();
    let question = asked["questions"][0]["question_id"].as_str().unwrap();
    let path = format!("/api/interactions/{id}");
    let answer = json!({ "answers": { question: WORDS } });
    desk.person()
        .post(&format!("{path}/answer"), &answer)
        .is(200);
    desk.stopped();
    fs::remove_file(stage.path("data/secrets.key")).unwrap();

    let desk = Desk::start(&stage);
    // The one who looks after it hears where the key belongs.
    let said = desk.running.complains_of("Warning: ");
    assert!(
        said.contains(&stage.path("data/secrets.key").display().to_string()),
        "{said}"
    );
    // People see that words were given, and agents with no right to them see no more.
    for client in [desk.person(), desk.agent()] {
        for wait in ["", "?wait=1"] {
            let seen = client.get(&format!("{path}{wait}")).is(200).json();
            assert_eq!(seen["outcome"]["answers"][0]["hidden"], true);
        }
        client.get("/api/interactions?state=closed").is(200);
    }
    // Who has a right to them hears that they cannot be read.
    let token = stage
        .sayso(["token", "session", "s"])
        .done()
        .exits(0)
        .stdout;
    let own = desk.client(token.trim()).get(&path).is(500);
    let (code, words) = own.error();
    assert_eq!(code, "secrets_unavailable");
    names_no_folder(&stage, &words);
    let head = format!("Sayso-Collect-Token: {collect}\r\n");
    let collected = desk.agent().with_head("GET", &path, &head).unwrap();
    assert_eq!(collected.status, 500);
    // So does an agent that asks for more, while all else goes on.
    let more = json!({ "session_id": "t", "input": input });
    let again = desk.agent().post("/api/interactions", &more).is(500);
    names_no_folder(&stage, &again.error().1);
    let plain = json!({ "input": serde_json::from_str::<Value>(&ask(&[auth()])).unwrap() });
    desk.agent().post("/api/interactions", &plain).is(201);
    let done = stage
        .sayso(["ask", "--no-wait", &ask(&[secret()])])
        .done()
        .exits(8);
    names_no_folder(&stage, &done.stderr);
    desk.stopped();
}
