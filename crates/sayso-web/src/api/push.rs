//! Which browsers are told while their page is shut.

use axum::response::Response;
use sayso_core::issue::Issue;
use sayso_core::lang::Lang;
use sayso_core::problem::Problem;
use sayso_core::shape::Shape;
use serde::{Deserialize, Serialize};

use super::Done;
use crate::body;
use crate::failure::Failure;
use crate::operation::Call;
use crate::webpush::{Address, Addresses};

/// The key that pushes are signed with.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct PushKey {
    /// As `PushManager.subscribe` takes it.
    pub(crate) public_key: String,
}

/// `GET /api/push/key`.
pub(crate) async fn key(call: Call) -> Result<Response, Failure> {
    let public_key = addresses(&call)?
        .public_key()
        .map_err(|error| broken(&call, &error))?;
    Ok(body::json(&PushKey { public_key }))
}

/// Where a browser wants to be told, as it says itself.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct SubscribeBody {
    /// The push service's address for it.
    pub(crate) endpoint: String,
    /// What only it can read with.
    pub(crate) keys: SubscribeKeys,
    /// The language of what it is told: `en` or `zh`.
    #[serde(default)]
    pub(crate) lang: Option<String>,
}

/// What only the browser can read with.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct SubscribeKeys {
    /// Its public key.
    pub(crate) p256dh: String,
    /// A secret it shares with us.
    pub(crate) auth: String,
}

/// `POST /api/push/subscribe`.
pub(crate) async fn subscribe(call: Call) -> Result<Response, Failure> {
    let body: SubscribeBody = call.json()?;
    let lang = body.lang.and_then(|lang| lang.parse::<Lang>().ok());
    let lang = lang.unwrap_or(call.lang);
    let SubscribeKeys { p256dh, auth } = body.keys;
    let allow_private = call.app.options.push_allow_private;
    let keys = (p256dh.as_str(), auth.as_str());
    let Some(address) = Address::new(body.endpoint, keys, lang, allow_private) else {
        let problem = Problem::WrongShape {
            expected: Shape::PushAddress,
        };
        let issue = Issue::new("endpoint", problem);
        return Err(Failure::bad_request(&[issue], call.lang));
    };
    let addresses = addresses(&call)?;
    let place = call.app.read(call.lang, |reader| reader.last_place());
    let place = place.await?;
    addresses
        .add(address.of_session(call.principal.login_session()), place)
        .map_err(|error| broken(&call, &error))?;
    Ok(done(&call))
}

/// Who is to be told no more.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct UnsubscribeBody {
    /// The address it was told at.
    pub(crate) endpoint: String,
}

/// `POST /api/push/unsubscribe`.
pub(crate) async fn unsubscribe(call: Call) -> Result<Response, Failure> {
    let body: UnsubscribeBody = call.json()?;
    addresses(&call)?
        .remove(&body.endpoint)
        .map_err(|error| broken(&call, &error))?;
    Ok(done(&call))
}

fn addresses(call: &Call) -> Result<&Addresses, Failure> {
    let addresses = call.app.addresses.as_ref();
    addresses.ok_or_else(|| Failure::not_found(call.lang))
}

fn done(call: &Call) -> Response {
    body::json(&Done {
        success: true,
        message: call.lang.pick("Kept", "已保存").into(),
    })
}

fn broken(call: &Call, error: &std::io::Error) -> Failure {
    let store = sayso_desk::store::StoreError::Io(error.to_string());
    Failure::of_store(&store, call.lang)
}
