//! Everything that a client can be told when it did not work, and which operation tells it.

use http::Method;
use sayso_core::actor::Actor;
use sayso_core::closing::Closing;
use sayso_core::decider::Decider;
use sayso_core::evidence::Evidence;
use sayso_core::face::Face;
use sayso_core::issue::{Issue, IssueWire};
use sayso_core::lang::Lang;
use sayso_core::limits::{CHAIN_ROUNDS, OPEN_PER_SESSION};
use sayso_core::problem::Problem;
use sayso_core::project_files::FileRefusal;
use sayso_core::refusal::Refusal;
use sayso_core::state::State;
use sayso_core::transcript::{CardState, NotAgain, Unread};
use sayso_desk::DeskError;
use sayso_desk::store::StoreError;

use super::story;
use crate::api;
use crate::failure::Failure;
use crate::operation::Operation;
use crate::principal::Who;

/// Reading the store.
const READS: &[&str] = &["store_unavailable", "stopping"];
/// A wish that the desk writes down.
const WRITES: &[&str] = &["busy", "stopping", "store_unavailable", "store_full"];
/// A question that is put on the desk.
const ASKS: &[&str] = &[
    "invalid_question",
    "duplicate_question_id",
    "interaction_pending",
    "idempotency_key_reused",
    "approval_spent",
    "recursive_limit_exceeded",
    "too_many_open",
    "secrets_unavailable",
];
/// Something done to what must be open.
const OPEN: &[&str] = &["question_not_found", "already_answered", "task_interrupted"];

/// Everything that an operation can say, as it says it.
pub(super) fn of(operation: &Operation) -> Vec<Failure> {
    // Whatever comes with a request is read, in bounded size and time.
    let mut groups: Vec<&[&str]> = vec![&[
        "host_not_allowed",
        "origin_not_allowed",
        "too_slow",
        "too_large",
        "invalid_request",
    ]];
    if operation.method != Method::GET {
        groups.push(&["json_only"]);
    }
    match operation.who {
        Who::Anyone => {}
        Who::Everyone => groups.push(&["unauthorized", "sign_in_again"]),
        Who::Person => groups.push(&["unauthorized", "sign_in_again", "person_only"]),
    }
    groups.extend(own(operation.name));
    let said = all().into_iter();
    let said = said.filter(|failure| groups.iter().any(|group| group.contains(&failure.code())));
    match operation.name {
        "task_answer" => said.map(Failure::in_the_seeds_way).collect(),
        _ => said.collect(),
    }
}

/// What an operation sends of its own.
fn own(name: &str) -> Vec<&'static [&'static str]> {
    match name {
        "ask" => vec![ASKS, WRITES, &["main_agent_only", "session_not_found"]],
        "ask_template" => vec![
            ASKS,
            WRITES,
            &["main_agent_only", "session_not_found"],
            &["not_found", "invalid_template"],
        ],
        "ask_again" => vec![
            ASKS,
            WRITES,
            &["not_found", "not_unanswered", "transcript_unreadable"],
        ],
        "list_interactions" => vec![READS, &["session_not_found"]],
        "get_interaction" => vec![
            READS,
            &[
                "question_not_found",
                "too_many_waiters",
                "busy",
                "secrets_unavailable",
            ],
        ],
        "answer" => vec![
            OPEN,
            WRITES,
            &["invalid_answer", "not_your_name", "secrets_unavailable"],
            &["evidence_too_weak"],
        ],
        "task_answer" => vec![
            OPEN,
            WRITES,
            &["invalid_answer", "session_not_found", "secrets_unavailable"],
            &["evidence_too_weak"],
        ],
        "cancel" => vec![OPEN, WRITES, &["invalid_answer", "not_your_name"]],
        "acknowledge" => vec![WRITES, &["question_not_found"]],
        "hold" => vec![OPEN, WRITES, &["no_deadline"]],
        "reopen" => vec![
            WRITES,
            &["question_not_found", "not_timed_out", "interaction_pending"],
        ],
        "get_draft" => vec![READS, &["question_not_found"]],
        "put_draft" => vec![OPEN, WRITES, &["invalid_answer"]],
        "get_context" => vec![
            READS,
            &["question_not_found", "not_found", "project_not_shared"],
            &["not_text", "unreadable"],
        ],
        "hook" => vec![
            WRITES,
            &[
                "not_found",
                "question_not_found",
                "too_many_waiters",
                "secrets_unavailable",
            ],
        ],
        "start_task" => vec![
            WRITES,
            &["person_only", "session_not_found", "idempotency_key_reused"],
        ],
        "interrupt" | "chain" => vec![WRITES, &["session_not_found"]],
        "task_stream" | "session_events" | "list_messages" => vec![READS, &["session_not_found"]],
        "get_session" => vec![READS, &["session_not_found", "question_not_found"]],
        "say" => vec![WRITES, &["person_only", "session_not_found"]],
        "branch" => vec![
            WRITES,
            &["session_not_found", "round_not_found", "session_exists"],
        ],
        "events" | "list_sessions" | "audit" | "health" | "metrics" => vec![READS],
        "login" => vec![READS, &["store_full", "invalid_code"]],
        "login_code" => vec![READS, &["store_full"]],
        "login_sessions" => vec![READS],
        "revoke_login_session" => vec![READS, &["store_full", "not_found"]],
        "subscribe" => vec![READS, &["not_found"]],
        "push_key" | "unsubscribe" => vec![&["not_found", "store_unavailable"]],
        "templates" => vec![&["stopping"]],
        "list_transcripts" | "get_transcript" | "transcript_events" => {
            vec![&["not_found", "transcript_unreadable", "stopping"]]
        }
        _ => Vec::new(),
    }
}

