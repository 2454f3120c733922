//! The panel inside clients that show MCP Apps: one resource, a document of its own.
//!
//! What the person enters there comes back by a tool. That a model cannot call it rests on this:
//! the tool is known only to clients that say that they show such documents, and those must not
//! show it to their models (`visibility`); it takes a word that is sealed, used once, good for one
//! process and handed out beside a result (`_meta`), where models do not read; it is not offered
//! over HTTP; and `elicitation = "off"` closes it like forms. Leave to act and secrets never go
//! this way.

use rmcp::model::{
    ClientCapabilities, ErrorData, ExtensionCapabilities, ListResourcesResult, MetaObject,
    ReadResourceResult, Resource, ResourceContents,
};
use serde_json::{Map, Value, json};

/// Where the panel is found.
pub(crate) const URI: &str = "ui://sayso/panel.html";
/// What clients know such a document by.
const KIND: &str = "text/html;profile=mcp-app";
/// The extension that it belongs to.
const EXTENSION: &str = "io.modelcontextprotocol/ui";
const DOCUMENT: &str = include_str!("app.html");
/// Where the panel's script goes.
const PLACE: &str = "/*panel*/";

/// What the server says of it.
pub(crate) fn extensions() -> ExtensionCapabilities {
    ExtensionCapabilities::from([(EXTENSION.to_owned(), Map::new())])
}

/// Whether the client shows such documents.
pub(crate) fn is_shown_by(client: &ClientCapabilities) -> bool {
    let extension = client
        .extensions
        .as_ref()
        .and_then(|all| all.get(EXTENSION));
    let kinds = extension.and_then(|extension| extension.get("mimeTypes"));
    let mut kinds = kinds.and_then(Value::as_array).into_iter().flatten();
    kinds.any(|kind| kind == KIND)
}

/// What is told of the tool whose call the panel belongs to.
pub(crate) fn of_tool() -> Value {
    json!({ "resourceUri": URI, "visibility": ["model"] })
}

/// What is told of a tool that the panel alone may call.
pub(crate) fn of_panel_s_own_tool() -> MetaObject {
    let ui = json!({ "resourceUri": URI, "visibility": ["app"] });
    MetaObject::from(Map::from_iter([("ui".to_owned(), ui)]))
}

pub(crate) fn list(panel: Option<&str>) -> ListResourcesResult {
    let mut resource = Resource::new(URI, "panel");
    resource.title = Some("The question, to be answered here".into());
    resource.mime_type = Some(KIND.into());
    let all = panel.map(|_| resource).into_iter().collect();
    ListResourcesResult::with_all_items(all)
}

/// The document, with the panel's script in its place.
pub(crate) fn read(uri: &str, panel: Option<&str>) -> Result<ReadResourceResult, ErrorData> {
    let Some(script) = panel.filter(|_| uri == URI) else {
        let data = Some(json!({ "uri": uri }));
        return Err(ErrorData::resource_not_found(
            "there is no such resource",
            data,
        ));
    };
    // A script that holds the end of its own element would end it early.
    let script = script.replace("</script", "<\\/script");
    let page = DOCUMENT.replacen(PLACE, &script, 1);
    let mut contents = ResourceContents::text(page, URI);
    if let ResourceContents::TextResourceContents { mime_type, .. } = &mut contents {
        *mime_type = Some(KIND.into());
    }
    Ok(ReadResourceResult::new(vec![contents]))
}
