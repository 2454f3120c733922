//! What a tool gives back: the whole of it in words and as data, since some clients show the model
//! only the one and some only the other.

use rmcp::model::{CallToolResult, ContentBlock};
use sayso_core::id::InteractionId;
use sayso_core::lang::Lang;
use sayso_core::outcome::Outcome;
use sayso_core::render::{outcome_wire, sentence, tool_result};
use serde_json::{Value, json};

use crate::trouble::Trouble;
use crate::wording;

/// Words and data.
pub(crate) fn told(text: impl Into<String>, data: Value, is_error: bool) -> CallToolResult {
    let content = vec![ContentBlock::text(text.into())];
    let mut result = if is_error {
        CallToolResult::error(content)
    } else {
        CallToolResult::success(content)
    };
    result.structured_content = Some(data);
    result
}

/// How an interaction closed, in the dialect that asked.
pub(crate) fn outcome(outcome: &Outcome, lang: Lang) -> CallToolResult {
    let words = tool_result(outcome, lang);
    let mut data = json!(outcome_wire(outcome));
    data["message"] = json!(sentence(outcome, lang));
    told(words.content, data, words.is_error)
}

/// It is still open.
pub(crate) fn ticket(
    id: InteractionId,
    collect_token: Option<&str>,
    page: Option<&str>,
    lang: Lang,
) -> CallToolResult {
    let mut again = json!({ "interaction_id": id });
    if let Some(token) = collect_token {
        again["collect_token"] = json!(token);
    }
    let text = wording::ticket(&again, page, lang);
    let mut data = json!({ "state": "pending" });
    for (name, value) in again.as_object().into_iter().flatten() {
        data[name] = value.clone();
    }
    data["message"] = json!(text);
    told(text, data, false)
}

/// It could not be done.
pub(crate) fn trouble(trouble: &Trouble) -> CallToolResult {
    let data = json!({
        "error": {
            "code": trouble.code,
            "message": trouble.message,
            "details": trouble.details,
        }
    });
    told(trouble.text(), data, true)
}
