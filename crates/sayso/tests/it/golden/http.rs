//! What the HTTP API says of an interaction, and what a live stream tells of it. The shapes of all
//! operations stand in `schema/openapi.json`, which `cargo xtask generate --check` compares.

use serde_json::json;

use super::Record;
use crate::desk::Desk;
use crate::questions::{colour, name, token};
use crate::stage::Stage;

#[test]
fn of_an_interaction() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let mut record = Record::of(&stage);
    let mut stream = desk.person().stream("/api/events", None).unwrap();
    let body = json!({
        "session_id": "s", "agent": { "kind": "main", "name": "claude" }, "idempotency_key": "k",
        "input": { "questions": [colour(), name(), token()] },
    });
    let asked = desk.agent().post("/api/interactions", &body);
    let asked = record.replied("an agent: POST /api/interactions", &asked);
    let id = asked["interaction_id"].as_str().unwrap();
    let one = format!("/api/interactions/{id}");
    let answer = format!("{one}/answer");
    let nothing = "/api/interactions/01a1e14a1c9275258431e7015766131b";
    let first = asked["questions"][0]["question_id"].as_str().unwrap();
    let wrong = json!({ "answers": { "name": "Otto" } });
    let right = json!({ "answers": { first: "red", "name": "Otto", "token": "s3cret" } });
    let (agent, person) = (desk.agent(), desk.person());
    for (request, reply) in [
        ("an agent: GET, open", agent.get(&one)),
        (
            "a person: GET /api/interactions",
            person.get("/api/interactions"),
        ),
        (
            "a person: POST answer, refused",
            person.post(&answer, &wrong),
        ),
        ("an agent: POST answer", agent.post(&answer, &right)),
        ("a person: POST answer", person.post(&answer, &right)),
        ("an agent: GET, answered", agent.get(&one)),
        ("a person: GET, answered", person.get(&one)),
        (
            "a person: POST cancel",
            person.post(&format!("{one}/cancel"), &json!({})),
        ),
        ("a person: GET, no such", person.get(nothing)),
    ] {
        record.replied(request, &reply);
    }
    for kind in ["ask_user_question", "answered"] {
        record.shows(&format!("event: {kind}"), &stream.sees(kind).json());
    }
    record.keeps("http_interaction");
}
