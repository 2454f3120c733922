//! Signing in at a desk somewhere else.

use sayso_core::moment::Moment;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use ureq::http::Method;

use super::{RemoteDesk, RemoteError};

/// What a terminal gets when it signs in.
#[derive(Clone, Debug, Deserialize)]
pub struct RemoteLogin {
    /// The id of its session.
    pub id: String,
    /// Who is signed in.
    pub person: String,
    /// When it must sign in again.
    pub until: Moment,
    /// Its bearer token.
    pub token: String,
}

impl RemoteDesk {
    /// A code that signs a page or a terminal in, with a person's credential.
    pub fn login_code(&self) -> Result<String, RemoteError> {
        let body = Value::Object(Map::new());
        let (_, value) = self.send(Method::POST, "/api/login/code", Some(&body), 0)?;
        let code = value.get("code").and_then(Value::as_str).map(str::to_owned);
        code.ok_or_else(|| RemoteError::Strange("no code".into()))
    }

    /// Signs a terminal in with a code.
    pub fn sign_in(&self, code: &str, label: &str) -> Result<RemoteLogin, RemoteError> {
        let body = json!({ "code": code, "kind": "terminal", "label": label });
        let (_, value) = self.send(Method::POST, "/api/login", Some(&body), 0)?;
        serde_json::from_value(value).map_err(|error| RemoteError::Strange(error.to_string()))
    }

    /// The browsers and terminals that are signed in, as the desk lists them.
    pub fn login_sessions(&self) -> Result<Vec<Value>, RemoteError> {
        let (_, mut value) = self.send(Method::GET, "/api/login/sessions", None, 0)?;
        match value.get_mut("sessions").map(Value::take) {
            Some(Value::Array(sessions)) => Ok(sessions),
            _ => Err(RemoteError::Strange("no list of sessions".into())),
        }
    }

    /// Signs a browser or a terminal out.
    pub fn revoke_login_session(&self, id: &str) -> Result<(), RemoteError> {
        let path = format!("/api/login/sessions/{id}/revoke");
        let body = Value::Object(Map::new());
        self.send(Method::POST, &path, Some(&body), 0).map(drop)
    }
}
