//! `sayso mcp` and clients of the stateless protocol.

use serde_json::{Value, json};

use crate::mcp_client::{AT_ONCE, McpClient, forms, stage, text};
use crate::questions::auth;
use crate::stage::Stage;

fn which() -> Value {
    json!({ "questions": [auth()] })
}

/// Calls once more with what a form brought.
fn hand_in(client: &mut McpClient, form: &Value, response: Value) -> i64 {
    hand_in_for(client, form, response, which())
}

fn hand_in_for(client: &mut McpClient, form: &Value, response: Value, arguments: Value) -> i64 {
    let params = json!({
        "name": "ask_user_question",
        "arguments": arguments,
        "requestState": form["requestState"],
        "inputResponses": { "form": response },
    });
    client.request("tools/call", params)
}

/// The form that a call ends in.
#[track_caller]
fn form(client: &mut McpClient, id: i64) -> Value {
    let result = client.result(id);
    assert_eq!(result["resultType"], "input_required", "{result}");
    result
}

#[track_caller]
fn answered(result: &Value, with: &str) {
    assert_eq!(result["resultType"], "complete", "{result}");
    assert!(text(result).contains(with), "{result}");
    assert_eq!(result["structuredContent"]["state"], "answered");
}

fn jwt() -> Value {
    json!({ "action": "accept", "content": { "q1": "JWT" } })
}

#[test]
fn a_client_that_only_looks() {
    let stage = stage(AT_ONCE);
    let mut client = McpClient::stateless(&stage, "t", forms());
    let id = client.request("server/discover", json!({}));
    let found = client.result(id);
    let versions = ["2025-06-18", "2025-11-25", "2026-07-28"];
    assert_eq!(found["supportedVersions"], json!(versions), "{found}");
    client.close();
    assert!(!stage.store().exists());
}

#[test]
fn answered_in_a_form_used_once() {
    let stage = stage(AT_ONCE);
    let mut client = McpClient::stateless(&stage, "t", forms());
    let id = client.call("ask_user_question", which());
    let first = form(&mut client, id);
    let request = &first["inputRequests"]["form"];
    assert_eq!(request["method"], "elicitation/create");
    assert!(!first.to_string().contains("\"default\""));
    let id = hand_in(&mut client, &first, jwt());
    answered(&client.result(id), "JWT");
    // Handed in again, with another word: refused, and nothing changes.
    let id = hand_in(
        &mut client,
        &first,
        json!({ "action": "accept", "content": { "q1": "OAuth 2.0" } }),
    );
    let result = client.result(id);
    assert_eq!(result["isError"], true);
    assert_eq!(
        result["structuredContent"]["error"]["code"],
        "request_state_used"
    );
    assert_eq!(stage.states(), ["answered"]);
    assert_eq!(stage.history()[0]["answers"][0]["answer"], "JWT");
}

#[test]
fn a_used_state_stays_used_when_the_server_is_killed() {
    let stage = stage(AT_ONCE);
    let mut client = McpClient::stateless(&stage, "t", forms());
    let id = client.call("ask_user_question", which());
    let first = form(&mut client, id);
    client.kill();
    // The form is still good at the next server, once.
    let mut client = McpClient::stateless(&stage, "t", forms());
    let id = hand_in(
        &mut client,
        &first,
        json!({ "action": "accept", "content": { "q1": "Kerberos" } }),
    );
    let second = form(&mut client, id);
    client.kill();
    let mut client = McpClient::stateless(&stage, "t", forms());
    let id = hand_in(&mut client, &first, jwt());
    assert_eq!(client.result(id)["isError"], true);
    let id = hand_in(&mut client, &second, jwt());
    answered(&client.result(id), "JWT");
}

#[test]
fn follow_ups_over_a_killed_server() {
    let question = json!({ "questions": [{
        "question_id": "auth", "question_text": "Auth?", "type": "multiple_choice",
        "options": [{ "id": "oauth", "label": "OAuth" }, { "id": "none", "label": "None" }],
        "follow_up_questions": { "oauth": [
            { "question_id": "who", "question_text": "Provider?", "type": "text" } ] },
    }]});
    let stage = stage(AT_ONCE);
    let mut client = McpClient::stateless(&stage, "t", forms());
    let id = client.call("ask_user_question", question.clone());
    let first = form(&mut client, id);
    let oauth = json!({ "action": "accept", "content": { "q1": "oauth" } });
    let id = hand_in_for(&mut client, &first, oauth, question.clone());
    let second = form(&mut client, id);
    client.kill();
    let mut client = McpClient::stateless(&stage, "t", forms());
    let google = json!({ "action": "accept", "content": { "q1": "Google" } });
    let id = hand_in_for(&mut client, &second, google, question);
    answered(&client.result(id), "Google");
}

