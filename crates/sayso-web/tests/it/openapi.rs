//! The document and what is served are the same.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::documented::{self, document, examples, operations};
use crate::house::House;
use crate::schema;
use crate::stream;
use crate::words::{auth, choice};

#[tokio::test(flavor = "multi_thread")]
async fn the_document_is_served_as_it_is_in_the_repository() {
    let house = House::open().await;
    let reply = house.anyone().get("/api/openapi.json").await;
    reply.ok(200);
    assert_eq!(reply.head.get("content-type"), Some("application/json"));
    assert_eq!(String::from_utf8(reply.body).unwrap(), documented::TEXT);
}

#[cfg(feature = "schema")]
#[test]
fn the_document_is_what_the_table_of_operations_makes() {
    assert_eq!(sayso_web::openapi::document(), documented::TEXT);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_operation_of_the_document_is_served() {
    let house = House::open().await;
    for operation in operations() {
        let target = operation.path.replace("{id}", "none");
        let body = (operation.method != "GET").then(|| b"{}".to_vec());
        // Streams of everything never end: who asks without a credential learns enough.
        let reply = house.anyone().send(&operation.method, &target, body).await;
        let code = reply.json()["error"]["code"].clone();
        assert!(
            code != "not_found" && code != "method_not_allowed",
            "{operation:?}"
        );
        let guarded = reply.status() == 401 && code == "unauthorized";
        assert_eq!(guarded, operation.is_guarded(), "{target}");
    }
}

#[test]
fn the_names_that_others_rely_on_are_there() {
    for row in [
        "POST /api/task",
        "GET /api/task/stream",
        "POST /api/task/answer",
        "POST /api/task/interrupt",
        "POST /api/interactions",
        "GET /api/interactions",
        "GET /api/interactions/{id}",
        "POST /api/interactions/{id}/answer",
        "POST /api/interactions/{id}/cancel",
        "POST /api/interactions/{id}/hold",
        "POST /api/interactions/{id}/reopen",
        "PUT /api/interactions/{id}/draft",
        "POST /api/interactions/answer-batch",
        "GET /api/interactions/{id}/context",
        "GET /api/sessions",
        "GET /api/sessions/{id}",
        "GET /api/sessions/{id}/messages",
        "GET /api/sessions/{id}/events",
        "POST /api/sessions/{id}/branch",
        "GET /api/events",
        "GET /api/audit",
        "GET /api/openapi.json",
        "GET /healthz",
        "GET /metrics",
    ] {
        let (method, path) = row.split_once(' ').unwrap();
        let there = operations()
            .iter()
            .any(|one| one.method == method && one.path == path);
        assert!(there, "{row}");
    }
}

#[test]
fn every_reference_of_the_document_leads_somewhere() {
    fn follow(value: &Value, count: &mut usize) {
        match value {
            Value::Object(fields) => {
                if let Some(reference) = fields.get("$ref") {
                    let path = reference.as_str().unwrap().strip_prefix('#').unwrap();
                    assert!(document().pointer(path).is_some(), "{path}");
                    *count += 1;
                }
                fields.values().for_each(|value| follow(value, count));
            }
            Value::Array(items) => items.iter().for_each(|value| follow(value, count)),
            _ => {}
        }
    }
    let mut count = 0;
    follow(document(), &mut count);
    assert!(count > 50, "{count}");
}

#[test]
fn operations_are_told_apart_and_described() {
    let mut names = std::collections::HashSet::new();
    for operation in operations() {
        let about = &operation.about;
        assert!(names.insert(about["operationId"].to_string()));
        assert!(!about["summary"].as_str().unwrap().is_empty());
        let takes_id = operation.path.contains("{id}");
        let parameters = about["parameters"].as_array().unwrap();
        let names_id = parameters.iter().any(|one| one["in"] == "path");
        assert!(about["responses"].as_object().unwrap().len() > 3);
        assert_eq!(takes_id, names_id, "{}", operation.path);
        // Whatever changes something is sent as JSON, also where there is nothing to say.
        let has_body = about.get("requestBody").is_some();
        assert_eq!(has_body, operation.method != "GET");
    }
}

/// The document itself, which says nothing of itself but that it is an object.
const ITSELF: &str = "openapi";

#[test]
fn everything_that_goes_in_or_comes_out_has_an_example() {
    for operation in operations() {
        let name = &operation.about["operationId"];
        if let Some(body) = operation.body() {
            assert!(!examples(body).is_empty(), "{name}: what goes in");
        }
        let successes = operation.successes();
        assert!(!successes.is_empty(), "{name}");
        for (status, kind, content) in successes {
            let has = !examples(content).is_empty() || name == ITSELF;
            assert!(has, "{name}: {status} {kind}");
        }
        for parameter in operation.about["parameters"].as_array().unwrap() {
            let parameter = schema::resolve(parameter);
            let fits = schema::check(&parameter["schema"], &parameter["example"]);
            fits.unwrap_or_else(|why| panic!("{name}: {}: {why}", parameter["name"]));
        }
    }
}

#[test]
fn every_example_is_what_its_schema_says() {
    let mut count = 0;
    for operation in operations() {
        let name = &operation.about["operationId"];
        let responses = operation.about["responses"].as_object().unwrap().values();
        let contents = responses.filter_map(|one| schema::resolve(one)["content"].as_object());
        let contents = contents.flat_map(|content| content.values());
        for content in contents.chain(operation.body()) {
            for (which, example) in examples(content) {
                let fits = schema::check(&content["schema"], example);
                fits.unwrap_or_else(|why| panic!("{name}: {which}: {why}"));
                count += 1;
            }
        }
    }
    assert!(count > 500, "{count}");
}

/// What streams tell is read from an example as from a stream.
#[test]
fn the_examples_of_streams_can_be_listened_to() {
    let mut told = Vec::new();
    for operation in operations() {
        for (_, kind, content) in operation.successes() {
            if kind != "text/event-stream" {
                continue;
            }
            for (_, example) in examples(content) {
                let blocks = example.as_str().unwrap().split_terminator("\n\n");
                for block in blocks.filter(|block| !block.starts_with("event: alive")) {
                    told.push(stream::parse(block));
                }
                assert!(
                    example
                        .as_str()
                        .unwrap()
                        .ends_with("event: alive\ndata: {}\n\n")
                );
            }
            let events = content["schema"]["x-events"].as_object().unwrap();
            assert!(events.contains_key("message") && events.contains_key("alive"));
        }
    }
    // A fact has a type, an item of a transcript a kind.
    for (field, name) in [
        ("type", "snapshot"),
        ("type", "answered"),
        ("type", "text"),
        ("kind", "ask_user_question"),
    ] {
        assert!(told.iter().any(|event| event.data[field] == name), "{name}");
    }
}

/// Whether they work hangs on what is there; that they can be read and are answered as documented
/// does not, and the client looks at that.
#[tokio::test(flavor = "multi_thread")]
async fn every_example_can_be_sent() {
    let house = House::open().await;
    let person = house.person();
    for operation in operations() {
        let kinds = operation.successes();
        if kinds
            .iter()
            .any(|(_, kind, _)| *kind == "text/event-stream")
        {
            continue;
        }
        let body = operation.body().map(|body| examples(body)[0].1.to_string());
        let body = body.map(String::into_bytes);
        let target = operation.target();
        let reply = person.send(&operation.method, &target, body);
        let reply = reply.await.json();
        let code = &reply["error"]["code"];
        // A desk that hosts no agents starts none.
        let misread = code == "invalid_request" && operation.path != "/api/task";
        let misfits = code == "invalid_question" || code == "invalid_answer";
        assert!(!misread && !misfits, "{target}: {reply}");
    }
}

/// The examples tell one story, and so it goes.
#[tokio::test(flavor = "multi_thread")]
async fn the_examples_go_together() {
    let house = House::open().await;
    let person = house.person();
    let mut id = String::new();
    for (name, status, example) in [
        ("ask", 201, "example"),
        ("ask", 200, "example"),
        ("list_interactions", 200, "pending"),
        ("get_interaction", 200, "pending"),
        ("hold", 200, "example"),
        ("put_draft", 200, "example"),
        ("get_draft", 200, "example"),
        ("answer", 200, "example"),
        ("get_interaction", 200, "answered"),
        ("say", 201, "example"),
        ("list_sessions", 200, "example"),
        ("get_session", 200, "example"),
        ("list_messages", 200, "example"),
        ("audit", 200, "example"),
        ("branch", 201, "example"),
        ("chain", 200, "example"),
        ("interrupt", 200, "example"),
        ("login_code", 200, "example"),
        ("health", 200, "example"),
        ("list_agents", 200, "example"),
        ("templates", 200, "example"),
        ("list_transcripts", 200, "example"),
    ] {
        let operations = operations();
        let mut all = operations.iter();
        let operation = all.find(|one| one.about["operationId"] == name).unwrap();
        let at = if operation.path.starts_with("/api/interactions/") {
            &id
        } else {
            "session_1"
        };
        let target = operation.path.replace("{id}", at);
        let body = operation.body().map(|body| examples(body)[0].1.to_string());
        let body = body.map(String::into_bytes);
        let reply = person.send(&operation.method, &target, body);
        let real = reply.await.ok(status);
        if name == "ask" {
            id = real["interaction_id"].as_str().unwrap().to_owned();
        }
        let successes = operation.successes();
        let (_, _, content) = successes[0];
        let mut shown = examples(content).into_iter();
        let (_, shown) = shown.find(|(which, _)| *which == example).unwrap();
        let fields = |value: &Value| -> BTreeSet<String> {
            value.as_object().unwrap().keys().cloned().collect()
        };
        assert_eq!(fields(shown), fields(&real), "{name}: {real}");
        if name == "get_draft" {
            assert_eq!(*shown, real);
        }
    }
}

/// Everything that can happen to a session is told as documented: the client looks at it.
#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_fact_is_told_as_documented() {
    let house = House::with_stopped_clock().await;
    let person = house.person();
    let ask = async |question: Value| {
        let body = json!({ "session_id": "s", "input": question, "timeout_seconds": 60 });
        let asked = house.agent().post("/api/interactions", body).await.ok(201);
        let id = asked["interaction_id"].as_str().unwrap();
        format!("/api/interactions/{id}")
    };
    let q = ask(auth()).await;
    for hold in [true, false] {
        let body = json!({ "hold": hold });
        person.post(&format!("{q}/hold"), body).await.ok(200);
    }
    let part = json!({ "answers": { "auth": "oauth2" }, "part": true });
    person.post(&format!("{q}/answer"), part).await.ok(200);
    let rest = json!({ "answers": { "providers": ["google"] } });
    person.post(&format!("{q}/answer"), rest).await.ok(200);
    let agent = house.agent();
    let path = format!("{q}/acknowledge");
    agent.post(&path, json!({})).await.ok(200);
    let r = ask(choice("r")).await;
    person.post(&format!("{r}/cancel"), json!({})).await.ok(200);
    ask(choice("t")).await;
    house.later(60_000).await;
    for kind in [
        "text",
        "thinking",
        "tool_use",
        "tool_result",
        "error",
        "complete",
        "info",
    ] {
        let body = json!({ "kind": kind, "content": { "text": kind } });
        person.post("/api/sessions/s/messages", body).await.ok(201);
    }
    for allow in [json!(1), Value::Null] {
        let body = json!({ "allow": allow });
        person.post("/api/sessions/s/chain", body).await.ok(200);
    }
    let branch = person.post("/api/sessions/s/branch", json!({ "round": 1 }));
    let branch = branch.await.ok(201);
    let branch = branch["session_id"].as_str().unwrap();
    let mut told = BTreeSet::new();
    for session in ["s", branch] {
        let path = format!("/api/sessions/{session}/messages");
        let page = person.get(&path).await.ok(200);
        let messages = page["messages"].as_array().unwrap();
        told.extend(
            messages
                .iter()
                .map(|one| one["type"].as_str().unwrap().to_owned()),
        );
    }
    let push = &document()["components"]["schemas"]["Push"]["oneOf"];
    let kinds = push.as_array().unwrap().iter();
    let kinds = kinds.map(|one| {
        one["properties"]["type"]["const"]
            .as_str()
            .unwrap()
            .to_owned()
    });
    // What only a newer Sayso writes cannot be written here.
    let known: BTreeSet<String> = kinds.filter(|kind| kind != "unknown").collect();
    assert_eq!(told, known);
    let facts = house.log().await;
    assert!(facts.len() > told.len());
}
