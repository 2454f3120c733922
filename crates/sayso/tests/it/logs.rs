//! What the desk prints and where it listens holds nothing that is private.

use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::desk::{Desk, token as token_of};
use crate::http::Client;
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
        .sayso(["answer", "--scripted", &id, &words])
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

/// What must never stand in a log, wherever it passes through.
struct Private {
    words: Vec<String>,
}

impl Private {
    #[track_caller]
    fn is_not_in(&self, log: &str) {
        for word in &self.words {
            let line = log.lines().find(|line| line.contains(word.as_str()));
            assert_eq!(line, None, "{word} is in the log");
        }
    }
}

/// All that a desk wrote down, the older file first.
fn log_of(stage: &Stage) -> String {
    let read = |name: &str| std::fs::read_to_string(stage.path(name)).unwrap_or_default();
    read("data/desk.log.1") + &read("data/desk.log")
}

/// Every route there is, with everything private wherever it can be put; at the most verbose level.
#[test]
fn the_log_tells_of_every_request_and_of_nothing_that_was_said() {
    let stage = Stage::new();
    let started = stage.sayso(["serve", "--listen", "127.0.0.1:0"]);
    let desk = Desk::of(&stage, started.env("SAYSO_LOG", "trace"));
    let (person, agent) = (desk.person(), desk.agent());
    let code = person.post("/api/login/code", &json!({})).is(200).json();
    let code = code["code"].as_str().unwrap().to_owned();
    let private = Private {
        words: vec![
            token_of(&stage, "person"),
            token_of(&stage, "agent"),
            code.clone(),
            "hunter2".into(),
            "Otto of Vienna".into(),
            "Which of the two".into(),
        ],
    };
    let document: Value =
        serde_json::from_str(include_str!("../../../../schema/openapi.json")).unwrap();
    let mut routes = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            routes += 1;
            let method = method.to_uppercase();
            for word in &private.words {
                let word = word.replace(' ', "%20");
                let target = format!("{}?q={word}&code={word}", path.replace("{id}", &word));
                let body = json!({ "input": word, "answers": { "q": word }, "reason": word,
                    "code": word, "session_id": 7, "by": word, "agent": word })
                .to_string();
                for client in [&person, &agent, &desk.client(&word)] {
                    // Streams do not end by themselves, and say what they say at their beginning.
                    if path.ends_with("/events") || path.ends_with("/stream") {
                        let _ = client.begin(&method, &target);
                        continue;
                    }
                    let reply = client.send(&method, &target, &body).unwrap();
                    assert!(reply.status < 500, "{method} {target}: {reply:?}");
                }
            }
        }
    }
    assert!(routes > 30, "{routes}");

    // And what works: a secret is asked, answered, waited for; a deadline passes; a page signs in.
    let mut asking = token();
    asking["question_text"] = json!("Which of the two?");
    let body = json!({ "session_id": "s", "input": asking });
    let asked = agent.post("/api/interactions", &body).is(201).json();
    let id = asked["interaction_id"].as_str().unwrap();
    let path = format!("/api/interactions/{id}");
    let answers = json!({ "answers": { "token": "hunter2" } });
    person.post(&format!("{path}/answer"), &answers).is(200);
    let collect = asked["collect_token"].as_str().unwrap();
    let collect = format!("Sayso-Collect-Token: {collect}\r\n");
    let told = agent.get_with(&collect, &format!("{path}?wait=5")).is(200);
    assert!(told.body.contains("hunter2"), "the asker gets it");
    let body = json!({ "session_id": "late", "input": name(), "timeout_seconds": 1 });
    let late = agent.post("/api/interactions", &body).is(201).json();
    let late = late["interaction_id"].as_str().unwrap();
    agent
        .get(&format!("/api/interactions/{late}?wait=60"))
        .is(200);
    let signed_in = person.post("/api/login", &json!({ "code": code })).is(200);
    let cookie = signed_in.header("set-cookie").unwrap();
    let cookie = cookie.split(['=', ';']).nth(1).unwrap().to_owned();
    let secret = signed_in.json()["secret"].as_str().unwrap().to_owned();
    let stranger = Client {
        token: None,
        ..person
    };
    let foreign = stranger.with_head(
        "GET",
        "/api/sessions",
        "Origin: http://elsewhere.example\r\n",
    );
    assert_eq!(foreign.unwrap().status, 403);

    desk.stopped();
    let log = log_of(&stage);
    private.is_not_in(&log);
    for credential in [&cookie, &secret] {
        assert!(
            !log.contains(credential),
            "a page's credential is in the log"
        );
    }
    let (late, id) = (format!("interaction={late}"), format!("interaction={id}"));
    for wanted in [
        &[" INFO  started ", "store=file"][..],
        &[" INFO  stopped"],
        &[" INFO  a deadline passed ", &late, "session=late"],
        &[
            " WARN  a stranger was sent away ",
            "code=origin_not_allowed",
        ],
        &[
            "POST",
            "route=/api/interactions ",
            "status=201",
            "session=s",
            &id,
            "ms=",
        ],
        &[
            "GET",
            "route=/api/interactions/{id} ",
            "status=200",
            &id,
            "ms=",
        ],
        &[
            "POST",
            "route=/api/interactions/{id}/answer ",
            "status=200",
            &id,
        ],
        &["POST", "route=/api/login ", "status=200"],
        &["route=/api/audit ", "status=401", "code=unauthorized"],
        &["route=/api/audit ", "status=403", "code=person_only"],
    ] {
        let tells = |line: &str| wanted.iter().all(|part| line.contains(part));
        assert!(log.lines().any(tells), "no line of {wanted:?} in\n{log}");
    }
    let mode = std::fs::metadata(stage.path("data/desk.log")).unwrap();
    assert_eq!(mode.permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_log_of_json_goes_to_standard_error_without_what_signs_in() {
    let stage = Stage::new();
    stage.sayso(["status"]).done();
    std::fs::create_dir_all(stage.data()).unwrap();
    stage.file("data/config.toml", "[serve]\nlog = \"stderr-json\"\n");
    let desk = Desk::start(&stage);
    desk.agent().get("/api/sessions").is(200);
    let said = desk.stopped().stderr;
    let lines: Vec<Value> = said
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let messages: Vec<&str> = lines
        .iter()
        .map(|line| line["message"].as_str().unwrap())
        .collect();
    assert_eq!(messages, ["started", "request", "stopped"], "{said}");
    assert_eq!(lines[1]["route"], "/api/sessions");
    assert_eq!(lines[1]["status"], 200);
    assert!(lines[1]["ms"].is_u64() && lines[1]["at"].is_string());
    assert!(!said.contains("code="), "{said}");
    assert!(!stage.path("data/desk.log").exists());
}