#[test]
fn a_state_is_good_for_its_call_alone() {
    let stage = stage(AT_ONCE);
    let mut client = McpClient::stateless(&stage, "t", forms());
    let id = client.call("ask_user_question", which());
    let first = form(&mut client, id);
    let state = first["requestState"].as_str().unwrap();
    let mut changed = state.to_owned().into_bytes();
    let last = changed.len() - 3;
    changed[last] = if changed[last] == b'A' { b'B' } else { b'A' };
    let other =
        json!({ "questions": [{ "question": "Another?", "header": "X", "options": ["a", "b"] }] });
    for (state, arguments) in [
        (String::from_utf8(changed).unwrap(), which()),
        (state[..state.len() / 2].to_owned(), which()),
        (String::new(), which()),
        ("rs1.x.y".to_owned(), which()),
        (state.to_owned(), other),
    ] {
        let params = json!({
            "name": "ask_user_question", "arguments": arguments,
            "requestState": state, "inputResponses": { "form": jwt() },
        });
        let id = client.request("tools/call", params);
        let message = client.next_but_progress();
        assert_eq!(message["id"], id);
        assert_eq!(message["error"]["code"], -32602, "{message}");
    }
    assert_eq!(stage.pending().len(), 1);
}

#[test]
fn answered_at_the_desk_while_the_form_was_out() {
    let stage = stage(AT_ONCE);
    let mut client = McpClient::stateless(&stage, "t", forms());
    let id = client.call("ask_user_question", which());
    let first = form(&mut client, id);
    let open = stage.open_id();
    let answer = r#"{"Auth method":"OAuth 2.0"}"#;
    stage
        .sayso(["answer", "--scripted", &open, answer])
        .done()
        .exits(0);
    let id = hand_in(&mut client, &first, jwt());
    let result = client.result(id);
    answered(&result, "OAuth 2.0");
    assert_eq!(result["structuredContent"]["via"], "file");
}

/// Nobody can have refused so fast: the call waits for the desk's faces.
#[test]
fn what_nobody_said_closes_nothing() {
    for response in [
        json!({ "action": "decline" }),
        json!({ "action": "cancel" }),
        json!({ "action": "accept" }),
        json!({ "action": "accept", "content": {} }),
    ] {
        // However slow this machine is, nobody can have read it.
        let stage = stage("[mcp.clients.t]\nelicitation = \"on\"\nreading = \"1h\"\n");
        let mut client = McpClient::stateless(&stage, "t", forms());
        let id = client.call("ask_user_question", which());
        let first = form(&mut client, id);
        let id = hand_in(&mut client, &first, response);
        answer_at_desk(&stage);
        answered(&client.result(id), "JWT");
    }
}

/// A refusal that another server's form brings back closes nothing: nobody knows how long a person
/// had it before their eyes.
#[test]
fn a_refusal_at_a_restarted_server_closes_nothing() {
    let stage = stage(AT_ONCE);
    let mut client = McpClient::stateless(&stage, "t", forms());
    let id = client.call("ask_user_question", which());
    let first = form(&mut client, id);
    client.kill();
    let mut client = McpClient::stateless(&stage, "t", forms());
    let id = hand_in(&mut client, &first, json!({ "action": "decline" }));
    answer_at_desk(&stage);
    answered(&client.result(id), "JWT");
}

#[test]
fn a_form_put_away_leaves_the_question_open() {
    let stage = stage(AT_ONCE);
    let mut client = McpClient::stateless(&stage, "t", forms());
    let id = client.call("ask_user_question", which());
    let first = form(&mut client, id);
    let id = hand_in(&mut client, &first, json!({ "action": "cancel" }));
    let ticket = client.result(id);
    assert_eq!(ticket["structuredContent"]["state"], "pending", "{ticket}");
    assert_eq!(stage.pending().len(), 1);
}

fn answer_at_desk(stage: &Stage) {
    let id = stage.open_id_soon();
    let answer = r#"{"Auth method":"JWT"}"#;
    stage
        .sayso(["answer", "--scripted", &id, answer])
        .done()
        .exits(0);
}

#[test]
fn without_a_response_the_form_comes_again() {
    let stage = stage(AT_ONCE);
    let mut client = McpClient::stateless(&stage, "t", forms());
    let id = client.call("ask_user_question", which());
    let first = form(&mut client, id);
    let params = json!({
        "name": "ask_user_question", "arguments": which(), "requestState": first["requestState"],
    });
    let id = client.request("tools/call", params);
    let second = form(&mut client, id);
    assert_ne!(second["requestState"], first["requestState"]);
    let id = hand_in(&mut client, &second, jwt());
    answered(&client.result(id), "JWT");
}

#[test]
fn a_client_without_forms_waits() {
    let stage = stage(AT_ONCE);
    let mut client = McpClient::stateless(&stage, "t", json!({}));
    let id = client.call("ask_user_question", which());
    answer_at_desk(&stage);
    answered(&client.result(id), "JWT");
}

#[test]
fn the_same_call_again_finds_the_same_question() {
    let stage = stage(AT_ONCE);
    let mut client = McpClient::stateless(&stage, "t", forms());
    let id = client.call("ask_user_question", which());
    form(&mut client, id);
    let id = client.call("ask_user_question", which());
    form(&mut client, id);
    assert_eq!(stage.pending().len(), 1);
}
