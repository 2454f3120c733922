//! Signing in, health, numbers, the document.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use sayso_core::lang::Lang;
use serde::{Deserialize, Serialize};

use super::Done;
use crate::body;
use crate::failure::Failure;
use crate::guard::{COOKIE, is_secure};
use crate::operation::Call;

/// A code that signs a page in.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct LoginBody {
    /// From the link that the desk printed, behind its `#`.
    pub(crate) code: String,
}

/// `POST /api/login`: the page gets a cookie that its scripts cannot read.
pub(crate) async fn login(call: Call) -> Result<Response, Failure> {
    let body: LoginBody = call.json()?;
    let (keys, now) = (call.app.keys.clone(), call.app.now());
    let spent = call
        .app
        .read(call.lang, move |_| keys.spend_code(&body.code, now));
    let Some(value) = spent.await? else {
        return Err(invalid_code(call.lang));
    };
    let secure = match is_secure(&call.app, &call.headers) {
        true => "; Secure",
        false => "",
    };
    let cookie =
        format!("{COOKIE}={value}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict{secure}");
    let mut response = body::json(&Done {
        success: true,
        message: call.lang.pick("Signed in", "已登录").into(),
    });
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// The code signs nobody in.
pub(crate) fn invalid_code(lang: Lang) -> Failure {
    Failure::new(
        StatusCode::UNAUTHORIZED,
        "invalid_code",
        lang.pick(
            "The code was used before or is too old; get a new link with `sayso token link`.",
            "登录码已使用或已过期；请用 `sayso token link` 获取新链接。",
        ),
    )
}

/// A code for a page.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct LoginCode {
    /// Good once, for ten minutes.
    pub(crate) code: String,
}

/// `POST /api/login/code`.
pub(crate) async fn login_code(call: Call) -> Result<Response, Failure> {
    let (keys, now) = (call.app.keys.clone(), call.app.now());
    let name = super::name(&call).into();
    let made = call
        .app
        .read(call.lang, move |_| keys.login_code_of(name, now));
    let code = made.await?;
    Ok(body::json(&LoginCode { code }))
}

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
