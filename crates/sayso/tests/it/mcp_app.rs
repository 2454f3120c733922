//! The panel inside clients that show MCP Apps, and who can answer in it.

use serde_json::{Value, json};

use crate::mcp_client::{AT_ONCE, McpClient, stage, text};
use crate::questions::{auth, token};
use crate::running::{LOOK, PATIENCE};
use crate::stage::Stage;

/// What a client that shows MCP Apps can do.
fn apps() -> Value {
    json!({ "extensions": { "io.modelcontextprotocol/ui": { "mimeTypes": ["text/html;profile=mcp-app"] } } })
}

fn which() -> Value {
    json!({ "questions": [auth()] })
}

fn tools(client: &mut McpClient) -> Vec<Value> {
    let id = client.request("tools/list", json!({}));
    let tools = client.result(id)["tools"].clone();
    serde_json::from_value(tools).unwrap()
}

/// Opens the panel of what was asked with these arguments.
fn open(client: &mut McpClient, arguments: &Value) -> Value {
    let id = client.call("panel_open", json!({ "arguments": arguments }));
    client.result(id)
}

/// The same, as soon as it is there.
#[track_caller]
fn open_soon(client: &mut McpClient, arguments: &Value) -> Value {
    for _ in 0..PATIENCE.as_millis() / LOOK.as_millis() {
        let opened = open(client, arguments);
        if opened["structuredContent"]["later"] != true {
            return opened;
        }
        std::thread::sleep(LOOK);
    }
    panic!("the question never was there to be shown");
}

/// Asks, and opens the panel.
fn asked(stage: &Stage, client: &mut McpClient) -> (i64, Value) {
    let call = client.call("ask_user_question", which());
    stage.open_id_soon();
    let opened = open_soon(client, &which());
    assert_eq!(opened["isError"], false, "{opened}");
    (call, opened)
}

/// What the panel sends when the person confirms.
fn answers(opened: &Value, answer: &str) -> Value {
    let question = &opened["structuredContent"]["interaction"]["questions"][0]["question_id"];
    json!({
        "nonce": opened["_meta"]["sayso/nonce"],
        "answers": [{ "question_id": question, "answer": answer }],
    })
}

#[test]
fn clients_with_apps_find_the_panel() {
    let stage = stage(AT_ONCE);
    let mut client = McpClient::legacy(&stage, "t", apps());
    let uri = tools(&mut client)[0]["_meta"]["ui"]["resourceUri"].clone();
    let id = client.request("resources/list", json!({}));
    let listed = client.result(id)["resources"].clone();
    assert_eq!(listed[0]["uri"], uri);
    assert_eq!(listed[0]["mimeType"], "text/html;profile=mcp-app");
    let id = client.request("resources/read", json!({ "uri": uri }));
    let page = client.result(id)["contents"][0].clone();
    assert_eq!(page["mimeType"], "text/html;profile=mcp-app");
    let page = page["text"].as_str().unwrap();
    // The element itself is in it, and nothing is fetched from anywhere.
    assert!(page.contains("customElements.define("), "{}", page.len());
    assert!(!page.contains("<script src"));
    assert_eq!(page.matches("</script").count(), 1);
}

#[test]
fn a_person_answers_in_the_panel() {
    for modern in [false, true] {
        let stage = stage(AT_ONCE);
        let mut client = match modern {
            false => McpClient::legacy(&stage, "t", apps()),
            true => McpClient::stateless(&stage, "t", apps()),
        };
        let (call, opened) = asked(&stage, &mut client);
        let shown = &opened["structuredContent"]["interaction"];
        assert_eq!(shown["questions"][0]["question_text"], auth()["question"]);
        // What does not pass can be mended, with a new word.
        let id = client.call("panel_answer", answers(&opened, "Kerberos"));
        let refused = client.result(id);
        assert_eq!(refused["isError"], true);
        assert_eq!(
            refused["structuredContent"]["error"]["code"],
            "invalid_answer"
        );
        let mut good = answers(&opened, "JWT");
        good["nonce"] = refused["_meta"]["sayso/nonce"].clone();
        let id = client.call("panel_answer", good);
        let replies = [client.next_but_progress(), client.next_but_progress()];
        for reply in &replies {
            let data = &reply["result"]["structuredContent"];
            assert_eq!(data["state"], "answered", "{reply}");
            assert_eq!(data["via"], "mcp");
            assert_eq!(data["evidence"], "client_form");
            assert_eq!(data["answers"][0]["answer"], "JWT");
        }
        assert!(replies.iter().any(|reply| reply["id"] == id));
        assert!(replies.iter().any(|reply| reply["id"] == call));
    }
}

#[test]
fn a_person_calls_it_off_in_the_panel() {
    let stage = stage(AT_ONCE);
    let mut client = McpClient::legacy(&stage, "t", apps());
    let (_, opened) = asked(&stage, &mut client);
    let nonce = &opened["_meta"]["sayso/nonce"];
    let off = json!({ "nonce": nonce, "cancel": true, "reason": "not now" });
    client.call("panel_answer", off);
    client.next_but_progress();
    let outcome = &stage.history()[0];
    assert_eq!(outcome["state"], "cancelled");
    assert_eq!(outcome["decided_by"], "client");
    assert_eq!(outcome["reason"], "not now");
}

