//! MCP at the desk's `/mcp`.

use std::net::{SocketAddr, TcpStream};

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::mcp_client::{meta, stage};
use crate::questions::{auth, token};
use crate::stage::Stage;

/// A request with these headers; status and body come back.
pub(crate) fn send(desk: &Desk, headers: &str, body: &str) -> (u16, String) {
    let (head, body) = exchange(desk.address, headers, body);
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body)
}

/// A request with these headers; head and body of the reply come back.
pub(crate) fn exchange(address: SocketAddr, headers: &str, body: &str) -> (String, String) {
    use std::io::{Read, Write};
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(crate::running::PATIENCE))
        .unwrap();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nConnection: close\r\nAccept: application/json, text/event-stream\r\n\
         {headers}Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    let (head, body) = reply.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}

/// The message in a body that may be a stream of events.
#[track_caller]
pub(crate) fn message(body: &str) -> Value {
    let lines = body
        .lines()
        .map(|line| line.strip_prefix("data: ").unwrap_or(line));
    let mut messages = lines.filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let found = messages.find(|message| message.get("id").is_some_and(|id| !id.is_null()));
    found.unwrap_or_else(|| panic!("no message: {body}"))
}

fn headers(desk: &Desk, more: &str) -> String {
    let token = desk.agent().token.unwrap();
    format!(
        "Host: {}\r\nContent-Type: application/json\r\nAuthorization: Bearer {token}\r\n{more}",
        desk.address
    )
}

pub(crate) fn stateless(method: &str, name: &str) -> String {
    let name = if name.is_empty() {
        String::new()
    } else {
        format!("Mcp-Name: {name}\r\n")
    };
    format!("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\n{name}")
}

/// A stage on which calls of the client `t` end with a ticket soon.
fn hasty() -> Stage {
    stage("[mcp.clients.t]\nwait = \"100ms\"\n")
}

/// The question that a ticket is for.
#[track_caller]
fn ticket(body: &str) -> String {
    let data = message(body)["result"]["structuredContent"].clone();
    assert_eq!(data["state"], "pending", "{body}");
    data["interaction_id"].as_str().unwrap().to_owned()
}

fn call(arguments: &Value, more: Value) -> String {
    let able = json!({ "elicitation": { "form": {}, "url": {} } });
    let mut params = json!({
        "name": "ask_user_question", "arguments": arguments, "_meta": meta("t", able),
    });
    for (key, value) in more.as_object().unwrap() {
        params[key] = value.clone();
    }
    json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params }).to_string()
}

/// What one person's client left behind when the desk died is that person's to take up.
#[test]
fn a_question_of_one_person_is_not_taken_up_by_another() {
    let stage = hasty();
    let tokens = ["bob", "eve"].map(|name| {
        let made = stage.sayso(["token", "person", name]).done().exits(0);
        made.stdout.trim().to_owned()
    });
    let ask = json!({ "questions": [auth()] });
    let asks = |desk: &Desk, token: &str| {
        let head = headers(desk, &stateless("tools/call", "ask_user_question"));
        let head = head.replace(&desk.agent().token.unwrap(), token);
        let (status, body) = send(desk, &head, &call(&ask, json!({})));
        assert_eq!(status, 200, "{body}");
        ticket(&body);
        stage.pending().len()
    };
    let desk = Desk::start(&stage);
    assert_eq!(asks(&desk, &tokens[0]), 1);
    desk.killed();
    let desk = Desk::start(&stage);
    assert_eq!(asks(&desk, &tokens[1]), 2);
    assert_eq!(asks(&desk, &desk.agent().token.unwrap()), 3);
    assert_eq!(asks(&desk, &tokens[0]), 3, "its own");
}

#[test]
fn who_gets_in() {
    let stage = Stage::new();
    let desk = Desk::start(&stage);
    let address = desk.address;
    let token = desk.agent().token.unwrap();
    let json_type = "Content-Type: application/json\r\n";
    let bearer = format!("Authorization: Bearer {token}\r\n");
    let modern = stateless("tools/list", "");
    let body = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": { "_meta": meta("t", json!({})) },
    });
    let body = body.to_string();
    let host = format!("Host: {address}\r\n");
    for (status, head) in [
        (200, format!("{host}{json_type}{bearer}{modern}")),
        (
            200,
            format!("{host}{json_type}{bearer}{modern}Origin: http://{address}\r\n"),
        ),
        // Without a token, with a wrong one, with a page's cookie alone.
        (401, format!("{host}{json_type}{modern}")),
        (
            401,
            format!(
                "{host}{json_type}{modern}Authorization: Bearer {}\r\n",
                "0".repeat(64)
            ),
        ),
        (
            401,
            format!("{host}{json_type}{modern}Cookie: sayso=1.2\r\n"),
        ),
        // Pages of other origins, and names that are not ours.
        (
            403,
            format!("{host}{json_type}{bearer}{modern}Origin: https://evil.example\r\n"),
        ),
        (
            403,
            format!("{host}{json_type}{bearer}{modern}Origin: null\r\n"),
        ),
        (
            403,
            format!("Host: evil.example\r\n{json_type}{bearer}{modern}"),
        ),
        (
            403,
            format!(
                "Host: evil.example:{}\r\n{json_type}{bearer}{modern}",
                address.port()
            ),
        ),
        (
            415,
            format!("{host}Content-Type: text/plain\r\n{bearer}{modern}"),
        ),
        // The protocol's own headers.
        (
            400,
            format!("{host}{json_type}{bearer}MCP-Protocol-Version: 1999-01-01\r\n"),
        ),
        (
            400,
            format!(
                "{host}{json_type}{bearer}{}",
                stateless("tools/call", "approve")
            ),
        ),
        (
            400,
            format!(
                "{host}{json_type}{bearer}MCP-Protocol-Version: 2025-11-25\r\nMcp-Method: tools/list\r\n"
            ),
        ),
        (
            400,
            format!("{host}{json_type}{bearer}MCP-Protocol-Version: 2026-07-28\r\n"),
        ),
    ] {
        let (got, reply) = send(&desk, &head, &body);
        assert_eq!(got, status, "{head}\n{reply}");
    }
}

