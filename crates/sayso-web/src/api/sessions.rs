//! Sessions, their messages, their branches, and the log of everything.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use sayso_core::id::{MessageId, SessionId};
use sayso_core::message::{Message, MessageKind};
use sayso_core::moment::Moment;
use sayso_core::record::Record;
use sayso_core::refusal::Refusal;
use sayso_core::session::Session;
use sayso_desk::audit::export_line;
use sayso_desk::store::{Found, Pending, Reader, StoreError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::answer::ReceiptView;
use super::ask::short;
use super::person;
use crate::body;
use crate::failure::Failure;
use crate::feed;
use crate::operation::Call;
use crate::view::InteractionView;

/// Sessions or messages of one page, at most.
const PAGE: u64 = 1_000;
/// Sessions read at once, and looked through in one call.
const LOOK: usize = 200;
const LOOK_BACK: usize = 20_000;

/// A session in a list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct SessionView {
    /// Its name.
    pub(crate) session_id: SessionId,
    /// When it began.
    pub(crate) opened_at: Moment,
    /// The agent's name.
    pub(crate) agent: Option<String>,
    /// The project's root.
    pub(crate) project: Option<String>,
}

/// A page of sessions.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Sessions {
    /// The last opened first.
    pub(crate) sessions: Vec<SessionView>,
    /// Ask for `before` this to go on; none on the last page.
    pub(crate) next: Option<u64>,
}

/// `GET /api/sessions?q=&before=&limit=`.
pub(crate) async fn list(call: Call) -> Result<Response, Failure> {
    let most = call.number("limit", 100, PAGE)? as usize;
    let before = call.number("before", u64::MAX, u64::MAX)?;
    let words = call.param("q").map(str::to_lowercase).unwrap_or_default();
    let principal = call.principal.clone();
    let read = move |reader: &dyn Reader| {
        let fits =
            |view: &SessionView| principal.may_see(&view.session_id) && named_so(view, &words);
        look_back(reader, before, most, fits)
    };
    Ok(body::json(&call.app.read(call.lang, read).await?))
}

/// Looks back until the page is full, the list ends, or it has looked far enough for one call.
fn look_back(
    reader: &dyn Reader,
    before: u64,
    most: usize,
    fits: impl Fn(&SessionView) -> bool,
) -> Result<Sessions, StoreError> {
    let mut sessions = Vec::new();
    let (mut place, mut looked) = (before, 0);
    while looked < LOOK_BACK {
        let entries = reader.sessions(Some(place), LOOK)?;
        let whole = entries.len() == LOOK;
        looked += entries.len();
        for entry in entries {
            if sessions.len() == most {
                let next = Some(place);
                return Ok(Sessions { sessions, next });
            }
            place = entry.place;
            let view = SessionView {
                session_id: entry.session,
                opened_at: entry.opened_at,
                agent: entry.opening.agent,
                project: entry.opening.project,
            };
            sessions.extend(fits(&view).then_some(view));
        }
        if !whole {
            let next = None;
            return Ok(Sessions { sessions, next });
        }
    }
    let next = Some(place);
    Ok(Sessions { sessions, next })
}

fn named_so(view: &SessionView, words: &str) -> bool {
    let about = [view.agent.as_deref(), view.project.as_deref()];
    let mut names = about
        .into_iter()
        .flatten()
        .chain([view.session_id.as_str()]);
    words.is_empty() || names.any(|name| name.to_lowercase().contains(words))
}

/// A session's dialog state (S0 §2.7.1).
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct DialogState {
    /// Its name.
    pub(crate) session_id: SessionId,
    /// The round that was asked last.
    pub(crate) current_round: u32,
    /// What the asker announced, else the rounds so far.
    pub(crate) total_rounds: u32,
    /// The rounds that were answered, in order.
    pub(crate) dialog_history: Vec<DialogEntry>,
    /// The interactions that are open, in the order asked.
    pub(crate) pending: Vec<InteractionView>,
}

/// One question of a round, and its answer.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct DialogEntry {
    /// The round.
    pub(crate) round: u32,
    /// What was asked.
    pub(crate) question: String,
    /// What was answered, in the words of its options; none when it was not.
    pub(crate) answer: Option<String>,
}

