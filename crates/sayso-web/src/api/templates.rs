//! Questions that a project keeps ready.

use std::collections::BTreeMap;

use axum::response::Response;
use http::StatusCode;
use sayso_core::asker::Asker;
use sayso_core::deadline::OnTimeout;
use sayso_core::issue::IssueWire;
use sayso_core::lang::Lang;
use sayso_core::template::{TemplateCard, TemplateRefusal};
use serde::{Deserialize, Serialize};

use super::ask::{AskBody, ask_with};
use crate::body;
use crate::failure::Failure;
use crate::operation::Call;

/// Questions that a project keeps ready.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct TemplateList {
    /// By name; those with mistakes too.
    pub(crate) templates: Vec<TemplateCard>,
}

/// `GET /api/templates`.
pub(crate) async fn list(call: Call) -> Result<Response, Failure> {
    let lang = call.lang;
    let templates = match call.app.options.templates.clone() {
        Some(templates) => call.app.run(lang, move || templates.list(lang)).await?,
        None => Vec::new(),
    };
    Ok(body::json(&TemplateList { templates }))
}

/// How a template is filled and asked.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct TemplateAskBody {
    /// Values of its variables.
    #[serde(default)]
    pub(crate) variables: BTreeMap<String, String>,
    /// The conversation; a new one without it.
    #[serde(default)]
    pub(crate) session_id: Option<String>,
    /// The tool call that waits for the answer; also what makes two asks the same ask.
    #[serde(default)]
    pub(crate) tool_use_id: Option<String>,
    /// What makes two asks the same ask, when it is not the tool call.
    #[serde(default)]
    pub(crate) idempotency_key: Option<String>,
    /// Who asks.
    #[serde(default)]
    pub(crate) agent: Option<Asker>,
    /// Stop waiting after this long.
    #[serde(default)]
    pub(crate) timeout_seconds: Option<u64>,
    /// What happens then.
    #[serde(default)]
    pub(crate) on_timeout: Option<OnTimeout>,
}

/// `POST /api/templates/{id}/ask`.
pub(crate) async fn ask(call: Call) -> Result<Response, Failure> {
    let body: TemplateAskBody = call.json()?;
    let Some(templates) = call.app.options.templates.clone() else {
        return Err(Failure::not_found(call.lang));
    };
    let (name, limits, lang) = (call.id.clone(), call.app.options.limits.clone(), call.lang);
    let given = body.variables;
    let fill = move || templates.fill(&name, &given, &limits, lang);
    let filled = call.app.run(lang, fill).await?;
    let filled = filled.map_err(|refusal| match refusal {
        TemplateRefusal::NotFound => Failure::not_found(lang),
        TemplateRefusal::Mistakes(mistakes) => mistaken(mistakes, lang),
    })?;
    let body = AskBody {
        session_id: body.session_id,
        tool_use_id: body.tool_use_id,
        idempotency_key: body.idempotency_key,
        agent: body.agent,
        timeout_seconds: body.timeout_seconds,
        on_timeout: body.on_timeout,
        ..AskBody::of(filled.input)
    };
    ask_with(&call, body).await
}

/// The template cannot be asked like this.
pub(crate) fn mistaken(mistakes: Vec<IssueWire>, lang: Lang) -> Failure {
    let why = lang.pick(
        "The template cannot be asked like this; see the details.",
        "模板无法这样提问；详见 details。",
    );
    Failure::new(StatusCode::BAD_REQUEST, "invalid_template", why).with_details(mistakes)
}