#[test]
fn an_agent_of_one_session_asks_there_alone() {
    let stage = hasty();
    let desk = Desk::start(&stage);
    let token = stage
        .sayso(["token", "session", "mine"])
        .done()
        .exits(0)
        .stdout;
    let head = format!(
        "Host: {}\r\nContent-Type: application/json\r\nAuthorization: Bearer {}\r\n{}",
        desk.address,
        token.trim(),
        stateless("tools/call", "ask_user_question")
    );
    let ask = json!({ "questions": [auth()] });
    send(&desk, &head, &call(&ask, json!({})));
    assert_eq!(stage.pending()[0]["session_id"], "mine");
    // Another's question does not exist for it.
    stage
        .sayso(["ask", "--no-wait", &ask.to_string()])
        .done()
        .exits(7);
    let other = stage
        .pending()
        .into_iter()
        .find(|one| one["session_id"] != "mine");
    let other = other.unwrap()["interaction_id"].clone();
    let params = json!({
        "name": "wait_for_answer", "arguments": { "interaction_id": other, "seconds": 0 },
        "_meta": meta("t", json!({})),
    });
    let body = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params });
    let head = head.replace("Mcp-Name: ask_user_question", "Mcp-Name: wait_for_answer");
    let (_, body) = send(&desk, &head, &body.to_string());
    assert_eq!(message(&body)["result"]["isError"], true, "{body}");
}

/// Stateless clients of one name cannot be told apart: what one asks is the other's no business.
#[test]
fn two_of_one_name_have_a_question_each() {
    let stage = hasty();
    let desk = Desk::start(&stage);
    let ask = json!({ "questions": [auth()] });
    let head = headers(&desk, &stateless("tools/call", "ask_user_question"));
    let asks = || ticket(&send(&desk, &head, &call(&ask, json!({}))).1);
    let (one, other) = (asks(), asks());
    assert_eq!(stage.pending().len(), 2);
    let head = headers(&desk, &stateless("tools/call", "wait_for_answer"));
    for (id, answer) in [(&one, "JWT"), (&other, "OAuth 2.0")] {
        let given = json!({ "Auth method": answer }).to_string();
        stage
            .sayso(["answer", "--scripted", id, &given])
            .done()
            .exits(0);
        let wait = json!({ "name": "wait_for_answer" });
        let (_, body) = send(&desk, &head, &call(&json!({ "interaction_id": id }), wait));
        let data = message(&body)["result"]["structuredContent"].clone();
        assert_eq!(data["answers"][0]["answer"], answer, "{body}");
    }
}

#[test]
fn an_address_is_handed_in_by_its_asker_alone() {
    let stage = hasty();
    let desk = Desk::start(&stage);
    let ask = json!({ "questions": [token()] });
    let head = headers(&desk, &stateless("tools/call", "ask_user_question"));
    let form = message(&send(&desk, &head, &call(&ask, json!({}))).1)["result"].clone();
    let more = json!({
        "requestState": form["requestState"],
        "inputResponses": { "form": { "action": "accept", "content": { "q1": "s3cret" } } },
    });
    let session = stage.sayso(["token", "session", "mine"]).done().exits(0);
    let foreign = head.replace(&desk.agent().token.unwrap(), session.stdout.trim());
    let renamed = call(&ask, more.clone()).replace("\"name\":\"t\"", "\"name\":\"u\"");
    for (head, body) in [(&foreign, &call(&ask, more.clone())), (&head, &renamed)] {
        let (_, body) = send(&desk, head, body);
        assert_eq!(message(&body)["error"]["code"], -32602, "{body}");
    }
    // That it opened the address answers nothing, nor does what it sends along.
    ticket(&send(&desk, &head, &call(&ask, more)).1);
    assert_eq!(stage.pending().len(), 1);
}
