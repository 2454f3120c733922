//! What a client is told when it did not work. Only here are error statuses made.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use sayso_core::issue::{Issue, IssueWire};
use sayso_core::lang::Lang;
use sayso_core::limits::INPUT_BYTES;
use sayso_core::refusal::Refusal;
use sayso_desk::DeskError;
use sayso_desk::store::StoreError;
use serde::Serialize;

use crate::request_line::Code;

/// What a client is told when it did not work.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    error: ErrorWire,
    retry_after: Option<u32>,
}

/// An error on the wire: `{"success":false,"error":{…}}`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct FailureWire {
    /// Always false.
    pub(crate) success: bool,
    /// What went wrong.
    pub(crate) error: ErrorWire,
}

/// What went wrong.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ErrorWire {
    /// The stable code that programs branch on.
    #[cfg_attr(feature = "schema", schemars(with = "crate::openapi::ErrorCode"))]
    pub(crate) code: String,
    /// What happened and what to do, in the client's language.
    pub(crate) message: String,
    /// Every single thing that is wrong, with its place.
    pub(crate) details: Vec<IssueWire>,
}

impl Failure {
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Self {
        Self {
            status,
            error: ErrorWire {
                code: code.to_owned(),
                message: message.into(),
                details: Vec::new(),
            },
            retry_after: None,
        }
    }

    /// The request itself is wrong: not this rule or that, but its form.
    pub(crate) fn bad_request(issues: &[Issue], lang: Lang) -> Self {
        let message = lang.pick(
            "The request is not of the expected form; see the details.",
            "请求格式不符；详见 details。",
        );
        let mut failure = Self::new(StatusCode::BAD_REQUEST, "invalid_request", message);
        failure.error.details = issues.iter().map(|issue| issue.wire(lang)).collect();
        failure
    }

    /// With everything that is wrong, and where.
    pub(crate) fn with_details(mut self, details: Vec<IssueWire>) -> Self {
        self.error.details = details;
        self
    }

    /// Called by a name that is not this desk's.
    pub(crate) fn host_not_allowed(lang: Lang) -> Self {
        let why = lang.pick(
            "This desk does not go by that host name.",
            "此服务不接受该主机名。",
        );
        Self::new(StatusCode::FORBIDDEN, "host_not_allowed", why)
    }

    /// Called by somebody else's page.
    pub(crate) fn origin_not_allowed(lang: Lang) -> Self {
        let why = lang.pick(
            "Pages of other origins may not call this desk.",
            "其他来源的页面不能调用此服务。",
        );
        Self::new(StatusCode::FORBIDDEN, "origin_not_allowed", why)
    }

