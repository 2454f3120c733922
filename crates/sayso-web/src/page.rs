//! The page's built files, as the build script found them.

#[cfg(test)]
mod tests;

use axum::body::Body;
use axum::response::Response;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use sayso_core::lang::Lang;

use crate::body::for_page;

/// One built file.
#[derive(Debug)]
pub(crate) struct File {
    path: &'static str,
    tag: &'static str,
    plain: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Why there is no page, when the desk was built without it.
pub fn missing_page() -> Option<&'static str> {
    MISSING
}

/// The card's script for programs that show MCP Apps; none when the desk was built without its page.
pub fn mcp_app() -> Option<&'static str> {
    MCP_APP
}

/// Whether this path is one of the page's own: public, the same for everyone, and without effect.
/// Pages elsewhere may link to it and embed the card.
pub(crate) fn is_public(path: &str) -> bool {
    is_view(path) || FILES.iter().any(|file| file.path == path)
}

/// Whether the page itself stands at this path and shows what it names.
fn is_view(path: &str) -> bool {
    let named = [
        "/",
        "/done",
        "/sessions",
        "/transcripts",
        "/new",
        "/settings",
    ];
    let about = ["/q/", "/b/", "/s/", "/t/"];
    named.contains(&path) || about.iter().any(|start| path.starts_with(start))
}

/// The page, for whichever path it was asked by.
fn index(headers: &HeaderMap, lang: Lang) -> Response {
    file("/index.html", headers).unwrap_or_else(|| without_page(MISSING.unwrap_or_default(), lang))
}

/// Whatever of the page stands at this request's path.
pub(crate) fn answer<B>(request: &Request<B>, lang: Lang) -> Option<Response> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return None;
    }
    match request.uri().path() {
        path if is_view(path) => Some(index(request.headers(), lang)),
        path => file(path, request.headers()),
    }
}

/// A built file, if there is one at this path.
fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let file = FILES.iter().find(|file| file.path == path)?;
    let known = headers.get(header::IF_NONE_MATCH) == Some(&HeaderValue::from_static(file.tag));
    let (bytes, encoding) = file.smallest(headers);
    let bytes = if known { &[] } else { bytes };
    let mut response = for_page(Body::from(bytes), content_type(path));
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let to = response.headers_mut();
    let mut set = |name, value| to.insert(name, HeaderValue::from_static(value));
    if let Some(encoding) = encoding.filter(|_| !known) {
        set(header::CONTENT_ENCODING, encoding);
    }
    set(header::VARY, "Accept-Encoding");
    set(header::CACHE_CONTROL, caching(path));
    set(header::ETAG, file.tag);
    if path == "/panel.js" || path.starts_with("/assets/") {
        set(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
        let policy = HeaderName::from_static("cross-origin-resource-policy");
        set(policy, "cross-origin");
    }
    Some(response)
}

impl File {
    fn smallest(&self, headers: &HeaderMap) -> (&'static [u8], Option<&'static str>) {
        let accepted = headers.get(header::ACCEPT_ENCODING);
        let accepted = accepted.and_then(|value| value.to_str().ok());
        let takes = |name: &str| {
            let mut listed = accepted.unwrap_or_default().split(',').map(str::trim);
            listed.any(|one| one.split(';').next() == Some(name) && !one.ends_with("q=0"))
        };
        match (self.brotli, self.gzip) {
            (Some(bytes), _) if takes("br") => (bytes, Some("br")),
            (_, Some(bytes)) if takes("gzip") => (bytes, Some("gzip")),
            _ => (self.plain, None),
        }
    }
}

/// What carries its hash in its name never changes; the rest is asked for again each time.
fn caching(path: &str) -> &'static str {
    if path.starts_with("/assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// What stands where the page would be, when the desk was built without it.
fn without_page(why: &str, lang: Lang) -> Response {
    let (title, what) = lang.pick(
        (
            "This Sayso was built without its page",
            "Install Node 20.19 or later and build Sayso again. Until then, answer in a terminal \
             with sayso answer.",
        ),
        (
            "此 Sayso 构建时未包含网页",
            "请安装 Node 20.19 或更高版本后重新构建。在此之前，可在终端用 sayso answer 回答。",
        ),
    );
    let why = why.replace('&', "&amp;").replace('<', "&lt;");
    let page = format!(
        "<!doctype html><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
         <title>Sayso</title><h1>{title}</h1><p>{what}</p><pre>{why}</pre>"
    );
    let mut response = for_page(page, "text/html; charset=utf-8");
    *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    response
}
