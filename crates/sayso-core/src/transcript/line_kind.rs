//! What a line is, at a glance.

use super::glance::Glance;

/// What a line is, at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// What a person typed: a round begins.
    Prompt,
    /// What the agent said, thought or called.
    Agent,
    /// What tools gave back.
    Result,
    /// What the host put in: summaries, hints, boundaries, what a command printed.
    Host,
    /// A file, a listing, a hook's trace: part of the chain, not of the conversation.
    Attachment,
    /// The host's own book-keeping, outside the chain.
    Bookkeeping,
    /// JSON of a kind that nobody here knows.
    Unknown,
    /// No JSON.
    Broken,
    /// Too long to be read.
    TooLong,
    /// Nothing at all.
    Blank,
}

/// Lines of the host's own book-keeping, as far as they are known.
const BOOKKEEPING: &[&str] = &[
    "agent-name",
    "ai-title",
    "atis-latch",
    "cost-state",
    "custom-title",
    "file-history-snapshot",
    "last-prompt",
    "mode",
    "permission-mode",
    "progress",
    "queue-operation",
    "summary",
    "tag",
    "tools-used",
];

/// How words begin that stand in a person's place and that no person typed.
const NOT_TYPED: &[&str] = &[
    "<bash-stderr",
    "<bash-stdout",
    "<local-command-",
    "<system-reminder",
    "<task-notification",
    "[Request interrupted",
];

impl LineKind {
    pub(super) fn of(glance: &Glance<'_>) -> Self {
        let kind = match (glance.kind.as_str(), glance.role()) {
            ("user", _) | ("message" | "", "user") => "user",
            ("assistant", _) | ("message" | "", "assistant") => "assistant",
            (kind, _) => kind,
        };
        match kind {
            "user" => Self::of_user(glance),
            "assistant" | "ask_user_question" => Self::Agent,
            "system" | "result" => Self::Host,
            "attachment" => Self::Attachment,
            kind if BOOKKEEPING.contains(&kind) || kind.starts_with("api-request") => {
                Self::Bookkeeping
            }
            _ => Self::Unknown,
        }
    }

    fn of_user(glance: &Glance<'_>) -> Self {
        let blocks = glance.blocks();
        if blocks.iter().any(|b| b.kind.as_str() == "tool_result") {
            return Self::Result;
        }
        let words = glance.words();
        let empty = words.is_none() && blocks.is_empty();
        let typed = words.is_none_or(|words| !words.begins_with(NOT_TYPED));
        if empty || glance.meta.0 || glance.compact_summary.0 || !typed {
            Self::Host
        } else {
            Self::Prompt
        }
    }

    /// Whether people who read the conversation pass it over.
    pub fn is_quiet(self) -> bool {
        matches!(self, Self::Attachment | Self::Bookkeeping | Self::Blank)
    }
}

/// Whether words in a person's place were typed by a person.
pub(super) fn was_typed(words: &str) -> bool {
    !NOT_TYPED.iter().any(|start| words.starts_with(start))
}
