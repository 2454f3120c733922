//! The panel inside clients that show MCP Apps: one resource, a page of its own.

use rmcp::model::{
    ErrorData, ExtensionCapabilities, ListResourcesResult, ReadResourceResult, Resource,
    ResourceContents,
};
use serde_json::{Map, json};

/// Where the panel is found.
pub(crate) const URI: &str = "ui://sayso/panel.html";
/// What clients know such a page by.
const KIND: &str = "text/html;profile=mcp-app";
/// The extension that it belongs to.
const EXTENSION: &str = "io.modelcontextprotocol/ui";
const PAGE: &str = include_str!("app.html");
/// Where the panel's script goes.
const PLACE: &str = "/*panel*/";

/// What the server says of it.
pub(crate) fn extensions() -> ExtensionCapabilities {
    ExtensionCapabilities::from([(EXTENSION.to_owned(), Map::new())])
}

pub(crate) fn list() -> ListResourcesResult {
    let mut resource = Resource::new(URI, "panel");
    resource.title = Some("The question, to be answered here".into());
    resource.mime_type = Some(KIND.into());
    ListResourcesResult::with_all_items(vec![resource])
}

/// The page, with the panel's script in its place.
pub(crate) fn read(uri: &str, panel: Option<&str>) -> Result<ReadResourceResult, ErrorData> {
    if uri != URI {
        let data = Some(json!({ "uri": uri }));
        return Err(ErrorData::resource_not_found(
            "there is no such resource",
            data,
        ));
    }
    // A script that holds the end of its own element would end it early.
    let script = panel.unwrap_or_default().replace("</script", "<\\/script");
    let page = PAGE.replacen(PLACE, &script, 1);
    let mut contents = ResourceContents::text(page, URI);
    if let ResourceContents::TextResourceContents { mime_type, .. } = &mut contents {
        *mime_type = Some(KIND.into());
    }
    Ok(ReadResourceResult::new(vec![contents]))
}
