//! What agents left behind: listed, read by page, followed, asked again. For a person's eyes only:
//! a transcript holds everything that was said.

use std::time::Duration;

use axum::response::Response;
use http::StatusCode;
use sayso_core::lang::Lang;
use sayso_core::moment::Moment;
use sayso_core::transcript::{
    CardState, Item, Listed, NotAgain, Page, Shelf, Span, Summary, Unread,
};
use serde::{Deserialize, Serialize};

use super::ask::{AskBody, ask_with};
use super::events::streamed;
use crate::app::App;
use crate::body;
use crate::failure::Failure;
use crate::frame::{event, heartbeat};
use crate::operation::Call;
use crate::slot::Slot;

/// Transcripts of a list, at most.
const LISTED: u64 = 200;
/// Transcripts looked through in one call.
const LOOK_BACK: usize = 1_000;
/// Items of a page, at most.
const ITEMS: u64 = 500;
/// How often one looks whether a transcript has grown.
const LOOK: Duration = Duration::from_millis(500);

/// A list of transcripts.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct TranscriptList {
    /// The last written first.
    pub(crate) transcripts: Vec<Listed>,
    /// Ask for `before` this to go on; none on the last page.
    pub(crate) next: Option<i64>,
}

/// `GET /api/transcripts?project=&q=&before=&limit=`.
pub(crate) async fn list(call: Call) -> Result<Response, Failure> {
    let limit = call.number("limit", 50, LISTED)? as usize;
    let before = call.number("before", i64::MAX as u64, i64::MAX as u64)?;
    let before = i64::try_from(before).unwrap_or(i64::MAX);
    let before = (before < i64::MAX).then(|| Moment::from_millis(before));
    let project = call.param("project").map(str::to_owned);
    let words = call.param("q").map(str::to_lowercase).unwrap_or_default();
    let list = match call.app.options.transcripts.clone() {
        None => TranscriptList::default(),
        Some(shelf) => {
            let look = move || look_back(&*shelf, project.as_deref(), &words, before, limit);
            let list = call.app.run(call.lang, look).await?;
            list.map_err(|unread| failure(&unread, call.lang))?
        }
    };
    Ok(body::json(&list))
}

/// Looks back until the page is full, the shelf ends, or it has looked far enough for one call: what
/// was not read before is read for this.
fn look_back(
    shelf: &dyn Shelf,
    project: Option<&str>,
    words: &str,
    before: Option<Moment>,
    limit: usize,
) -> Result<TranscriptList, Unread> {
    let mut transcripts = Vec::new();
    let (mut place, mut looked) = (before, 0);
    while looked < LOOK_BACK {
        let listed = shelf.list(project, place, limit)?;
        let last = listed.last().filter(|_| listed.len() == limit);
        let last = last.map(|last| last.modified_at);
        looked += listed.len();
        for one in listed {
            if transcripts.len() == limit {
                let next = place.map(Moment::millis);
                return Ok(TranscriptList { transcripts, next });
            }
            place = Some(one.modified_at);
            transcripts.extend(named_so(&one, words).then_some(one));
        }
        if last.is_none() {
            let next = None;
            return Ok(TranscriptList { transcripts, next });
        }
        if transcripts.len() == limit {
            break;
        }
    }
    let next = place.map(Moment::millis);
    Ok(TranscriptList { transcripts, next })
}

fn named_so(one: &Listed, words: &str) -> bool {
    let Summary {
        title,
        project,
        session_id,
        ..
    } = &one.summary;
    let mut names = [title, project, session_id].into_iter().flatten();
    words.is_empty() || names.any(|name| name.to_lowercase().contains(words))
}

/// `GET /api/transcripts/{id}?after=&before=&limit=&agent=&quiet=`.
pub(crate) async fn page(call: Call) -> Result<Response, Failure> {
    let span = span(&call)?;
    let page = read(&call.app, &call.id, call.param("agent"), span, call.lang).await?;
    Ok(body::json(&page))
}

fn span(call: &Call) -> Result<Span, Failure> {
    let most = u64::from(u32::MAX);
    let before = match call.param("before") {
        None => None,
        Some(_) => Some(call.number("before", 0, most)? as u32),
    };
    Ok(Span {
        after: call.number("after", 0, most)? as u32,
        before,
        limit: call.number("limit", 100, ITEMS)? as usize,
        quiet: call.number("quiet", 0, 1)? == 1,
        ..Span::default()
    })
}

async fn read(
    app: &App,
    id: &str,
    agent: Option<&str>,
    span: Span,
    lang: Lang,
) -> Result<Page, Failure> {
    let shelf = shelf(app, lang)?;
    let (id, agent) = (id.to_owned(), agent.map(str::to_owned));
    let page = move || shelf.page(&id, agent.as_deref(), &span);
    let page = app.run(lang, page).await?;
    page.map_err(|unread| failure(&unread, lang))
}