/// What a client without the extension lists, a model may call: there is nothing to call.
#[test]
fn a_client_that_shows_no_apps_has_no_such_tools() {
    let settings = "[mcp.clients.off]\nelicitation = \"off\"\n";
    for (name, capabilities) in [
        ("t", json!({})),
        ("t", json!({ "elicitation": { "form": {} } })),
        (
            "t",
            json!({ "extensions": { "io.modelcontextprotocol/ui": {} } }),
        ),
        (
            "t",
            json!({ "extensions": { "io.modelcontextprotocol/ui": { "mimeTypes": ["text/html"] } } }),
        ),
        ("off", apps()),
    ] {
        let stage = stage(settings);
        let mut client = McpClient::legacy(&stage, name, capabilities);
        let listed = tools(&mut client);
        assert!(listed.iter().all(|tool| tool["name"] != "panel_answer"));
        for tool in ["panel_open", "panel_answer"] {
            let id = client.call(tool, json!({ "arguments": which(), "nonce": "x" }));
            let reply = client.next_but_progress();
            assert_eq!(reply["id"], id);
            assert_eq!(reply["error"]["code"], -32602, "{reply}");
        }
    }
}

/// The tools say that no model may see them, and the word that an answer needs stands where models
/// do not read.
#[test]
fn what_a_model_sees_does_not_let_it_answer() {
    let stage = stage(AT_ONCE);
    let mut client = McpClient::legacy(&stage, "t", apps());
    for tool in tools(&mut client) {
        let own = tool["name"].as_str().unwrap().starts_with("panel_");
        let visible = &tool["_meta"]["ui"]["visibility"];
        assert_eq!(*visible == json!(["app"]), own, "{tool}");
    }
    let (_, opened) = asked(&stage, &mut client);
    let nonce = opened["_meta"]["sayso/nonce"].as_str().unwrap();
    assert!(!opened["content"].to_string().contains(nonce));
    assert!(!opened["structuredContent"].to_string().contains(nonce));
    let id = stage.open_id();
    let mut other = McpClient::legacy(&stage, "other", apps());
    for (is_other, nonce) in [
        (false, json!(null)),
        (false, json!("")),
        (false, json!(id)),
        (false, json!(nonce.replace('.', "x"))),
        // Good for the client that it was handed to.
        (true, json!(nonce)),
    ] {
        let client = if is_other { &mut other } else { &mut client };
        let mut sent = answers(&opened, "JWT");
        sent["nonce"] = nonce;
        let call = client.call("panel_answer", sent);
        let refused = client.result(call);
        assert_eq!(refused["structuredContent"]["error"]["code"], "person_only");
        assert_eq!(refused["_meta"], Value::Null, "{refused}");
    }
    assert_eq!(stage.pending().len(), 1);
}

#[test]
fn a_word_is_good_once() {
    let stage = stage(AT_ONCE);
    let mut client = McpClient::legacy(&stage, "t", apps());
    let (_, opened) = asked(&stage, &mut client);
    client.call("panel_answer", answers(&opened, "JWT"));
    client.next_but_progress();
    client.next_but_progress();
    let id = client.call("panel_answer", answers(&opened, "OAuth 2.0"));
    let again = client.result(id);
    let code = &again["structuredContent"]["error"]["code"];
    assert_eq!(code, "request_state_used");
    assert_eq!(stage.history()[0]["answers"][0]["answer"], "JWT");
}

/// No person read the card in that time: the question stays open, and can be answered later.
#[test]
fn what_came_too_fast_answers_nothing() {
    let stage = stage("[mcp.clients.t]\nreading = \"1h\"\n");
    let mut client = McpClient::legacy(&stage, "t", apps());
    let (_, opened) = asked(&stage, &mut client);
    let mut nonce = opened["_meta"]["sayso/nonce"].clone();
    for mut sent in [answers(&opened, "JWT"), json!({ "cancel": true })] {
        sent["nonce"] = nonce;
        let id = client.call("panel_answer", sent);
        let refused = client.result(id);
        assert_eq!(refused["structuredContent"]["error"]["code"], "too_fast");
        nonce = refused["_meta"]["sayso/nonce"].clone();
        assert!(nonce.is_string(), "{refused}");
    }
    assert_eq!(stage.pending().len(), 1);
}

/// Leave to act, what another asked, and secrets are not for the panel.
#[test]
fn what_the_panel_does_not_open() {
    let stage = stage(AT_ONCE);
    let mut client = McpClient::legacy(&stage, "t", apps());
    let mut other = McpClient::legacy(&stage, "t", apps());
    other.call("ask_user_question", which());
    stage.pending_soon(1);
    let prompt = json!({ "tool_name": "Bash", "input": { "command": "ls" } });
    client.call("approve", prompt.clone());
    stage.pending_soon(2);
    for arguments in [which(), prompt] {
        let refused = open(&mut client, &arguments);
        assert_eq!(refused["isError"], true, "{refused}");
        assert_eq!(refused["_meta"], Value::Null);
    }
    let secret = json!({ "questions": [token()] });
    client.call("ask_user_question", secret.clone());
    stage.pending_soon(3);
    let opened = open_soon(&mut client, &secret);
    assert_eq!(opened["_meta"], Value::Null, "{opened}");
    assert!(text(&opened).contains("secret"));
    assert_eq!(opened["structuredContent"]["interaction"], Value::Null);
}
