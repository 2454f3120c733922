//! Why a wish was not granted, with a stable code.

use crate::closing::Closing;
use crate::evidence::Evidence;
use crate::issue::Issue;
use crate::lang::Lang;
use crate::moment::Moment;
use crate::state::State;

/// Why a wish was not granted. Nothing changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Unknown or forgotten session.
    SessionNotFound,
    /// Never asked here.
    QuestionNotFound,
    /// What was given does not fit what was asked.
    InvalidAnswer(Vec<Issue>),
    /// Closed already; it says how.
    AlreadyAnswered(Box<Closing>),
    /// One question of an open interaction was answered already.
    QuestionAnswered(Vec<Issue>),
    /// What is asked cannot be asked.
    InvalidQuestion(Vec<Issue>),
    /// A question id of this session is used again.
    DuplicateQuestionId(Vec<Issue>),
    /// The task was stopped; nobody waits for this any more.
    TaskInterrupted {
        /// When.
        at: Moment,
    },
    /// One question at a time in this session.
    InteractionPending,
    /// A sub-agent asked.
    MainAgentOnly,
    /// Too many questions in a row.
    RecursiveLimitExceeded {
        /// How many there were, which is the limit, or where the person ended it.
        limit: u32,
    },
    /// Too many open questions in this session.
    TooManyOpen {
        /// The limit in force.
        limit: usize,
    },
    /// The same key with other content.
    KeyReused,
    /// A yes to an approval needs stronger evidence than it came with.
    EvidenceTooWeak {
        /// How the answer is known.
        got: Evidence,
    },
    /// The approval was handed over once, which is as often as it counts.
    ApprovalSpent,
    /// Only a timed-out interaction can be taken up again.
    NotTimedOut {
        /// How it stands.
        state: State,
    },
    /// There is no clock to stop.
    NoDeadline,
    /// The session has no such round.
    RoundNotFound {
        /// The round asked for.
        round: u32,
    },
    /// The session is there already.
    SessionExists,
}

impl Refusal {
    /// The stable code that programs branch on.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::SessionNotFound => "session_not_found",
            Self::QuestionNotFound => "question_not_found",
            Self::InvalidAnswer(_) => "invalid_answer",
            Self::AlreadyAnswered(_) | Self::QuestionAnswered(_) => "already_answered",
            Self::InvalidQuestion(_) => "invalid_question",
            Self::DuplicateQuestionId(_) => "duplicate_question_id",
            Self::TaskInterrupted { .. } => "task_interrupted",
            Self::InteractionPending => "interaction_pending",
            Self::MainAgentOnly => "main_agent_only",
            Self::RecursiveLimitExceeded { .. } => "recursive_limit_exceeded",
            Self::TooManyOpen { .. } => "too_many_open",
            Self::KeyReused => "idempotency_key_reused",
            Self::EvidenceTooWeak { .. } => "evidence_too_weak",
            Self::ApprovalSpent => "approval_spent",
            Self::NotTimedOut { .. } => "not_timed_out",
            Self::NoDeadline => "no_deadline",
            Self::RoundNotFound { .. } => "round_not_found",
            Self::SessionExists => "session_exists",
        }
    }

    /// Every single thing that is wrong, when there are several.
    pub fn issues(&self) -> &[Issue] {
        match self {
            Self::InvalidAnswer(issues)
            | Self::QuestionAnswered(issues)
            | Self::InvalidQuestion(issues)
            | Self::DuplicateQuestionId(issues) => issues,
            _ => &[],
        }
    }

    /// In words that a person or a model can act on.
    pub fn text(&self, lang: Lang) -> String {
        crate::texts::refusal(self, lang)
    }
}
