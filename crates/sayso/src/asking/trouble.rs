//! Why the desk did not do it, as a command tells it.

use sayso_core::lang::Lang;
use sayso_core::refusal::Refusal;
use sayso_desk::DeskError;
use sayso_desk::remote::RemoteError;

use super::report::exit_of_refusal;
use crate::cmd::complain;
use crate::exit::Exit;

/// Why the desk did not do it.
#[derive(Clone, Debug)]
pub(crate) struct Trouble {
    /// What whoever was asked can do about it.
    pub(crate) kind: TroubleKind,
    exit: Exit,
    lines: Vec<String>,
    /// Why the desk cannot be reached, if that is it.
    unreachable: Option<String>,
}

/// What kind of trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TroubleKind {
    /// The answer does not fit; it can be given again.
    InvalidAnswer,
    /// The question is closed.
    Closed,
    /// The desk cannot be reached, or cannot record anything now: the same may pass later.
    Away,
    /// Anything else.
    Other,
}

impl Trouble {
    /// What a desk in this process says.
    pub(crate) fn of_desk(error: &DeskError, lang: Lang) -> Self {
        let DeskError::Refused(refusal) = error else {
            return Self::away(Exit::StoreFailed, format!("Error: {error}"));
        };
        let kind = match refusal {
            Refusal::InvalidAnswer(_) => TroubleKind::InvalidAnswer,
            Refusal::AlreadyAnswered(_) | Refusal::TaskInterrupted { .. } => TroubleKind::Closed,
            _ => TroubleKind::Other,
        };
        let mut lines = vec![refusal.text(lang)];
        lines.extend(
            refusal
                .issues()
                .iter()
                .map(|issue| format!("- {}", issue.line(lang))),
        );
        Self {
            kind,
            exit: exit_of_refusal(refusal),
            lines,
            unreachable: None,
        }
    }

    /// What a desk somewhere else says.
    pub(crate) fn of_remote(error: RemoteError) -> Self {
        match error {
            RemoteError::Refused {
                status,
                code,
                message,
                details,
            } => {
                let (kind, exit) = match code.as_str() {
                    "invalid_answer" => (TroubleKind::InvalidAnswer, Exit::BadInput),
                    "already_answered" | "task_interrupted" => {
                        (TroubleKind::Closed, Exit::BadInput)
                    }
                    "recursive_limit_exceeded"
                    | "evidence_too_weak"
                    | "approval_spent"
                    | "interaction_pending"
                    | "main_agent_only"
                    | "too_many_open" => (TroubleKind::Other, Exit::Refused),
                    _ if status >= 500 => (TroubleKind::Away, Exit::StoreFailed),
                    _ => (TroubleKind::Other, Exit::BadInput),
                };
                let details = details.into_iter().map(|detail| format!("- {detail}"));
                Self {
                    kind,
                    exit,
                    lines: std::iter::once(message).chain(details).collect(),
                    unreachable: None,
                }
            }
            RemoteError::Unreachable(ref why) => Self {
                unreachable: Some(why.clone()),
                ..Self::away(Exit::NobodyToAsk, format!("Error: {error}"))
            },
            RemoteError::Untrusted(_) => Self::away(Exit::NobodyToAsk, format!("Error: {error}")),
            RemoteError::Unreadable(_) => Self::other(Exit::StoreFailed, format!("Error: {error}")),
            RemoteError::Strange(_) => Self::away(Exit::StoreFailed, format!("Error: {error}")),
        }
    }

    /// Something that was typed is wrong.
    pub(crate) fn bad_input(line: String) -> Self {
        Self::other(Exit::BadInput, line)
    }

    /// Something has to be typed besides.
    pub(crate) fn usage(line: String) -> Self {
        Self::other(Exit::Usage, line)
    }

    /// It is not allowed.
    pub(crate) fn refused(lines: Vec<String>) -> Self {
        Self {
            lines,
            ..Self::other(Exit::Refused, String::new())
        }
    }

    /// Nobody can be asked.
    pub(crate) fn nobody(line: String) -> Self {
        Self::other(Exit::NobodyToAsk, line)
    }

    /// No such question.
    pub(crate) fn not_found(id: &str) -> Self {
        Self::bad_input(format!("no question with the id {id}"))
    }

    /// The desk went away.
    pub(crate) fn gone() -> Self {
        Self::other(
            Exit::StillOpen,
            "The desk went away; what is open stays open.".into(),
        )
    }

    fn away(exit: Exit, line: String) -> Self {
        Self {
            kind: TroubleKind::Away,
            ..Self::other(exit, line)
        }
    }

    fn other(exit: Exit, line: String) -> Self {
        Self {
            kind: TroubleKind::Other,
            exit,
            lines: vec![line],
            unreachable: None,
        }
    }

    /// What is wrong, line by line.
    pub(crate) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// What is wrong, in the middle of a sentence.
    pub(crate) fn why(&self, lang: Lang) -> String {
        if let Some(why) = &self.unreachable {
            return lang.pick(
                format!("the desk cannot be reached: {why}"),
                format!("无法连接服务：{why}"),
            );
        }
        let said = self.lines.join(" ");
        let why = said.trim_start_matches("Error: ").trim_end_matches('.');
        why.to_owned()
    }

    /// Says it, and how the command ends.
    pub(crate) fn say(&self) -> Exit {
        self.lines.iter().for_each(|line| complain(line));
        self.exit
    }
}
