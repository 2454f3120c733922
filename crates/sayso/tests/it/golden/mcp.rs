//! What MCP tools return, and the schemas that they are called with.

use serde_json::{Value, json};

use super::{Record, answer};
use crate::mcp_client::{McpClient, stage};
use crate::questions::{auth, token};

/// The same value without the words that models read.
fn without_words(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            if fields.get("description").is_some_and(Value::is_string) {
                fields.remove("description");
            }
            for field in fields.values_mut() {
                *field = without_words(field.take());
            }
        }
        Value::Array(list) => {
            for one in list {
                *one = without_words(one.take());
            }
        }
        _ => {}
    }
    value
}

fn which() -> Value {
    json!({ "questions": [auth()] })
}

#[test]
fn tools() {
    let stage = stage("");
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    let mut record = Record::of(&stage);
    let id = client.request("tools/list", json!({}));
    let tools = client.result(id)["tools"].clone();
    for tool in tools.as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        record.shows(name, &without_words(tool.clone()));
    }
    record.keeps("mcp_tools");
}

#[test]
fn results() {
    let stage = stage("[mcp.clients.hasty]\nwait = \"100ms\"\n");
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    let mut record = Record::of(&stage);

    let id = client.call("ask_user_question", which());
    let open = stage.open_id_soon();
    let list = client.call("list_my_questions", json!({}));
    record.shows("list_my_questions, open", &client.result(list));
    answer(&stage, &open, r#"{"Auth method":"JWT"}"#);
    record.shows("ask_user_question, answered", &client.result(id));

    let id = client.call("ask_user_question", json!({ "questions": [token()] }));
    answer(&stage, &stage.open_id_soon(), r#"{"token":"s3cret"}"#);
    record.shows("ask_user_question, a secret", &client.result(id));

    let id = client.call("ask_user_question", which());
    let open = stage.open_id_soon();
    stage
        .sayso(["cancel", &open, "--reason", "later"])
        .done()
        .exits(0);
    record.shows("ask_user_question, cancelled", &client.result(id));

    let id = client.call("ask_user_question", json!({ "questions": [] }));
    record.shows("ask_user_question, refused", &client.result(id));
    let id = client.call(
        "wait_for_answer",
        json!({ "interaction_id": "0".repeat(32) }),
    );
    record.shows("wait_for_answer, no such", &client.result(id));
    client.close();

    let mut client = McpClient::legacy(&stage, "hasty", json!({}));
    let id = client.call("ask_user_question", which());
    let ticket = client.result(id);
    record.shows("ask_user_question, a ticket", &ticket);
    let open = json!({ "interaction_id": ticket["structuredContent"]["interaction_id"] });
    let id = client.call("wait_for_answer", with_seconds(&open, 0));
    record.shows("wait_for_answer, open", &client.result(id));
    answer(&stage, &stage.open_id(), r#"{"Auth method":"JWT"}"#);
    let id = client.call("wait_for_answer", open);
    record.shows("wait_for_answer, answered", &client.result(id));
    let id = client.call("ask_user_question", which());
    let ticket = client.result(id);
    let open = json!({ "interaction_id": ticket["structuredContent"]["interaction_id"] });
    let id = client.call("cancel_question", open);
    record.shows("cancel_question", &client.result(id));
    client.close();
    record.keeps("mcp_results");
}

fn with_seconds(arguments: &Value, seconds: u32) -> Value {
    let mut arguments = arguments.clone();
    arguments["seconds"] = json!(seconds);
    arguments
}

#[test]
fn approvals() {
    let stage = stage("");
    let mut client = McpClient::legacy(&stage, "t", json!({}));
    let mut record = Record::of(&stage);
    let prompt = json!({ "tool_name": "Bash", "input": { "command": "make" } });
    let id = client.call("approve", prompt.clone());
    answer(&stage, &stage.open_id_soon(), r#"{"Permission":"deny"}"#);
    record.shows("approve, denied", &client.result(id));
    let id = client.call("approve", prompt);
    let open = stage.open_id_soon();
    stage
        .sayso(["cancel", &open, "--reason", "not now"])
        .done()
        .exits(0);
    record.shows("approve, called off", &client.result(id));
    let id = client.call("approve", json!({}));
    record.shows("approve, refused", &client.result(id));
    client.close();
    record.keeps("mcp_approvals");
}
