//! Examples of what goes in and comes out, made of the types that are read and written.

use sayso_core::dialect::claude_code::{HookCall, HookOutput};
use sayso_core::form::{Draft, Entry};
use sayso_core::id::{ChoiceId, QuestionId, SessionId};
use sayso_core::lang::Lang;
use sayso_core::project_files::FileText;
use sayso_core::state::State;
use sayso_core::template::{TemplateCard, TemplateOrigin, VariableCard};
use sayso_core::transcript::{Index, Listed, Page, Reading, Span};
use sayso_desk::Ticket;
use sayso_desk::store::{Found, HistoryEntry, LoginKind};
use serde::Serialize;
use serde_json::{Value, json};

use super::story::{self, AGENT, INTERACTION, PROJECT, SESSION, Story, TOOL_USE};
use crate::api;
use crate::api::answer::ReceiptView;
use crate::api::batch::{BatchResult, BatchView};
use crate::api::sessions::{DialogEntry, DialogState, SessionView};
use crate::feed;
use crate::frame::{event, heartbeat};
use crate::options::HostedAgent;
use crate::view::InteractionView;

/// Examples by name.
pub(super) type Named = Vec<(&'static str, Value)>;

/// A transcript, as `~/.claude/projects` has it.
pub(super) const TRANSCRIPT: &str = "-srv-shop:7d3e9b61-5c2e-4f04-a1d7-0198a4c27f10";
/// A template.
pub(super) const TEMPLATE: &str = "release";
/// A login session.
pub(super) const LOGIN_SESSION: &str = "5d0c2f1be9a84c6f9d1b7a3e60c2f481";
/// Where a browser is told; the keys are those of RFC 8291, appendix A.
const ENDPOINT: &str = "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV";

/// What goes in.
pub(super) fn request(name: &str) -> Option<Value> {
    Some(match name {
        "ask" => json!({
            "session_id": SESSION,
            "tool_use_id": TOOL_USE,
            "input": story::input(),
            "agent": { "kind": "main", "name": AGENT },
            "timeout_seconds": 600,
            "project": PROJECT,
        }),
        "answer" => json!({ "answers": story::answers() }),
        "answer_batch" => json!({
            "interaction_ids": [INTERACTION, other_interaction()],
            "answers": ["SQLite"],
            "notes": ["As in the other projects."],
            "idempotency_key": "batch_1",
        }),
        "task_answer" => json!({
            "session_id": SESSION,
            "question_id": "auth_strategy_01",
            "answer": "oauth2",
            "follow_up_answers": { "oauth_providers": ["google", "github"] },
        }),
        "cancel" => json!({ "reason": "Not now; let us talk about the schema first." }),
        "hold" => json!({ "hold": true }),
        "reopen" => json!({ "timeout_seconds": 600 }),
        "put_draft" => value(&draft()),
        // A scripted agent asks for no program and no account.
        "start_task" => {
            json!({ "agent": "script", "scenario": "demo", "idempotency_key": "demo_1" })
        }
        "interrupt" => json!({ "session_id": SESSION }),
        // Of those that do not wait for a person.
        "hook" => json!({
            "session_id": SESSION,
            "hook_event_name": "PostToolUse",
            "cwd": PROJECT,
            "tool_name": "AskUserQuestion",
            "tool_use_id": TOOL_USE,
            "tool_input": story::input(),
            "tool_response": { "answers": { "Which database?": "SQLite" } },
        }),
        "say" => json!({
            "kind": "text",
            "content": story::said(),
            "uuid": "0198a4c3-2c11-7b02-8d3f-6a1e5b9c0d42",
        }),
        "branch" => json!({ "round": 1 }),
        "chain" => json!({ "allow": 5 }),
        "ask_template" => json!({ "variables": { "version": "1.2.0" }, "session_id": SESSION }),
        "ask_again" => json!({ "question": TOOL_USE }),
        "login" => {
            json!({ "code": "b1f0c9e27a5d4836", "kind": "page", "label": "Firefox on Linux" })
        }
        "login_code" | "revoke_login_session" | "acknowledge" => json!({}),
        "subscribe" => json!({
            "endpoint": ENDPOINT,
            "keys": {
                "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                "auth": "BTBZMqHH6r4Tts7J_aSIgg",
            },
            "lang": "en",
        }),
        "unsubscribe" => json!({ "endpoint": ENDPOINT }),
        _ => return None,
    })
}

/// What comes out when it worked.
pub(super) fn success(name: &str, story: &Story) -> Named {
    let pending = || InteractionView::of_pending(story.pending());
    let one = match name {
        "ask" | "ask_template" | "ask_again" => value(&asked(story)),
        "list_interactions" => {
            let entry = HistoryEntry {
                place: 43,
                outcome: story.outcome(),
            };
            let closed = InteractionView::of_history(&entry, &story.pending().opening);
            return vec![
                ("pending", value(&interactions(vec![pending()], None))),
                ("closed", value(&interactions(vec![closed], Some(43)))),
            ];
        }
        "get_interaction" => {
            return vec![
                ("pending", value(&pending())),
                ("answered", value(&answered(story))),
            ];
        }
        "answer" => value(&receipt(Some(State::Answered), 3)),
        "cancel" => value(&receipt(Some(State::Cancelled), 3)),
        "acknowledge" => value(&receipt(Some(State::Answered), 4)),
        "hold" => value(&receipt(Some(State::Pending), 3)),
        "interrupt" | "say" | "chain" => value(&receipt(None, 4)),
        "branch" => value(&ReceiptView {
            session_id: SessionId::from("0198a4c3-8e52-7c11-b0d4-2f7a9e6c1b35"),
            ..receipt(None, 1)
        }),
        "answer_batch" => {
            return vec![
                ("all", value(&batch(None))),
                ("some", value(&batch(Some("shape_mismatch")))),
            ];
        }
        "task_answer" => done("答案已提交，任务继续执行"),
        "put_draft" => done("Draft kept"),
        "login" => value(&api::login::LoginView {
            success: true,
            message: "Signed in".into(),
            id: LOGIN_SESSION.into(),
            person: "ada".into(),
            until: story::begin().plus(30 * 24 * 60 * 60 * 1_000),
            secret: Some("5b2f…".into()),
            token: None,
        }),
        "revoke_login_session" => done("Signed out"),
        "subscribe" | "unsubscribe" => done("Kept"),
        "reopen" => {
            let mut view = pending();
            view.interaction_id = other_interaction();
            view.round = 2;
            value(&view)
        }
        "get_draft" => value(&draft()),
        "get_context" => value(&FileText {
            path: "docs/storage.md".into(),
            text: "# Storage\n".into(),
            bytes: 10,
            cut: false,
        }),
        "hook" => return hook(story),
        "list_agents" => {
            let agent = |agent: &str, name: &str| HostedAgent {
                agent: agent.into(),
                name: name.into(),
            };
            value(&api::task::Agents {
                agents: vec![agent("claude", AGENT), agent("script", "script")],
                project: Some(PROJECT.into()),
            })
        }
        "start_task" => value(&api::task::TaskView {
            success: true,
            session_id: SessionId::from("0e5b1c9a-4d27-4f83-9a61-c2d8e7f40b13"),
        }),
        "list_sessions" => value(&api::sessions::Sessions {
            sessions: vec![SessionView {
                session_id: SessionId::from(SESSION),
                opened_at: story::begin(),
                agent: Some(AGENT.into()),
                project: Some(PROJECT.into()),
            }],
            next: None,
        }),
        "get_session" => value(&DialogState {
            session_id: SessionId::from(SESSION),
            current_round: 1,
            total_rounds: 1,
            dialog_history: vec![DialogEntry {
                round: 1,
                question: "Which database?".into(),
                answer: Some("SQLite".into()),
            }],
            pending: Vec::new(),
        }),
        "list_messages" => value(&api::sessions::Messages {
            messages: pushes(story),
            next: None,
            last: story.records.len() as u64,
        }),
        "audit" => {
            let facts = story.lines();
            let facts = facts.iter().map(sayso_desk::audit::export_line);
            value(&api::sessions::Log {
                facts: facts.filter_map(|line| serde_json::from_str(&line).ok()).collect(),
                next: None,
            })
        }
        "templates" => value(&api::templates::TemplateList {
            templates: vec![TemplateCard {
                name: TEMPLATE.into(),
                description: Some("Before a release".into()),
                origin: TemplateOrigin::Project,
                variables: vec![VariableCard {
                    name: "version".into(),
                    description: Some("What is released".into()),
                    required: true,
                    default: None,
                    from: None,
                }],
                mistakes: Vec::new(),
            }],
        }),
        "list_transcripts" => value(&api::transcripts::TranscriptList {
            transcripts: vec![Listed {
                id: TRANSCRIPT.into(),
                folder: "-srv-shop".into(),
                bytes: 412,
                modified_at: story::begin(),
                summary: transcript().summary,
            }],
            next: None,
        }),
        "get_transcript" => value(&transcript()),
        "login_code" => json!({ "code": "b1f0c9e27a5d4836" }),
        "login_sessions" => value(&api::login::LoginSessionList {
            sessions: vec![api::login::LoginSessionView {
                id: LOGIN_SESSION.into(),
                kind: LoginKind::Page,
                person: "ada".into(),
                label: "Firefox on Linux".into(),
                since: story::begin(),
                until: story::begin().plus(30 * 24 * 60 * 60 * 1_000),
                current: true,
            }],
        }),
        "push_key" => value(&api::push::PushKey {
            public_key: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8".into(),
        }),
        "health" => value(&api::meta::Health {
            status: "ok".into(),
            version: env!("CARGO_PKG_VERSION").into(),
        }),
        "metrics" => "# TYPE sayso_waiting gauge\nsayso_waiting 1\n# EOF\n".into(),
        "task_stream" | "session_events" => stream(story, Some(SESSION), 0).into(),
        "events" => stream(story, None, story::PLACE).into(),
        "transcript_events" => {
            let items = transcript().items.into_iter();
            let told = items.map(|item| event(u64::from(item.line), None, &bytes(&item)));
            text(told.chain([heartbeat()])).into()
        }
        _ => return Vec::new(),
    };
    vec![("example", one)]
}

/// What a stream tells. Its ids are the numbers of the session's facts, or the places of all.
fn stream(story: &Story, session: Option<&str>, before: u64) -> String {
    let snapshot = json!({ "type": "snapshot", "session_id": session,
        "pending": [InteractionView::of_pending(story.pending())] });
    let begin = event(before + 2, Some("snapshot"), &bytes(&snapshot));
    let told = story.records.iter().zip(pushes(story)).skip(2);
    let told = told.map(|(record, push)| event(before + record.seq, None, &bytes(&push)));
    text([begin].into_iter().chain(told).chain([heartbeat()]))
}

fn pushes(story: &Story) -> Vec<Value> {
    let session = SessionId::from(SESSION);
    let push = |bytes: bytes::Bytes| serde_json::from_slice(&bytes).unwrap_or_default();
    let records = story.records.iter();
    records
        .map(|record| push(feed::encode(&session, record.seq, record.at, &record.event)))
        .collect()
}

fn asked(story: &Story) -> InteractionView {
    let asked = story.pending().asked;
    let mut view = InteractionView::of_ticket(Ticket {
        interaction: asked.interaction,
        session: SessionId::from(SESSION),
        round: asked.round,
        total_rounds: 1,
        chain: asked.chain,
        state: State::Pending,
        deadline: asked.deadline.map(|deadline| deadline.at),
        questions: asked.questions,
        known: false,
        collect_token: None,
    });
    view.tool_use_id = asked.tool_use_id;
    view
}

fn answered(story: &Story) -> InteractionView {
    InteractionView::of_found(Found::Closed(Box::new(story.outcome())))
}

fn interactions(
    interactions: Vec<InteractionView>,
    next: Option<u64>,
) -> api::interactions::Interactions {
    api::interactions::Interactions { interactions, next }
}

fn receipt(state: Option<State>, seq: u64) -> ReceiptView {
    ReceiptView {
        success: true,
        state,
        session_id: SessionId::from(SESSION),
        seq,
        known: false,
    }
}

/// Two of a batch; the second may be refused.
fn batch(refused: Option<&str>) -> BatchView {
    let error = refused.and_then(super::failures::of_code);
    let first = BatchResult {
        interaction_id: INTERACTION.to_string(),
        success: true,
        error: None,
    };
    let second = BatchResult {
        interaction_id: other_interaction().to_string(),
        success: error.is_none(),
        error: error.map(|failure| failure.error().clone()),
    };
    BatchView {
        success: second.success,
        results: vec![first, second],
    }
}

fn other_interaction() -> sayso_core::id::InteractionId {
    sayso_core::id::InteractionId::new(INTERACTION.bits() + 1)
}

fn draft() -> api::draft::DraftBody {
    let entry = Entry {
        picked: vec![ChoiceId::from("SQLite")],
        note: "As in the other projects.".into(),
        ..Entry::default()
    };
    let draft = Draft::from([(QuestionId::from("r1.q1"), entry)]);
    api::draft::DraftBody { draft }
}

/// What a hook says: how its question was answered, or nothing, which leaves it to the agent.
fn hook(story: &Story) -> Named {
    let call = json!({
        "session_id": SESSION,
        "hook_event_name": "PreToolUse",
        "tool_name": "AskUserQuestion",
        "tool_use_id": TOOL_USE,
        "tool_input": story::input(),
    });
    let call = HookCall::read(&call).ok();
    let asked = call.and_then(|call| Some((call.event, call.request().ok()?)));
    let said =
        asked.map(|(event, asked)| HookOutput::of(event, &asked, &story.outcome(), Lang::En));
    let said = match said {
        Some(HookOutput::Says(said)) => said,
        Some(HookOutput::Silence) | None => Value::Null,
    };
    vec![("answered", said), ("left_to_the_agent", json!({}))]
}

fn transcript() -> Page {
    let lines = [
        json!({ "type": "user", "uuid": "u1", "parentUuid": null, "sessionId": SESSION, "cwd": PROJECT,
            "timestamp": story::begin(), "message": { "role": "user", "content": "Set the shop up." } }),
        json!({ "type": "assistant", "uuid": "u2", "parentUuid": "u1", "sessionId": SESSION,
            "timestamp": story::begin().plus(1_000), "message": { "role": "assistant", "content": [
                { "type": "tool_use", "id": TOOL_USE, "name": "AskUserQuestion", "input": story::input() },
            ] } }),
    ]
    .map(|line| line.to_string());
    let mut index = Index::default();
    for line in &lines {
        index.push(0, line.as_bytes());
    }
    let mut reading = Reading::new(&index, Span::default().words, |_| None);
    let items = (0..).zip(&lines);
    Page {
        summary: index.summary(),
        items: items
            .flat_map(|(number, line)| reading.items(number, line.as_bytes()))
            .collect(),
        ..Page::default()
    }
}

fn done(message: &str) -> Value {
    value(&api::Done {
        success: true,
        message: message.into(),
    })
}

fn text(events: impl Iterator<Item = bytes::Bytes>) -> String {
    events
        .map(|event| String::from_utf8_lossy(&event).into_owned())
        .collect()
}

fn bytes(told: &impl Serialize) -> Vec<u8> {
    value(told).to_string().into_bytes()
}

fn value(made: &impl Serialize) -> Value {
    serde_json::to_value(made).unwrap_or_default()
}
