//! A leaked token: what it did is on record, and it ends at once.

use std::thread;

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::mcp_http::{exchange, stateless};
use crate::questions::{ask, auth};
use crate::running::until;
use crate::stage::Stage;

fn input() -> Value {
    serde_json::from_str(&ask(&[auth()])).unwrap()
}

/// What a call of the MCP tool sends, with this token.
fn mcp(desk: &Desk, token: &str) -> (String, String) {
    let headers = format!(
        "Host: {}\r\nContent-Type: application/json\r\nAuthorization: Bearer {token}\r\n{}",
        desk.address,
        stateless("tools/call", "ask_user_question")
    );
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "ask_user_question", "arguments": input(),
        "_meta": crate::mcp_client::meta("m", json!({})),
    } });
    (headers, body.to_string())
}

fn hook() -> Value {
    json!({
        "session_id": "h", "hook_event_name": "PreToolUse", "tool_name": "AskUserQuestion",
        "tool_use_id": "t1", "cwd": "/", "tool_input": input(),
    })
}

/// Whoever waits with the old token waits for nothing: neither the call nor the stream hands it an
/// answer that is given later.
#[test]
fn a_renewed_token_ends_waits_and_streams_of_the_old_one() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let agent = stage.sayso(["token", "agent"]).done().exits(0).stdout;
    let of_session = stage
        .sayso(["token", "session", "s"])
        .done()
        .exits(0)
        .stdout;
    let (agent, of_session) = (agent.trim(), of_session.trim());
    let body = json!({ "session_id": "s", "input": input() });
    let asked = desk.agent().post("/api/interactions", &body).is(201).json();
    let path = format!(
        "/api/interactions/{}",
        asked["interaction_id"].as_str().unwrap()
    );
    thread::scope(|scope| {
        let wait = format!("{path}?wait=600");
        let waits = [agent, of_session].map(|token| {
            let (client, wait) = (desk.client(token), wait.clone());
            scope.spawn(move || client.get(&wait).status)
        });
        let hooked = {
            let client = desk.client(agent);
            scope.spawn(move || client.post("/api/hooks/claude-code", &hook()).status)
        };
        let (headers, body) = mcp(&desk, agent);
        let address = desk.address;
        let called = scope.spawn(move || exchange(address, &headers, &body));
        until("all of them wait", || {
            let open = stage.pending().len();
            let metrics = desk.person().get("/metrics").body;
            open == 3 && metrics.contains("sayso_waiting 3\n")
        });
        stage.sayso(["token", "renew", "agent"]).done().exits(0);
        for waited in waits {
            assert_eq!(waited.join().unwrap(), 401);
        }
        assert_eq!(hooked.join().unwrap(), 401);
        let (_, body) = called.join().unwrap();
        assert!(!body.contains("\"result\""), "{body}");
    });
    assert_eq!(
        stage.states(),
        [] as [&str; 0],
        "nothing was closed by that"
    );
}

/// Which credential asked is what the desk knows, not what the caller says.
#[test]
fn history_tells_what_a_credential_asked() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let token = |args: &[&str]| {
        let printed = stage
            .sayso([&["token"], args].concat())
            .done()
            .exits(0)
            .stdout;
        printed.trim().to_owned()
    };
    let (agent, session) = (token(&["agent"]), token(&["session", "s"]));
    let bob = token(&["person", "bob"]);
    let claim = json!({ "kind": "main", "name": "x", "credential": "local" });
    for token in [&agent, &session, &bob] {
        let session = if *token == session { "s" } else { "other" };
        let body = json!({ "session_id": session, "input": input(), "agent": claim });
        desk.client(token).post("/api/interactions", &body).is(201);
    }
    let hooked = desk.client(&agent);
    let race = "/api/hooks/claude-code?manner=race";
    hooked.post(race, &hook()).is(200);
    stage
        .sayso(["ask", "--no-wait", &ask(&[auth()])])
        .done()
        .exits(7);
    thread::scope(|scope| {
        let (headers, body) = mcp(&desk, &agent);
        let address = desk.address;
        scope.spawn(move || exchange(address, &headers, &body));
        for open in stage.pending_soon(6) {
            let id = open["interaction_id"].as_str().unwrap();
            let cancel = format!("/api/interactions/{id}/cancel");
            desk.person().post(&cancel, &json!({})).is(200);
        }
    });
    let asked_with = |args: &[&str]| -> Vec<String> {
        let call = stage.sayso([&["history", "--json"], args].concat());
        let listed = call.done().exits(0).stdout;
        let lines = listed
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        let named = |outcome: Value| outcome["credential"].as_str().unwrap().to_owned();
        let mut names: Vec<String> = lines.map(named).collect();
        names.sort();
        names
    };
    let all = [
        "agent.token",
        "agent.token",
        "agent.token",
        "local",
        "person:bob",
        "session",
    ];
    assert_eq!(asked_with(&[]), all);
    for (name, count) in [
        ("agent.token", 3),
        ("local", 1),
        ("session", 1),
        ("none", 0),
    ] {
        let here = asked_with(&["--credential", name]);
        assert_eq!(here, vec![name; count]);
        let some = asked_with(&["--credential", name, "-n", "2"]);
        assert_eq!(some.len(), count.min(2), "{name}");
        let there = ["--credential", name, "--desk", &desk.url];
        assert_eq!(asked_with(&there), here, "{name} at a desk elsewhere");
    }
    let told = stage.sayso(["history", "--credential", "session"]).done();
    assert!(told.exits(0).stdout.contains("; asked with session"));
}
