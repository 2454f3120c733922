//! What a person has entered so far: begin on the laptop, finish on the phone.

use axum::response::Response;
use sayso_core::form::Draft;
use serde::{Deserialize, Serialize};

use super::Done;
use crate::body;
use crate::failure::Failure;
use crate::operation::Call;

/// A draft.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct DraftBody {
    /// What was entered, by question.
    pub(crate) draft: Draft,
}

/// `GET /api/interactions/{id}/draft`.
pub(crate) async fn get(call: Call) -> Result<Response, Failure> {
    let id = call.interaction()?;
    call.app.find(id, &call.principal, call.lang).await?;
    let draft = call
        .app
        .read(call.lang, move |reader| reader.draft(id))
        .await?;
    let draft = draft.unwrap_or_default();
    Ok(body::json(&DraftBody { draft }))
}

/// `PUT /api/interactions/{id}/draft`.
pub(crate) async fn put(call: Call) -> Result<Response, Failure> {
    let id = call.interaction()?;
    let body: DraftBody = call.json()?;
    call.desk(call.app.handle.save_draft(id, body.draft).await)?;
    Ok(body::json(&Done {
        success: true,
        message: call.lang.pick("Draft kept", "草稿已保存").into(),
    }))
}
