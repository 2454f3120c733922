//! Whose the words of a secret question are, over MCP: the asker's, for a while, and nobody sees a mask in their place.

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::mcp_answers::{Caller, ERAS, Era};
use crate::mcp_client::{McpClient, stage, text};
use crate::mcp_http::message;
use crate::questions::token;
use crate::stage::Stage;

/// Calls of the client `t` end with a ticket soon.
const HASTY: &str = "[mcp.clients.t]\nwait = \"100ms\"\n";

fn secret() -> Value {
    json!({ "questions": [token()] })
}

/// A person gives the secret at the desk.
#[track_caller]
fn gives(stage: &Stage, id: &str) {
    let answer = json!({ "token": "s3cret" }).to_string();
    stage
        .sayso(["answer", "--scripted", id, &answer])
        .done()
        .exits(0);
}

/// The words are there or withheld, and no mask stands in their place.
#[track_caller]
fn check(result: &Value, has_words: bool) {
    assert_eq!(text(result).contains("s3cret"), has_words, "{result}");
    assert_eq!(result["isError"], !has_words, "{result}");
    assert!(!result.to_string().contains("\u{2022}"), "{result}");
    let data = &result["structuredContent"];
    if has_words {
        assert_eq!(data["answers"][0]["answer"], "s3cret");
    } else {
        assert_eq!(data["error"]["code"], "secret_withheld");
        assert_eq!(data["answers"], Value::Null);
        assert!(!result.to_string().contains("s3cret"), "{result}");
    }
}

#[test]
fn over_pipes_the_process_that_asked_gets_them() {
    for take_over in [false, true] {
        let stage = stage(HASTY);
        let mut client = McpClient::legacy(&stage, "t", json!({}));
        let id = client.call("ask_user_question", secret());
        let ticket = client.result(id)["structuredContent"].clone();
        assert_eq!(
            ticket["collect_token"],
            Value::Null,
            "it needs none: {ticket}"
        );
        let open = stage.open_id();
        if take_over {
            client.kill();
            client = McpClient::legacy(&stage, "t", json!({}));
        }
        gives(&stage, &open);
        let id = client.call("list_my_questions", json!({}));
        assert!(!client.result(id).to_string().contains("s3cret"));
        for _ in 0..2 {
            let id = client.call("wait_for_answer", json!({ "interaction_id": open }));
            check(&client.result(id), !take_over);
        }
    }
}

/// A process that asks the same as one that died is another: the person gives the secret to it anew.
#[test]
fn a_secret_is_not_taken_over_from_the_dead() {
    let stage = stage("");
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    client.call("ask_user_question", secret());
    let first = stage.open_id_soon();
    client.kill();
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    let id = client.call("ask_user_question", secret());
    let open = stage.pending_soon(2);
    let second = open
        .iter()
        .find(|one| one["interaction_id"] != first.as_str());
    gives(&stage, second.unwrap()["interaction_id"].as_str().unwrap());
    check(&client.result(id), true);
}

/// With the token that all agents have, by the word that the ticket came with, or in the same connection.
#[test]
fn over_http_the_ticket_s_token_collects_them() {
    for era in ERAS {
        let stage = stage(HASTY);
        let desk = Desk::start(&stage);
        let agent = desk.agent().token.unwrap();
        let caller = Caller::with(&desk, &agent, era, json!({}));
        let ticket = |body: &str| message(body)["result"]["structuredContent"].clone();
        let asked = ticket(&caller.call("ask_user_question", &secret()));
        let open = asked["interaction_id"].clone();
        let collect = asked["collect_token"].clone();
        let connected = matches!(era, Era::Initialize);
        assert_eq!(collect.is_string(), !connected, "{asked}");
        let with = |token: &Value| json!({ "interaction_id": open, "collect_token": token });
        if !connected {
            let again = ticket(&caller.call("wait_for_answer", &with(&collect)));
            assert_eq!(again["collect_token"], collect);
            let without =
                ticket(&caller.call("wait_for_answer", &json!({ "interaction_id": open })));
            assert_eq!(without["collect_token"], Value::Null);
        }
        gives(&stage, open.as_str().unwrap());
        let other = Caller::with(&desk, &agent, era, json!({}));
        for token in [json!(null), json!(""), json!("x"), open.clone()] {
            let body = other.call("wait_for_answer", &with(&token));
            let result = message(&body)["result"].clone();
            if connected {
                let code = &result["structuredContent"]["error"]["code"];
                assert_eq!(code, "question_not_found", "another connection: {body}");
            } else {
                check(&result, false);
            }
        }
        let body = other.call("list_my_questions", &json!({}));
        assert!(!body.contains("s3cret"), "{body}");
        let body = caller.call("wait_for_answer", &with(&collect));
        check(&message(&body)["result"], true);
    }
}

#[test]
fn a_token_of_one_session_collects_them() {
    for era in ERAS {
        let stage = stage(HASTY);
        let desk = Desk::start(&stage);
        let made = stage.sayso(["token", "session", "mine"]).done().exits(0);
        let caller = || Caller::with(&desk, made.stdout.trim(), era, json!({}));
        let body = caller().call("ask_user_question", &secret());
        let open = message(&body)["result"]["structuredContent"]["interaction_id"].clone();
        gives(&stage, open.as_str().unwrap());
        let body = caller().call("wait_for_answer", &json!({ "interaction_id": open }));
        check(&message(&body)["result"], true);
    }
}

/// `sayso mcp` at a desk somewhere else brings the token of its ask's reply.
#[test]
fn at_a_desk_elsewhere_the_process_that_asked_gets_them() {
    let (stage, there) = (stage(HASTY), Stage::new());
    let desk = Desk::start(&there);
    let url = format!("[desk]\nurl = \"{}\"\n", desk.url);
    let settings = format!("[mcp]\nstart_desk = false\n{HASTY}{url}");
    std::fs::write(stage.data().join("config.toml"), settings).unwrap();
    let token = crate::desk::token(&there, "agent");
    let mut client = McpClient::elsewhere(&stage, "t", &token);
    let id = client.call("ask_user_question", secret());
    assert_eq!(client.result(id)["structuredContent"]["state"], "pending");
    let open = there.open_id();
    gives(&there, &open);
    let id = client.call("wait_for_answer", json!({ "interaction_id": open }));
    check(&client.result(id), true);
}
