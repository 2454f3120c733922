//! Reading JSON bodies strictly, and writing them.

use std::time::Duration;

use axum::BoxError;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use sayso_core::json as strict;
use sayso_core::lang::Lang;
use sayso_core::limits::INPUT_BYTES;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::failure::Failure;
use crate::fault::Fault;
use crate::guard;
use crate::searched::Searched;

/// Reads a body of bounded size in bounded time.
pub(crate) async fn read<B>(body: B, time: Duration, lang: Lang) -> Result<Bytes, Failure>
where
    B: hyper::body::Body<Data = Bytes, Error: Into<BoxError>>,
{
    if body.is_end_stream() {
        return Ok(Bytes::new());
    }
    // What is announced need not be waited for.
    if body.size_hint().lower() > INPUT_BYTES as u64 {
        return Err(Failure::too_large(lang));
    }
    let limited = Limited::new(body, INPUT_BYTES);
    match tokio::time::timeout(time, limited.collect()).await {
        Err(_) => Err(Failure::too_slow(lang)),
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(Failure::too_large(lang)),
        Ok(Err(_)) => Err(Failure::new(
            StatusCode::BAD_REQUEST,
            "invalid_request",
            lang.pick("The request broke off.", "请求中断。"),
        )),
    }
}

/// Parses a body: no key twice, not too deep, every field known, and says where it is wrong.
/// An empty body stands for an empty object.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8], lang: Lang) -> Result<T, Failure> {
    fields(&read_json(bytes, lang)?, lang)
}

/// The same, with what stands in one field apart: in the body that is null, since to put it there would
/// make it anew.
pub(crate) fn parse_apart<T: DeserializeOwned>(
    bytes: &[u8],
    field: &str,
    lang: Lang,
) -> Result<(T, Value), Failure> {
    let mut value = read_json(bytes, lang)?;
    let apart = value.get_mut(field).map(Value::take);
    Ok((fields(&value, lang)?, apart.unwrap_or_default()))
}

/// What the fields make. A list in their place is none: nothing in it says what it is meant for.
fn fields<T: DeserializeOwned>(value: &Value, lang: Lang) -> Result<T, Failure> {
    T::deserialize(Searched(value)).map_err(|Fault(issue)| Failure::bad_request(&[issue], lang))
}

fn read_json(bytes: &[u8], lang: Lang) -> Result<Value, Failure> {
    let bytes = if bytes.is_empty() { b"{}" } else { bytes };
    strict::read(bytes).map_err(|issues| Failure::bad_request(&issues, lang))
}

/// Bytes that most responses fit into.
const USUAL: usize = 1_024;

/// A JSON response.
pub(crate) fn json(value: &impl Serialize) -> Response {
    let mut bytes = Vec::with_capacity(USUAL);
    match serde_json::to_writer(&mut bytes, value) {
        Ok(()) => with_type(bytes, "application/json"),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// A response of this type.
pub(crate) fn with_type(bytes: impl Into<Body>, content_type: &'static str) -> Response {
    response(guard::headers(), bytes, content_type)
}

/// A response of this type, for a browser to show or to run.
pub(crate) fn for_page(bytes: impl Into<Body>, content_type: &'static str) -> Response {
    response(guard::page_headers(), bytes, content_type)
}

fn response(headers: HeaderMap, bytes: impl Into<Body>, content_type: &'static str) -> Response {
    let mut response = Response::new(bytes.into());
    *response.headers_mut() = headers;
    let value = HeaderValue::from_static(content_type);
    response.headers_mut().insert(header::CONTENT_TYPE, value);
    response
}
