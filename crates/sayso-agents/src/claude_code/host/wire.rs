//! What a host says to the agent.

use serde_json::{Value, json};

use super::prompt::Prompt;

/// A prompt, after others that the agent does not know any more.
pub(super) fn prompt(earlier: &[String], prompt: &Prompt) -> Value {
    let texts = earlier.iter().chain([&prompt.text]);
    let blocks: Vec<Value> = texts
        .map(|text| json!({ "type": "text", "text": text }))
        .collect();
    json!({
        "type": "user", "uuid": prompt.uuid, "parent_tool_use_id": null,
        "message": { "role": "user", "content": blocks },
    })
}

/// The handshake: what sub-agents say and think is heard too.
pub(super) fn initialize() -> Value {
    let mut hello = request("sayso-initialize", "initialize");
    hello["request"]["hooks"] = Value::Null;
    hello["request"]["forwardSubagentText"] = Value::Bool(true);
    hello
}

/// A request of ours.
pub(super) fn request(id: &str, subtype: &str) -> Value {
    json!({
        "type": "control_request", "request_id": id,
        "request": { "subtype": subtype },
    })
}

/// The answer to a request of the agent's.
pub(super) fn response(id: &str, response: &Value) -> Value {
    json!({
        "type": "control_response",
        "response": { "subtype": "success", "request_id": id, "response": response },
    })
}

/// That a request of the agent's cannot be met.
pub(super) fn failure(id: &str, why: &str) -> Value {
    json!({
        "type": "control_response",
        "response": { "subtype": "error", "request_id": id, "error": why },
    })
}
