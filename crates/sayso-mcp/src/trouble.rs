//! Why it could not be done, in words that a model can act on.

use sayso_core::issue::Issue;
use sayso_core::lang::Lang;
use sayso_core::refusal::Refusal;
use sayso_desk::DeskError;
use sayso_desk::remote::RemoteError;

/// Why it could not be done. It is never an answer.
#[derive(Clone, Debug)]
pub(crate) struct Trouble {
    /// What programs branch on.
    pub(crate) code: String,
    /// What happened and what to do.
    pub(crate) message: String,
    /// Every single thing that is wrong.
    pub(crate) details: Vec<String>,
}

impl Trouble {
    /// In words of our own.
    pub(crate) fn new(code: &str, message: impl Into<String>) -> Self {
        Self {
            code: code.to_owned(),
            message: message.into(),
            details: Vec::new(),
        }
    }

    /// The rules do not allow it.
    pub(crate) fn refused(refusal: &Refusal, lang: Lang) -> Self {
        Self {
            code: refusal.code().to_owned(),
            message: refusal.text(lang),
            details: lines(refusal.issues(), lang),
        }
    }

    /// What a desk in this process says.
    pub(crate) fn of_desk(error: &DeskError, lang: Lang) -> Self {
        match error {
            DeskError::Refused(refusal) => Self::refused(refusal, lang),
            error => Self::new("not_recorded", error.to_string()),
        }
    }

    /// What a desk somewhere else says.
    pub(crate) fn of_remote(error: RemoteError) -> Self {
        match error {
            RemoteError::Refused {
                code,
                message,
                details,
                ..
            } => Self {
                code,
                message,
                details,
            },
            error => Self::new("desk_unreachable", error.to_string()),
        }
    }

    /// Nobody answers at a desk somewhere else by way of an MCP client.
    pub(crate) fn not_there(lang: Lang) -> Self {
        Self::new(
            "person_only",
            lang.pick(
                "Only a person may answer, on the desk's page or at a terminal.",
                "只有本人可以在 Sayso 页面或终端上回答。",
            ),
        )
    }

    /// The desk went away.
    pub(crate) fn gone() -> Self {
        Self::new(
            "desk_unreachable",
            "the desk went away; open questions stay open",
        )
    }

    /// Whether the answer does not fit, and can be given again.
    pub(crate) fn is_invalid_answer(&self) -> bool {
        self.code == "invalid_answer"
    }

    /// Whether the question is closed already.
    pub(crate) fn is_closed(&self) -> bool {
        matches!(self.code.as_str(), "already_answered" | "task_interrupted")
    }

    /// All of it, one thing a line.
    pub(crate) fn text(&self) -> String {
        let mut text = self.message.clone();
        for detail in &self.details {
            text.push_str("\n- ");
            text.push_str(detail);
        }
        text
    }
}

fn lines(issues: &[Issue], lang: Lang) -> Vec<String> {
    issues.iter().map(|issue| issue.line(lang)).collect()
}