pub(super) fn of_code(code: &str) -> Option<Failure> {
    all().into_iter().find(|failure| failure.code() == code)
}

/// One of each, in the words of whoever words it.
pub(super) fn all() -> Vec<Failure> {
    let lang = Lang::En;
    let not_whole = Problem::NotWhole { max: u64::MAX };
    let mut all = vec![
        Failure::host_not_allowed(lang),
        Failure::origin_not_allowed(lang),
        Failure::json_only(lang),
        Failure::unauthorized(lang),
        Failure::sign_in_again(lang),
        Failure::too_slow(lang),
        Failure::too_large(lang),
        Failure::bad_request(&[Issue::new("timeout_seconds", not_whole)], lang),
        Failure::not_found(lang),
        Failure::wrong_method(lang),
        Failure::person_only(lang),
        Failure::not_your_name("ada", lang),
        api::login::invalid_code(lang),
    ];
    all.extend(refusals().iter().map(|one| Failure::of_refusal(one, lang)));
    all.extend([
        api::batch::answer_alone(lang),
        api::batch::shape_mismatch(lang),
        api::templates::mistaken(
            vec![IssueWire {
                path: "3:1 variables.version".into(),
                message: "has to be given".into(),
            }],
            lang,
        ),
        api::transcripts::not_again(&NotAgain::Ended(CardState::Answered), lang),
        api::transcripts::failure(&Unread::Failed("permission denied".into()), lang),
        api::context::failure(&FileRefusal::NotOurs, lang),
        api::context::failure(&FileRefusal::NotText, lang),
        api::context::failure(&FileRefusal::Failed("permission denied".into()), lang),
    ]);
    let desk = [
        DeskError::TooManyWaiters,
        DeskError::Busy,
        DeskError::Stopped,
        DeskError::Store(StoreError::Io("disk I/O error".into())),
        DeskError::Store(StoreError::Vault(
            "secret words cannot be read: the key is missing".into(),
        )),
        DeskError::Store(StoreError::Full("database or disk is full".into())),
    ];
    all.extend(desk.iter().map(|error| Failure::of_desk(error, lang)));
    all
}

fn refusals() -> [Refusal; 18] {
    let closing = Closing {
        state: State::Answered,
        decided_by: Decider::Person,
        actor: Actor::new("ada", Face::Web, Evidence::Page),
        at: story::begin(),
        took_ms: 42_000,
        reason: None,
        interrupted: false,
        answers: Default::default(),
        request: None,
    };
    let not_offered = Problem::NotOffered {
        got: "Oracle".into(),
        offered: "\"PostgreSQL\", \"SQLite\"".into(),
    };
    let too_few = Problem::TooFew { min: 2, got: 1 };
    let at = story::begin();
    [
        Refusal::SessionNotFound,
        Refusal::QuestionNotFound,
        Refusal::RoundNotFound { round: 7 },
        Refusal::InvalidAnswer(vec![Issue::new("answers.r1.q1", not_offered)]),
        Refusal::InvalidQuestion(vec![Issue::new("input.questions[0].options", too_few)]),
        Refusal::DuplicateQuestionId(vec![Issue::new(
            "question_id",
            Problem::Twice("auth_strategy_01".into()),
        )]),
        Refusal::TaskInterrupted { at },
        Refusal::MainAgentOnly,
        Refusal::AlreadyAnswered(Box::new(closing)),
        Refusal::InteractionPending,
        Refusal::KeyReused,
        Refusal::EvidenceTooWeak {
            got: Evidence::Script,
        },
        Refusal::ApprovalSpent,
        Refusal::NotTimedOut {
            state: State::Pending,
        },
        Refusal::NoDeadline,
        Refusal::SessionExists,
        Refusal::RecursiveLimitExceeded {
            limit: CHAIN_ROUNDS,
        },
        Refusal::TooManyOpen {
            limit: OPEN_PER_SESSION,
        },
    ]
}
