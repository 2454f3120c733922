//! What the desk prints and where it listens holds nothing that is private.

use serde_json::json;

use crate::desk::{Desk, token as token_of};
use crate::questions::{ask, colour, name, token};
use crate::stage::Stage;

#[test]
fn no_token_and_no_answer_is_printed() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let (person, agent) = (desk.person(), desk.agent());
    let runtime = std::fs::read_to_string(stage.path("data/desk.json")).unwrap();

    // Everything goes well.
    let input = json!({ "questions": [colour(), name(), token()] });
    let body = json!({ "session_id": "s", "input": input });
    let asked = agent.post("/api/interactions", &body).is(201).json();
    let path = format!(
        "/api/interactions/{}",
        asked["interaction_id"].as_str().unwrap()
    );
    let draft = json!({ "name": "half of Otto" });
    person
        .send(
            "PUT",
            &format!("{path}/draft"),
            &json!({ "draft": draft }).to_string(),
        )
        .unwrap();
    let mauve = json!({ "other": "Mauve" });
    let answers = json!({ "colour": mauve, "name": "Otto of Vienna", "token": "hunter2" });
    person
        .post(&format!("{path}/answer"), &json!({ "answers": answers }))
        .is(200);
    agent.get(&path).is(200);
    // And everything goes wrong.
    person
        .post(&format!("{path}/answer"), &json!({ "answers": answers }))
        .is(409);
    agent
        .post(&format!("{path}/answer"), &json!({ "answers": answers }))
        .is(403);
    agent
        .send("POST", "/api/interactions", "{ Otto of Vienna hunter2")
        .unwrap()
        .is(400);
    desk.client("a wrong token").get(&path).is(401);
    person.get("/no/such/place?hunter2").is(404);
    drop(person.stream("/api/events", None).unwrap());
    let waiting = stage
        .sayso(["ask", &ask(&[token()])])
        .env("SAYSO_DESK", &desk.url)
        .begin();
    let told = waiting.complains_of("Waiting for an answer at ");
    let id = stage.open_id();
    let words = json!({ "token": "hunter2" }).to_string();
    let answer = stage
        .sayso(["answer", &id, &words])
        .env("SAYSO_DESK", &desk.url);
    let answered = answer.done().exits(0);
    waiting.done().exits(0);
    let metrics = agent.get("/metrics").is(200).body;

    let (whose_person, whose_agent) = (token_of(&stage, "person"), token_of(&stage, "agent"));
    let said = desk.stopped();
    for text in [
        runtime,
        said.stdout,
        said.stderr,
        told,
        answered.stderr,
        metrics,
    ] {
        for private in [
            whose_person.as_str(),
            &whose_agent,
            "hunter2",
            "Otto",
            "Mauve",
            "a wrong token",
        ] {
            assert!(!text.contains(private), "{private} is in {text}");
        }
    }
    // A secret is not in the log either.
    let export = stage.sayso(["audit", "export"]).done().exits(0);
    assert!(!export.stdout.contains("hunter2"));
    assert!(export.stdout.contains("Otto of Vienna"));
}
