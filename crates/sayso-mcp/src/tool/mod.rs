//! The tools, a file each: what the model reads about it, and what it does.

pub(crate) mod approve;
pub(crate) mod ask;
pub(crate) mod cancel;
pub(crate) mod list;
pub(crate) mod panel;
pub(crate) mod wait;

use std::sync::Arc;

use rmcp::model::{MetaObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

use crate::app;

/// All of them, those of the panel last.
pub(crate) fn tools() -> Vec<Tool> {
    let mut tools = vec![
        ask::tool(),
        wait::tool(),
        list::tool(),
        cancel::tool(),
        approve::tool(),
    ];
    tools.extend(panel::tools());
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

/// The same, shown to the model from the start and with the panel for clients that draw it.
fn with_panel(tool: Tool) -> Tool {
    let meta = json!({
        "anthropic/alwaysLoad": true,
        "ui": app::of_tool(),
        "ui/resourceUri": app::URI,
    });
    match meta {
        Value::Object(meta) => tool.with_meta(MetaObject::from(meta)),
        _ => tool,
    }
}
