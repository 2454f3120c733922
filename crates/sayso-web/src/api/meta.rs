//! Health, numbers, the document.

use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::body;
use crate::failure::Failure;
use crate::operation::Call;

/// How the desk is.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Health {
    /// `ok`.
    pub(crate) status: String,
    /// The version of Sayso.
    pub(crate) version: String,
}

/// `GET /healthz`.
pub(crate) async fn health(call: Call) -> Result<Response, Failure> {
    let writes = call.app.handle.check();
    writes.map_err(|error| Failure::of_desk(&error, call.lang))?;
    call.app
        .read(call.lang, |reader| reader.last_place())
        .await?;
    Ok(body::json(&Health {
        status: "ok".into(),
        version: env!("CARGO_PKG_VERSION").into(),
    }))
}

/// `GET /metrics`.
pub(crate) async fn metrics(call: Call) -> Result<Response, Failure> {
    let pending = call
        .app
        .read(call.lang, |reader| reader.count_pending())
        .await?;
    call.app.metrics.pending.set(pending as f64);
    let text = call.app.metrics.text();
    Ok(body::with_type(
        text,
        "application/openmetrics-text; version=1.0.0; charset=utf-8",
    ))
}

/// The document as it was generated.
const OPENAPI: &str = include_str!("../../../../schema/openapi.json");

/// `GET /api/openapi.json`.
pub(crate) async fn openapi(_: Call) -> Result<Response, Failure> {
    Ok(body::with_type(OPENAPI, "application/json").into_response())
}