    /// Not said to be JSON.
    pub(crate) fn json_only(lang: Lang) -> Self {
        let why = lang.pick(
            "Send Content-Type: application/json.",
            "请使用 Content-Type: application/json。",
        );
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "json_only", why)
    }

    /// Nobody that is known here.
    pub(crate) fn unauthorized(lang: Lang) -> Self {
        let why = lang.pick(
            "Send Authorization: Bearer with the token of person.token or agent.token, or sign in: \
             `sayso login` for a terminal, `sayso token link` for a browser.",
            "请发送 Authorization: Bearer 及 person.token 或 agent.token 中的令牌，或先登录：终端用 \
             `sayso login`，浏览器用 `sayso token link`。",
        );
        Self::new(StatusCode::UNAUTHORIZED, "unauthorized", why)
    }

    /// A page whose session is over, or that cannot prove it.
    pub(crate) fn sign_in_again(lang: Lang) -> Self {
        let why = lang.pick(
            "This browser is not signed in any more. Sign in again with the link that \
             `sayso token link` prints.",
            "此浏览器已不再处于登录状态。请用 `sayso token link` 打印的链接重新登录。",
        );
        Self::new(StatusCode::UNAUTHORIZED, "sign_in_again", why)
    }

    /// The body did not come in time.
    pub(crate) fn too_slow(lang: Lang) -> Self {
        let why = lang.pick("The request took too long to arrive.", "请求到达得太慢。");
        Self::new(StatusCode::REQUEST_TIMEOUT, "too_slow", why)
    }

    /// The body is larger than anything that is read.
    pub(crate) fn too_large(lang: Lang) -> Self {
        let why = lang.pick(
            format!("The request is larger than {INPUT_BYTES} bytes."),
            format!("请求超过 {INPUT_BYTES} 字节。"),
        );
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", why)
    }

    /// Not with an agent's token.
    pub(crate) fn person_only(lang: Lang) -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "person_only",
            lang.pick(
                "Only a person may do this; an agent must not answer itself.",
                "只有用户可以执行此操作；智能体不能自己回答。",
            ),
        )
    }

    /// An agent says what only a person, or the host of an agent, may say.
    pub(crate) fn not_the_agents_word(lang: Lang) -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "person_only",
            lang.pick(
                "What the person said (`role` \"user\"), and what an agent left behind (`left`), is recorded \
                 with a person's token alone.",
                "用户所说的话（role 为 \"user\"）以及智能体遗留的问题（left）只能凭用户的令牌记录。",
            ),
        )
    }

    /// Whatever it is, it is not here for this caller.
    pub(crate) fn not_found(lang: Lang) -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "not_found",
            lang.pick("No such thing here.", "这里没有该资源。"),
        )
    }

    /// Whoever calls says to be somebody else.
    pub(crate) fn not_your_name(name: &str, lang: Lang) -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "not_your_name",
            lang.pick(
                format!(
                    "This credential is {name}'s, and so is what is done with it: leave `by` out, \
                     or use that person's own token (`sayso token person NAME`)."
                ),
                format!(
                    "此凭证属于 {name}，以它所做的一切都记在其名下：请去掉 by，\
                     或使用那个人自己的令牌（`sayso token person 名字`）。"
                ),
            ),
        )
    }

    /// Not with this method.
    pub(crate) fn wrong_method(lang: Lang) -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            lang.pick("Not with this method.", "不支持该方法。"),
        )
    }

    /// What the desk refused, or could not do.
    pub(crate) fn of_desk(error: &DeskError, lang: Lang) -> Self {
        match error {
            DeskError::Refused(refusal) => Self::of_refusal(refusal, lang),
            DeskError::Store(store) => Self::of_store(store, lang),
            DeskError::Busy => {
                let zh = "服务繁忙；请稍后重试。";
                Self::unavailable("busy", lang.pick(error.to_string(), zh.into()), 1)
            }
            DeskError::TooManyWaiters => Self::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too_many_waiters",
                lang.pick(
                    error.to_string(),
                    "等待者过多；请不等待地提问，稍后再取答案。".into(),
                ),
            ),
            DeskError::Stopped => {
                let zh = "服务已停止；未回答的问题保持不变，重启后仍在。";
                Self::unavailable("stopping", lang.pick(error.to_string(), zh.into()), 2)
            }
        }
    }

    pub(crate) fn of_store(error: &StoreError, lang: Lang) -> Self {
        match error {
            StoreError::Full(why) => Self::new(
                StatusCode::INSUFFICIENT_STORAGE,
                "store_full",
                lang.pick(
                    error.to_string(),
                    format!("磁盘已满，未记录任何内容；请释放空间后重试（{why}）。"),
                ),
            ),
            // No 503: trying again does not bring a key back.
            StoreError::Vault(why) => Self::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "secrets_unavailable",
                lang.pick(why.clone(), format!("保密内容无法读写：{why}")),
            ),
            StoreError::Io(why) => {
                let zh = format!(
                    "存储无法读写，未记录任何内容：{why}；请检查磁盘，然后重新启动 Sayso。"
                );
                Self::unavailable("store_unavailable", lang.pick(error.to_string(), zh), 1)
            }
            _ => {
                let zh = format!("存储不可用，未记录任何内容：{error}");
                Self::unavailable("store_unavailable", lang.pick(error.to_string(), zh), 1)
            }
        }
    }

    pub(crate) fn of_refusal(refusal: &Refusal, lang: Lang) -> Self {
        let status = match refusal {
            Refusal::SessionNotFound
            | Refusal::QuestionNotFound
            | Refusal::RoundNotFound { .. } => StatusCode::NOT_FOUND,
            Refusal::InvalidAnswer(_)
            | Refusal::InvalidQuestion(_)
            | Refusal::DuplicateQuestionId(_)
            | Refusal::TaskInterrupted { .. } => StatusCode::BAD_REQUEST,
            Refusal::AlreadyAnswered(_)
            | Refusal::QuestionAnswered(_)
            | Refusal::InteractionPending
            | Refusal::KeyReused
            | Refusal::NotTimedOut { .. }
            | Refusal::NoDeadline
            | Refusal::ApprovalSpent
            | Refusal::SessionExists => StatusCode::CONFLICT,
            Refusal::MainAgentOnly | Refusal::EvidenceTooWeak { .. } => StatusCode::FORBIDDEN,
            Refusal::RecursiveLimitExceeded { .. } | Refusal::TooManyOpen { .. } => {
                StatusCode::TOO_MANY_REQUESTS
            }
        };
        let mut failure = Self::new(status, refusal.code(), refusal.text(lang));
        failure.error.details = refusal
            .issues()
            .iter()
            .map(|issue| issue.wire(lang))
            .collect();
        failure
    }

    /// The seed's route says 400 where ours says 409 (S0 §4.5).
    pub(crate) fn in_the_seeds_way(mut self) -> Self {
        if self.status == StatusCode::CONFLICT {
            self.status = StatusCode::BAD_REQUEST;
        }
        self
    }

    fn unavailable(code: &str, message: String, retry_after: u32) -> Self {
        let mut failure = Self::new(StatusCode::SERVICE_UNAVAILABLE, code, message);
        failure.retry_after = Some(retry_after);
        failure
    }

    /// As it stands inside a batch's results.
    pub(crate) fn error(&self) -> &ErrorWire {
        &self.error
    }
}

/// What the document says of it.
#[cfg(feature = "schema")]
impl Failure {
    pub(crate) fn code(&self) -> &str {
        &self.error.code
    }

    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    pub(crate) fn tells_when_to_come_back(&self) -> bool {
        self.retry_after.is_some()
    }

    pub(crate) fn wire(&self) -> FailureWire {
        FailureWire {
            success: false,
            error: self.error.clone(),
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let code = Code(self.error.code.clone());
        let wire = FailureWire {
            success: false,
            error: self.error,
        };
        let mut response = (self.status, crate::body::json(&wire)).into_response();
        response.extensions_mut().insert(code);
        if let Some(seconds) = self.retry_after {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            let headers = response.headers_mut();
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