/// `GET /api/transcripts/{id}/events?after=`: the items after a line, and those that are added; ids
/// are lines.
pub(crate) async fn events(call: Call) -> Result<Response, Failure> {
    let last_id = call.headers.get("last-event-id");
    let last_id = last_id.and_then(|id| id.to_str().ok()?.trim().parse::<u32>().ok());
    let mut first = span(&call)?;
    first.before = None;
    first.after = last_id.unwrap_or(first.after);
    let agent = call.param("agent").map(str::to_owned);
    // What cannot be read is refused at once.
    read(
        &call.app,
        &call.id,
        agent.as_deref(),
        first.clone(),
        call.lang,
    )
    .await?;
    let slot = Slot::default();
    let follower = Follower {
        app: call.app.clone(),
        id: call.id.clone(),
        agent,
        span: first,
        lang: call.lang,
        slot: slot.clone(),
    };
    Ok(streamed(call, slot, follower.run()))
}

/// One who follows a transcript, and how far.
struct Follower {
    app: App,
    id: String,
    agent: Option<String>,
    span: Span,
    lang: Lang,
    slot: Slot,
}

impl Follower {
    async fn run(mut self) {
        let mut quiet = Duration::ZERO;
        loop {
            let agent = self.agent.as_deref();
            let page = read(&self.app, &self.id, agent, self.span.clone(), self.lang).await;
            let Ok(page) = page else {
                return;
            };
            if page.summary.lines < self.span.after {
                // Another file stands there now.
                self.span.after = 0;
                continue;
            }
            let more = page.next.is_some();
            let reached = page.next.unwrap_or(page.summary.lines);
            self.send(&page.items).await;
            self.span.after = reached;
            if more {
                continue;
            }
            if !page.items.is_empty() {
                quiet = Duration::ZERO;
            } else if quiet >= self.app.options.heartbeat {
                quiet = Duration::ZERO;
                self.slot.put(heartbeat()).await;
            }
            quiet += LOOK;
            tokio::time::sleep(LOOK).await;
        }
    }

    /// One event an item.
    async fn send(&self, items: &[Item]) {
        let mut out = Vec::new();
        for (number, item) in items.iter().enumerate() {
            let Ok(data) = serde_json::to_vec(item) else {
                continue;
            };
            // Who comes back goes on after a whole line.
            let line_goes_on = items
                .get(number + 1)
                .is_some_and(|next| next.line == item.line);
            let line = if line_goes_on {
                item.line.saturating_sub(1)
            } else {
                item.line
            };
            out.push(event(u64::from(line), None, &data));
        }
        if !out.is_empty() {
            self.slot.put(out.concat().into()).await;
        }
    }
}

/// Which question is asked again.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct AskAgainBody {
    /// The uuid of its line, or its tool call.
    pub(crate) question: String,
}

/// `POST /api/transcripts/{id}/ask-again`: keyed by the tool call that asked, so that what the desk
/// knows already is taken up where it stands.
pub(crate) async fn ask_again(call: Call) -> Result<Response, Failure> {
    let body: AskAgainBody = call.json()?;
    let shelf = shelf(&call.app, call.lang)?;
    let (id, question) = (call.id.clone(), body.question);
    let again = move || shelf.ask_again(&id, &question);
    let again = call.app.run(call.lang, again).await?;
    let again = again.map_err(|why| not_again(&why, call.lang))?;
    let body = AskBody {
        session_id: again.session_id,
        tool_use_id: again.tool_use_id,
        project: again.project,
        ..AskBody::of(again.input)
    };
    ask_with(&call, body).await
}

fn shelf(app: &App, lang: Lang) -> Result<std::sync::Arc<dyn Shelf>, Failure> {
    let shelf = app.options.transcripts.clone();
    shelf.ok_or_else(|| Failure::not_found(lang))
}

pub(crate) fn failure(unread: &Unread, lang: Lang) -> Failure {
    match unread {
        Unread::NotFound => Failure::not_found(lang),
        Unread::Failed(_) => Failure::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "transcript_unreadable",
            lang.pick(unread.to_string(), "记录无法读取。".into()),
        ),
    }
}

pub(crate) fn not_again(why: &NotAgain, lang: Lang) -> Failure {
    match why {
        NotAgain::Unread(unread) => failure(unread, lang),
        NotAgain::NoQuestion => Failure::not_found(lang),
        NotAgain::Ended(state) => {
            let state = match state {
                CardState::Answered => lang.pick("it was answered", "已有回答"),
                _ => lang.pick("its agent was told how it ended", "代理已得知其结局"),
            };
            Failure::new(
                StatusCode::CONFLICT,
                "not_unanswered",
                lang.pick(
                    format!("Only what nobody ever answered is asked again: {state}."),
                    format!("只有从未得到回答的问题才会重新提问：{state}。"),
                ),
            )
        }
    }
}
