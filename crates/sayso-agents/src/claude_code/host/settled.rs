//! Which of the agent's requests are over.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::said;

/// The requests in these lines that the agent waits for no more: it took them back, or the call
/// that they were about has its result.
pub(super) fn settled(lines: &[String]) -> HashSet<String> {
    let mut of_calls: HashMap<String, Vec<String>> = HashMap::new();
    let mut settled = HashSet::new();
    for line in lines {
        let Ok(line) = serde_json::from_str::<Value>(line) else {
            continue;
        };
        let id = line["request_id"].as_str().unwrap_or_default();
        match line["type"].as_str() {
            Some("control_request") => {
                if let Some(call) = line["request"]["tool_use_id"].as_str() {
                    let requests = of_calls.entry(call.to_owned()).or_default();
                    requests.push(id.to_owned());
                }
            }
            Some("control_cancel_request") => drop(settled.insert(id.to_owned())),
            Some("user") => {
                for (_, block) in said::blocks(&line) {
                    let call = block["tool_use_id"].as_str().unwrap_or_default();
                    settled.extend(of_calls.remove(call).into_iter().flatten());
                }
            }
            _ => {}
        }
    }
    settled
}

#[cfg(test)]
mod tests;
