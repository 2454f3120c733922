//! Permission requests over the control protocol and through a permission prompt tool.

use serde_json::{Value, json};

use crate::approval::{Action, Verdict};

/// What a `can_use_tool` request wants to do.
pub fn action(request: &Value) -> Action {
    let text = |name: &str| request[name].as_str().map(str::to_owned);
    let rules = request["permission_suggestions"].as_array();
    Action {
        tool: text("tool_name").unwrap_or_default(),
        input: request["input"].clone(),
        reason: text("decision_reason"),
        rules: rules.cloned().unwrap_or_default(),
    }
}

/// The verdict as the program takes it.
pub fn permission_result(action: &Action, verdict: Verdict) -> Value {
    match verdict {
        Verdict::Allow { input, always } => {
            let input = input.unwrap_or_else(|| action.input.clone());
            let mut result = json!({ "behavior": "allow", "updatedInput": input });
            if always {
                result["updatedPermissions"] = json!(action.rules);
            }
            result
        }
        Verdict::Deny { message, stop } => {
            let mut result = json!({ "behavior": "deny", "message": message });
            if stop {
                result["interrupt"] = json!(true);
            }
            result
        }
    }
}