/// `GET /api/sessions/{id}`.
pub(crate) async fn get(call: Call) -> Result<Response, Failure> {
    let id = own_session(&call)?;
    let session = id.clone();
    let (records, history) = call
        .app
        .read(call.lang, move |reader| {
            let records = reader.records(&session, 0, usize::MAX)?;
            let history = reader.history(Some(&session), None, PAGE as usize)?;
            Ok((records, history))
        })
        .await?;
    if records.is_empty() {
        return Err(Failure::of_refusal(&Refusal::SessionNotFound, call.lang));
    }
    let state = folded(&id, &records);
    let mut dialog_history = Vec::new();
    for entry in history.iter().rev() {
        let outcome = &entry.outcome;
        for place in sayso_core::interaction::shown(&outcome.questions, &outcome.closing.answers) {
            let answer = outcome.closing.answers.get(&place.question.id);
            dialog_history.push(DialogEntry {
                round: outcome.round,
                question: place.question.text.clone(),
                answer: answer
                    .map(|a| sayso_core::render::spoken(place.question, a, str::to_owned)),
            });
        }
    }
    let mut pending = Vec::with_capacity(state.open().len());
    for open in state.open() {
        let found = call.app.find(open.id, &call.principal, call.lang).await?;
        pending.push(InteractionView::of_found(found));
    }
    Ok(body::json(&DialogState {
        session_id: id,
        current_round: state.rounds(),
        total_rounds: state.total_rounds(),
        dialog_history,
        pending,
    }))
}

/// A page of messages, each a push as the live stream gives it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Messages {
    /// In order.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::openapi::Push>"))]
    pub(crate) messages: Vec<Value>,
    /// Ask for `after` this to go on; none on the last page.
    pub(crate) next: Option<u64>,
    /// The number of the session's newest fact; numbers have no gaps.
    pub(crate) last: u64,
}

/// `GET /api/sessions/{id}/messages?after=&before=&q=&limit=`.
pub(crate) async fn messages(call: Call) -> Result<Response, Failure> {
    let session = own_session(&call)?;
    let most = call.number("limit", 100, PAGE)? as usize;
    let after = call.number("after", 0, i64::MAX as u64)?;
    let before = call.number("before", u64::MAX, u64::MAX)?;
    let from_end = call.param("before").is_some();
    let words = call.param("q").map(str::to_lowercase);
    let id = session.clone();
    let (records, last) = call
        .app
        .read(call.lang, move |reader| {
            let last = reader.last_seq(&id)?;
            let records = match words {
                Some(words) if !words.is_empty() => mentioning(reader, &id, &words, after, most)?,
                _ if from_end => {
                    let end = before.min(last.saturating_add(1)).saturating_sub(1);
                    let start = end.saturating_sub(most as u64);
                    reader.records(&id, start, (end - start) as usize)?
                }
                _ => reader.records(&id, after, most)?,
            };
            Ok((records, last))
        })
        .await?;
    if last == 0 {
        return Err(Failure::of_refusal(&Refusal::SessionNotFound, call.lang));
    }
    let next = records
        .last()
        .filter(|record| records.len() == most && record.seq < last)
        .map(|record| record.seq);
    let messages = records
        .iter()
        .map(|record| as_message(&session, record))
        .collect();
    let page = Messages {
        messages,
        next,
        last,
    };
    Ok(body::json(&page))
}

/// The facts that have these words in them, wherever.
fn mentioning(
    reader: &dyn Reader,
    session: &SessionId,
    words: &str,
    after: u64,
    most: usize,
) -> Result<Vec<Record>, StoreError> {
    let mut found = Vec::new();
    let mut place = after;
    loop {
        let records = reader.records(session, place, PAGE as usize)?;
        let whole = records.len() == PAGE as usize;
        place = records.last().map_or(place, |record| record.seq);
        for record in records {
            if mentions(&as_message(session, &record), words) {
                found.push(record);
                if found.len() == most {
                    return Ok(found);
                }
            }
        }
        if !whole {
            return Ok(found);
        }
    }
}

fn mentions(value: &Value, words: &str) -> bool {
    match value {
        Value::String(text) => text.to_lowercase().contains(words),
        Value::Array(values) => values.iter().any(|value| mentions(value, words)),
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, _)| !NAMES.contains(&name.as_str()))
            .any(|(_, value)| mentions(value, words)),
        _ => false,
    }
}

/// Fields that nobody reads.
const NAMES: [&str; 8] = [
    "type",
    "uuid",
    "parentUuid",
    "session_id",
    "interaction_id",
    "question_id",
    "tool_use_id",
    "timestamp",
];

fn as_message(session: &SessionId, record: &Record) -> Value {
    let bytes = feed::encode(session, record.seq, record.at, &record.event);
    serde_json::from_slice(&bytes).unwrap_or(Value::Null)
}

