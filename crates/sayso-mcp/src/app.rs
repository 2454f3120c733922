//! The panel inside clients that show MCP Apps.

/// Where the panel is found.
pub(crate) const URI: &str = "ui://sayso/panel.html";
