//! The tools, a file each: what the model reads about it, and what it does.

pub(crate) mod approve;
pub(crate) mod ask;
pub(crate) mod cancel;
pub(crate) mod list;
pub(crate) mod panel;
pub(crate) mod wait;

use std::sync::Arc;

use rmcp::model::{Tool, ToolAnnotations};
use serde_json::Value;

/// All of them; those of the panel only for who is given it, last.
pub(crate) fn tools(panel: bool) -> Vec<Tool> {
    let mut tools = vec![
        ask::tool(panel),
        wait::tool(),
        list::tool(),
        cancel::tool(),
        approve::tool(),
    ];
    if panel {
        tools.extend(panel::tools());
    }
    tools
}

/// A tool that changes nothing but what the person is asked: clients need not ask about it first.
fn tool(name: &'static str, title: &str, description: &'static str, schema: Value) -> Tool {
    let schema = match schema {
        Value::Object(schema) => schema,
        _ => serde_json::Map::new(),
    };
    let annotations = ToolAnnotations::with_title(title)
        .read_only(true)
        .destructive(false)
        .idempotent(true)
        .open_world(false);
    Tool::new(name, description, Arc::new(schema))
        .with_title(title)
        .with_annotations(annotations)
}
