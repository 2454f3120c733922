//! Signing browsers and terminals in and out.

use axum::response::Response;
use http::{HeaderValue, StatusCode, header};
use sayso_core::lang::Lang;
use sayso_core::moment::Moment;
use sayso_desk::store::{LoginKind, LoginSession};
use serde::{Deserialize, Serialize};

use super::Done;
use super::ask::short;
use crate::body;
use crate::failure::Failure;
use crate::guard::{COOKIE, is_secure};
use crate::operation::Call;
use crate::principal::Principal;

/// A code that signs in, once.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct LoginBody {
    /// From the link that the desk printed, behind its `#`.
    pub(crate) code: String,
    /// What signs in: `page` (the usual) gets a cookie and a secret, `terminal` a bearer token.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<LoginKindName>"))]
    pub(crate) kind: Option<LoginKind>,
    /// What the list of sessions calls it, such as `Firefox on Linux`.
    #[serde(default)]
    pub(crate) label: Option<String>,
}

/// What signs in.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(
    dead_code,
    reason = "describes `LoginKind`, whose crate makes no schemas"
)]
pub(crate) enum LoginKindName {
    Page,
    Terminal,
}

/// A browser or terminal that is signed in now.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct LoginView {
    /// Always true.
    pub(crate) success: bool,
    /// What was done, in the client's language.
    pub(crate) message: String,
    /// The id of this login session.
    pub(crate) id: String,
    /// Who is signed in.
    pub(crate) person: String,
    /// When it must sign in again.
    pub(crate) until: Moment,
    /// For a page: what it sends as `X-Sayso-Session` with every request. The cookie alone is worth
    /// nothing, since browsers send it to every port of the host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) secret: Option<String>,
    /// For a terminal: its bearer token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) token: Option<String>,
}

/// `POST /api/login`.
pub(crate) async fn login(call: Call) -> Result<Response, Failure> {
    let body: LoginBody = call.json()?;
    let issue = body
        .label
        .as_deref()
        .and_then(|label| short("label", label));
    if let Some(issue) = issue {
        return Err(Failure::bad_request(&[issue], call.lang));
    }
    let kind = body.kind.unwrap_or(LoginKind::Page);
    let (keys, now, label) = (
        call.app.keys.clone(),
        call.app.now(),
        body.label.unwrap_or_default(),
    );
    // A browser has one cookie: the session that it had is over.
    let before = match (&call.principal, kind) {
        (Principal::Person { credential, .. }, LoginKind::Page) => credential.page(),
        _ => None,
    };
    let before = before.map(str::to_owned);
    let signed_in = call.app.read(call.lang, move |_| {
        let signed_in = keys.sign_in(&body.code, kind, &label, now)?;
        if let (Some(before), Some(_)) = (before, &signed_in) {
            keys.revoke_session(&before)?;
        }
        Ok(signed_in)
    });
    let Some(signed_in) = signed_in.await? else {
        return Err(invalid_code(call.lang));
    };
    let LoginSession {
        id, person, until, ..
    } = signed_in.session;
    let is_page = kind == LoginKind::Page;
    let mut response = body::json(&LoginView {
        success: true,
        message: call.lang.pick("Signed in", "已登录").into(),
        id,
        person,
        until,
        secret: signed_in.secret,
        token: (!is_page).then(|| signed_in.credential.clone()),
    });
    if is_page {
        let secure = match is_secure(&call.app, &call.headers) {
            true => "; Secure",
            false => "",
        };
        let value = signed_in.credential;
        let cookie =
            format!("{COOKIE}={value}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict{secure}");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().insert(header::SET_COOKIE, cookie);
        }
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

/// A code for a page or a terminal.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct LoginCode {
    /// Good once, for ten minutes.
    pub(crate) code: String,
}

/// `POST /api/login/code`.
pub(crate) async fn login_code(call: Call) -> Result<Response, Failure> {
    let (keys, now) = (call.app.keys.clone(), call.app.now());
    let name = super::name(&call).to_owned();
    let made = call
        .app
        .read(call.lang, move |_| keys.login_code_of(&name, now));
    let code = made.await?;
    Ok(body::json(&LoginCode { code }))
}

/// The browsers and terminals that are signed in.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct LoginSessionList {
    /// The newest first. The owner sees everyone's, anybody else their own.
    pub(crate) sessions: Vec<LoginSessionView>,
}

/// A browser or terminal that is signed in.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct LoginSessionView {
    /// Its id.
    pub(crate) id: String,
    /// Browser or terminal.
    #[cfg_attr(feature = "schema", schemars(with = "LoginKindName"))]
    pub(crate) kind: LoginKind,
    /// Who is signed in.
    pub(crate) person: String,
    /// What it calls itself.
    pub(crate) label: String,
    /// When it signed in.
    pub(crate) since: Moment,
    /// When it must sign in again.
    pub(crate) until: Moment,
    /// Whether it is the one that asks.
    pub(crate) current: bool,
}

/// `GET /api/login/sessions`.
pub(crate) async fn login_sessions(call: Call) -> Result<Response, Failure> {
    let sessions = own_sessions(&call).await?;
    let current = call.principal.login_session();
    let view = |one: LoginSession| LoginSessionView {
        current: current == Some(one.id.as_str()),
        id: one.id,
        kind: one.kind,
        person: one.person,
        label: one.label,
        since: one.since,
        until: one.until,
    };
    let sessions = sessions.into_iter().map(view).collect();
    Ok(body::json(&LoginSessionList { sessions }))
}

/// `POST /api/login/sessions/{id}/revoke`.
pub(crate) async fn revoke_login_session(call: Call) -> Result<Response, Failure> {
    let sessions = own_sessions(&call).await?;
    if !sessions.iter().any(|one| one.id == call.id) {
        return Err(Failure::not_found(call.lang));
    }
    let (keys, id) = (call.app.keys.clone(), call.id.clone());
    let revoked = call.app.read(call.lang, move |_| keys.revoke_session(&id));
    revoked.await?;
    Ok(body::json(&Done {
        success: true,
        message: call.lang.pick("Signed out", "已退出登录").into(),
    }))
}

async fn own_sessions(call: &Call) -> Result<Vec<LoginSession>, Failure> {
    let (keys, now) = (call.app.keys.clone(), call.app.now());
    let name = super::name(call).to_owned();
    let read = move |_: &dyn sayso_desk::store::Reader| keys.login_sessions(&name, now);
    call.app.read(call.lang, read).await
}