/// Something the agent said or did.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct SayBody {
    /// What it is.
    pub(crate) kind: MessageKind,
    /// What it holds.
    pub(crate) content: Value,
    /// Its name. The same again is the same message, and is recorded once.
    pub(crate) uuid: Option<String>,
}

/// `POST /api/sessions/{id}/messages`.
pub(crate) async fn say(call: Call) -> Result<Response, Failure> {
    let session = own_session(&call)?;
    let body: SayBody = call.json()?;
    if let Some(issue) = body.uuid.as_deref().and_then(|uuid| short("uuid", uuid)) {
        return Err(Failure::bad_request(&[issue], call.lang));
    }
    if is_reserved(&body.content) && call.principal.is_asker() {
        return Err(Failure::not_the_agents_word(call.lang));
    }
    let uuid = body.uuid;
    let message = Message {
        uuid: MessageId::new(uuid.unwrap_or_else(|| uuid::Uuid::now_v7().to_string())),
        parent: None,
        kind: body.kind,
        body: body.content,
    };
    let receipt = call.desk(call.app.handle.say(session, message).await)?;
    Ok((StatusCode::CREATED, body::json(&ReceiptView::from(receipt))).into_response())
}

/// Whether it says what is no agent's to say: a word of the person's, which is shown as theirs and
/// told to a model that is begun anew; or which answers wait for one that died, which its host knows.
fn is_reserved(content: &Value) -> bool {
    content["role"] == "user" || content["left"].is_object()
}

/// Where to branch off.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct BranchBody {
    /// The last round that both share.
    pub(crate) round: u32,
}

/// `POST /api/sessions/{id}/branch`.
pub(crate) async fn branch(call: Call) -> Result<Response, Failure> {
    let session = own_session(&call)?;
    let body: BranchBody = call.json()?;
    let receipt = call.desk(call.app.handle.branch(session, body.round).await)?;
    Ok((StatusCode::CREATED, body::json(&ReceiptView::from(receipt))).into_response())
}

/// What the person wants of a chain of questions.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct ChainBody {
    /// Let the agent ask this many more; none ends the chain.
    pub(crate) allow: Option<u32>,
}

/// `POST /api/sessions/{id}/chain`.
pub(crate) async fn chain(call: Call) -> Result<Response, Failure> {
    let session = own_session(&call)?;
    let body: ChainBody = call.json()?;
    let (handle, actor) = (&call.app.handle, person(&call));
    let receipt = match body.allow {
        Some(more) => handle.allow_more(session, more, actor).await,
        None => handle.end_chain(session, actor).await,
    };
    Ok(body::json(&ReceiptView::from(call.desk(receipt)?)))
}

/// A page of the log.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Log {
    /// Facts, in the order written.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::openapi::LoggedFact>"))]
    pub(crate) facts: Vec<Value>,
    /// Ask for `after` this to go on; none on the last page.
    pub(crate) next: Option<u64>,
}

/// `GET /api/audit?after=&limit=`.
pub(crate) async fn audit(call: Call) -> Result<Response, Failure> {
    let most = call.number("limit", 100, PAGE)? as usize;
    let after = call.number("after", 0, i64::MAX as u64)?;
    let lines = call
        .app
        .read(call.lang, move |reader| reader.log(after, most))
        .await?;
    let next = lines
        .last()
        .filter(|_| lines.len() == most)
        .map(|line| line.place);
    let facts = lines
        .iter()
        .filter_map(|line| serde_json::from_str(&export_line(line)).ok())
        .collect();
    Ok(body::json(&Log { facts, next }))
}

fn folded(id: &SessionId, records: &[Record]) -> Session {
    let mut session = Session::new(id.clone());
    for record in records {
        session.apply(record);
    }
    session
}

/// The open interactions of one session, in the order asked.
pub(super) fn open_of(reader: &dyn Reader, id: &SessionId) -> Result<Vec<Pending>, StoreError> {
    let session = folded(id, &reader.records(id, 0, usize::MAX)?);
    let mut list = Vec::with_capacity(session.open().len());
    for open in session.open() {
        if let Some(Found::Pending(pending)) = reader.find(open.id)? {
            list.push(*pending);
        }
    }
    Ok(list)
}

/// The session that the path names, if it can be one and the caller may know of it.
pub(super) fn own_session(call: &Call) -> Result<SessionId, Failure> {
    if let Some(issue) = short("session_id", &call.id) {
        return Err(Failure::bad_request(&[issue], call.lang));
    }
    let session = SessionId::from(call.id.as_str());
    if call.principal.may_see(&session) {
        Ok(session)
    } else {
        Err(Failure::of_refusal(&Refusal::SessionNotFound, call.lang))
    }
}
