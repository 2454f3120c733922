//! What the agent says, as messages of the session.

use sayso_core::dialect::claude_code::QUESTION_TOOL;
use sayso_core::id::MessageId;
use sayso_core::message::{Message, MessageKind};
use serde_json::{Value, json};

/// The messages in one line of the agent's. Calls of the question tool and their results are not
/// among them: the desk has them as question and answer.
pub(super) fn messages(line: &Value) -> Vec<Message> {
    match line["type"].as_str() {
        Some("assistant" | "user") => blocks(line)
            .into_iter()
            .filter(|(_, block)| block["name"] != QUESTION_TOOL)
            .filter_map(|(place, block)| of_block(line, place, block))
            .collect(),
        Some("result") => result(line).into_iter().collect(),
        Some("system") => system(line).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The content blocks of a line, with their places.
pub(super) fn blocks(line: &Value) -> Vec<(usize, &Value)> {
    let content = line["message"]["content"].as_array();
    content.into_iter().flatten().enumerate().collect()
}

/// One content block as a message.
pub(super) fn of_block(line: &Value, place: usize, block: &Value) -> Option<Message> {
    let kind = match block["type"].as_str()? {
        "text" => MessageKind::Text,
        "thinking" => MessageKind::Thinking,
        "tool_use" => MessageKind::ToolUse,
        "tool_result" => MessageKind::ToolResult,
        _ => return None,
    };
    let mut body = block.clone();
    if kind == MessageKind::Text && line["type"] == "user" {
        body["role"] = json!("user");
    }
    if kind == MessageKind::ToolResult
        && let Some(text) = joined(&block["content"])
    {
        body["content"] = json!(text);
    }
    if let Some(parent) = line["parent_tool_use_id"].as_str() {
        body["parent_tool_use_id"] = json!(parent);
    }
    let uuid = match place {
        0 => line["uuid"].as_str()?.to_owned(),
        place => format!("{}:{place}", line["uuid"].as_str()?),
    };
    Some(message(uuid, kind, body))
}

fn joined(content: &Value) -> Option<String> {
    let blocks = content.as_array()?;
    let texts: Option<Vec<&str>> = blocks.iter().map(|block| block["text"].as_str()).collect();
    texts.map(|texts| texts.join("\n"))
}

/// The end of a turn.
fn result(line: &Value) -> Option<Message> {
    let failed = line["is_error"] == true;
    let text = line["result"].as_str().or(line["subtype"].as_str());
    let mut body = json!({ "text": text.unwrap_or_default() });
    for name in [
        "subtype",
        "num_turns",
        "duration_ms",
        "total_cost_usd",
        "terminal_reason",
    ] {
        if !line[name].is_null() {
            body[name] = line[name].clone();
        }
    }
    let kind = if failed {
        MessageKind::Error
    } else {
        MessageKind::Complete
    };
    Some(message(line["uuid"].as_str()?.to_owned(), kind, body))
}

fn system(line: &Value) -> Option<Message> {
    let text = match line["subtype"].as_str()? {
        "init" => {
            let version = line["claude_code_version"].as_str().unwrap_or_default();
            let model = line["model"].as_str().unwrap_or_default();
            format!("Claude Code {version} · {model}")
        }
        "compact_boundary" => "The conversation was compacted.".to_owned(),
        _ => return None,
    };
    let uuid = line["uuid"].as_str()?.to_owned();
    Some(message(uuid, MessageKind::Info, json!({ "text": text })))
}

pub(super) fn message(uuid: impl Into<String>, kind: MessageKind, body: Value) -> Message {
    Message {
        uuid: MessageId::new(uuid.into()),
        parent: None,
        kind,
        body,
    }
}
