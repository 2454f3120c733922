//! The page that a login link opens.

use axum::response::Response;

use crate::body;
use crate::failure::Failure;
use crate::operation::Call;

/// `GET /`.
pub(crate) async fn index(_: Call) -> Result<Response, Failure> {
    let page = include_str!("../../page/index.html");
    Ok(body::with_type(page, "text/html; charset=utf-8"))
}

/// `GET /sign-in.js`.
pub(crate) async fn script(_: Call) -> Result<Response, Failure> {
    let script = include_str!("../../page/sign-in.js");
    Ok(body::with_type(script, "text/javascript; charset=utf-8"))
}

/// `GET /sign-in.css`.
pub(crate) async fn style(_: Call) -> Result<Response, Failure> {
    let style = include_str!("../../page/sign-in.css");
    Ok(body::with_type(style, "text/css; charset=utf-8"))
}
