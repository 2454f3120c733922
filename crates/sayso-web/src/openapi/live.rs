//! What live streams tell, as types that only describe it: `push` and `api::events` write it. The
//! tests hold everything that a stream says to these.
#![expect(
    dead_code,
    reason = "nobody makes one; the generator reads their shape"
)]

use sayso_core::asker::Asker;
use sayso_core::deadline::Deadline;
use sayso_core::decider::Decider;
use sayso_core::delivery::Delivery;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::id::{QuestionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::question::{Question, Questions};
use sayso_core::source::Source;
use sayso_core::state::State;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::view::InteractionView;

/// Everything that is open, where a stream begins or begins anew.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Snapshot {
    /// What follows is what happens after it.
    Snapshot {
        /// The stream's session; none on the stream of all.
        session_id: Option<SessionId>,
        /// What waits for an answer.
        pending: Vec<InteractionView>,
    },
}

/// Who waits has changed. It is no fact of the log, and has no id.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Attention {
    /// The open interactions that nobody waits for now, all of them. What a snapshot says of them
    /// holds until then.
    Unattended {
        /// Their names.
        interactions: Vec<String>,
    },
}

/// One fact, as live streams and a session's messages tell it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Push {
    /// The session it happened in.
    session_id: SessionId,
    /// Its number in the session.
    seq: u64,
    /// When.
    timestamp: Moment,
    /// What happened.
    #[serde(flatten)]
    what: PushKind,
}

/// What happened.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
enum PushKind {
    /// A session began.
    SessionOpened {
        /// The agent's name.
        agent: Option<String>,
        /// The project's root.
        project: Option<String>,
        /// Where it branched off, if it did.
        branch: Option<PushBranch>,
    },
    /// Somebody is asked.
    AskUserQuestion {
        /// The first question.
        question: Option<Box<Question>>,
        /// All of them.
        questions: Questions,
        /// The tool call that waits for the answer.
        tool_use_id: Option<String>,
        /// The interaction.
        interaction_id: String,
        /// The n-th of its session.
        round: u32,
        /// The n-th question in a row.
        chain: u32,
        /// How many rounds the asker means to ask.
        total_rounds: Option<u32>,
        /// Question or approval.
        source: Source,
        /// Who asks.
        agent: Asker,
        /// When it stops waiting.
        deadline: Option<Deadline>,
        /// The timed-out interaction that it takes up again.
        reopens: Option<String>,
    },
    /// Some of its questions are answered; it stays open.
    PartlyAnswered {
        /// The interaction.
        interaction_id: String,
        /// Which questions.
        questions: Vec<QuestionId>,
        /// Who answered.
        by: String,
        /// Where.
        via: Face,
    },
    /// Its clock was stopped.
    Held {
        /// The interaction.
        interaction_id: String,
        /// What is left of its time.
        left_ms: u64,
        /// Who stopped it.
        by: String,
        /// Where.
        via: Face,
    },
    /// Its clock goes on.
    Released {
        /// The interaction.
        interaction_id: String,
        /// When it stops waiting now.
        deadline: Moment,
        /// Who let it go on.
        by: String,
        /// Where.
        via: Face,
    },
    /// It was answered.
    Answered(PushClosed),
    /// It was called off.
    Cancelled(PushClosed),
    /// Its time was up.
    Timeout(PushClosed),
    /// Whether the asker has the outcome.
    Delivered {
        /// The interaction.
        interaction_id: String,
        /// What became of its outcome.
        delivery: Delivery,
    },
    /// The agent said something.
    Text(PushSaid),
    /// The agent thought something.
    Thinking(PushSaid),
    /// The agent used a tool.
    ToolUse(PushSaid),
    /// A tool gave something back.
    ToolResult(PushSaid),
    /// Something failed.
    Error(PushSaid),
    /// The task is done.
    Complete(PushSaid),
    /// Something worth knowing.
    Info(PushSaid),
    /// The agent may ask on.
    ChainAllowed {
        /// How many more.
        more: u32,
        /// Who allowed it.
        by: String,
    },
    /// The agent may ask no more in a row.
    ChainEnded {
        /// Who ended it.
        by: String,
    },
    /// A fact that a newer Sayso wrote.
    Unknown {},
}

/// How an interaction closed.
#[derive(Serialize, JsonSchema)]
struct PushClosed {
    /// The interaction.
    interaction_id: String,
    /// The same as `type`.
    state: State,
    /// What was answered, by question; null for secret words.
    answers: Map<String, Value>,
    /// What decided it.
    decided_by: Decider,
    /// How that is known.
    evidence: Evidence,
    /// Who.
    by: String,
    /// Where.
    via: Face,
    /// When.
    at: Moment,
    /// How long it was open.
    took_ms: u64,
    /// Why it was called off, in the person's own words.
    reason: Option<String>,
    /// Whether its task was stopped.
    interrupted: bool,
}

/// Something the agent said or did.
#[derive(Serialize, JsonSchema)]
struct PushSaid {
    /// Its name.
    uuid: String,
    /// The message before it.
    #[serde(rename = "parentUuid")]
    parent: Option<String>,
    /// What it holds.
    content: Value,
}

/// Where a session branched off.
#[derive(Serialize, JsonSchema)]
struct PushBranch {
    /// From which session.
    session: SessionId,
    /// After which round.
    round: u32,
    /// After which message.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// Shows that a quiet stream lives.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Alive {}

/// A fact as it stands in the log.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LoggedFact {
    /// Its place in the whole log.
    place: u64,
    /// Its session.
    session: SessionId,
    /// Its number in the session.
    seq: u64,
    /// When it was recorded.
    at: Moment,
    /// Chains it to the one before in its session.
    hash: String,
    /// The fact, exactly as it is hashed; a text when it is damaged.
    fact: Value,
}
