//! Live streams: a snapshot, then what happens, each fact once and none left out.

use std::pin::Pin;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::{HeaderValue, header};
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::lang::Lang;
use sayso_core::refusal::Refusal;
use sayso_desk::store::Reader;
use serde_json::json;
use tokio::sync::watch;
use tokio::time::{Instant, Sleep, sleep};

use super::sessions::{open_of, own_session};
use crate::app::App;
use crate::attention::Unattended;
use crate::body::with_type;
use crate::ear::Ear;
use crate::failure::Failure;
use crate::feed::{Feed, encode, frame as encoded};
use crate::frame::{event, heartbeat, unattended};
use crate::guard;
use crate::metrics::Counted;
use crate::operation::Call;
use crate::principal::Principal;
use crate::slot::Slot;
use crate::telling::Telling;
use crate::view::InteractionView;

/// Who missed more than this starts anew with a snapshot.
const CATCH_UP: u64 = 5_000;
/// Facts read at once while catching up.
const PAGE: usize = 500;
/// Open interactions of a snapshot, at most.
const SNAPSHOT: usize = 1_000;

/// `GET /api/events`: the whole inbox; ids are places in the log.
pub(crate) async fn inbox(call: Call) -> Result<Response, Failure> {
    stream(call, None).await
}

/// `GET /api/sessions/{id}/events`; ids are numbers in the session.
pub(crate) async fn session(call: Call) -> Result<Response, Failure> {
    let session = own_session(&call)?;
    stream(call, Some(session)).await
}

/// `GET /api/task/stream?session_id=`: the same under the seed's name.
pub(crate) async fn task_stream(mut call: Call) -> Result<Response, Failure> {
    call.id = call.param("session_id").unwrap_or_default().to_owned();
    session(call).await
}

async fn stream(call: Call, session: Option<SessionId>) -> Result<Response, Failure> {
    let failed = |error| Failure::of_store(&error, call.lang);
    let ear = Feed::listen(&call.app).await.map_err(failed)?;
    if let Some(session) = session.clone() {
        let known = call
            .app
            .read(call.lang, move |reader| reader.records(&session, 0, 1))
            .await?;
        if known.is_empty() {
            return Err(Failure::of_refusal(&Refusal::SessionNotFound, call.lang));
        }
    }
    let last_id = call
        .headers
        .get("last-event-id")
        .and_then(|value| value.to_str().ok())
        .or_else(|| call.param("last_event_id"))
        .and_then(|text| text.trim().parse::<u64>().ok());
    let slot = Slot::default();
    let listener = Listener {
        app: call.app.clone(),
        principal: call.principal.clone(),
        lang: call.lang,
        session,
        ear,
        attention: call.app.feed.unattended(),
        unattended: Vec::new(),
        slot: slot.clone(),
        told: Instant::now(),
        quiet: Box::pin(sleep(call.app.options.heartbeat)),
        place: 0,
        seq: 0,
    };
    Ok(streamed(call, slot, listener.run(last_id)))
}

/// A response that `telling` fills by and by, for as long as the caller's credential is good and the
/// server is not told to stop.
pub(super) fn streamed(
    call: Call,
    slot: Slot,
    telling: impl Future<Output = ()> + Send + 'static,
) -> Response {
    let counted = Counted::new(&call.app.metrics.streams);
    let sent_away = guard::sent_away(call.app, &call.headers, call.principal);
    let telling = Telling::new(slot, async move {
        let _counted = counted;
        tokio::select! {
            biased;
            () = sent_away => {}
            () = telling => {}
        }
    });
    let mut response = with_type(Body::from_stream(telling), "text/event-stream");
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

/// One listener and its place.
struct Listener {
    app: App,
    principal: Principal,
    lang: Lang,
    session: Option<SessionId>,
    ear: Ear,
    attention: watch::Receiver<Unattended>,
    /// The questions that it knows nobody to wait for.
    unattended: Vec<InteractionId>,
    slot: Slot,
    /// When something was last sent.
    told: Instant,
    /// Ends when it may have been quiet for too long.
    quiet: Pin<Box<Sleep>>,
    /// The last place in the log that was sent or passed over.
    place: u64,
    /// The last number of the session that was sent.
    seq: u64,
}

/// The store cannot be read: the listener comes back and goes on where it was.
struct Over;

impl Listener {
    async fn run(mut self, last_id: Option<u64>) {
        let _ = self.follow(last_id).await;
    }

    async fn follow(&mut self, last_id: Option<u64>) -> Result<(), Over> {
        self.begin(last_id).await?;
        self.attention.mark_changed();
        loop {
            self.rest().await;
            match self.next() {
                Some(bytes) => self.send(bytes).await,
                None => self.catch_up().await?,
            }
        }
    }

    /// What the ring holds of what is new for this listener; none when it does not reach back so far.
    fn next(&mut self) -> Option<Bytes> {
        if self.session.is_none() && self.principal.only_session().is_none() {
            let piece = self.app.feed.piece_after(self.place)?;
            self.place = piece.end;
            return Some(piece.bytes);
        }
        let mut out = Vec::new();
        for frame in self.app.feed.after(self.place)? {
            self.place = frame.place;
            match &self.session {
                None if self.principal.may_see(&frame.session) => {
                    out.extend_from_slice(&frame.event);
                }
                Some(own) if *own == frame.session && frame.seq > self.seq => {
                    self.seq = frame.seq;
                    out.extend_from_slice(&event(frame.seq, None, &frame.data));
                }
                _ => {}
            }
        }
        Some(out.into())
    }

    /// Goes on where the client was, if that can be done without a hole; else with a snapshot.
    async fn begin(&mut self, last_id: Option<u64>) -> Result<(), Over> {
        let head = self.app.feed.head();
        match (&self.session, last_id) {
            (None, Some(id)) if id > head && self.is_written(id).await? => {
                self.place = id;
                Ok(())
            }
            (None, Some(id)) if id <= head && head - id <= CATCH_UP => {
                self.place = id;
                Ok(())
            }
            (None, id) => self.snapshot(id.is_some(), head).await,
            (Some(session), Some(id)) => {
                let session = session.clone();
                let read = move |reader: &dyn Reader| reader.last_seq(&session);
                let last = self.app.read(self.lang, read).await.map_err(|_| Over)?;
                if id > last {
                    return self.snapshot(true, head).await;
                }
                self.seq = id;
                self.place = head;
                self.catch_up_session().await
            }
            (Some(_), None) => self.snapshot(false, head).await,
        }
    }

    /// Whether the log reaches so far: another node may have told of it before this one has read it.
    async fn is_written(&self, place: u64) -> Result<bool, Over> {
        let read = |reader: &dyn Reader| reader.last_place();
        let last = self.app.read(self.lang, read).await.map_err(|_| Over)?;
        Ok(place <= last)
    }

    /// Everything that is open now; the facts after it follow.
    async fn snapshot(&mut self, anew: bool, head: u64) -> Result<(), Over> {
        self.place = head;
        let own = self.session.clone();
        let only = own.clone().or_else(|| self.principal.only_session());
        // The number is read first: what happens meanwhile is told again rather than left out.
        let read = move |reader: &dyn Reader| {
            let last = match &own {
                Some(session) => reader.last_seq(session)?,
                None => head,
            };
            let pending = match &only {
                Some(session) => open_of(reader, session)?,
                None => reader.pending(SNAPSHOT)?,
            };
            Ok((pending, last))
        };
        let (pending, last) = self.app.read(self.lang, read).await.map_err(|_| Over)?;
        self.seq = last;
        let pending: Vec<InteractionView> = pending
            .into_iter()
            .map(InteractionView::of_pending)
            .collect();
        let left = pending.iter().filter(|view| view.unattended);
        self.unattended = left.map(|view| view.interaction_id).collect();
        let name = if anew { "reset" } else { "snapshot" };
        let data = json!({ "type": "snapshot", "session_id": self.session, "pending": pending });
        self.send(event(last, Some(name), data.to_string().as_bytes()))
            .await;
        Ok(())
    }

    /// The ring does not reach back so far: reads from the store, or starts anew.
    async fn catch_up(&mut self) -> Result<(), Over> {
        let head = self.app.feed.head();
        if self.session.is_some() {
            self.place = head;
            return self.catch_up_session().await;
        }
        if head.saturating_sub(self.place) > CATCH_UP {
            return self.snapshot(true, head).await;
        }
        let after = self.place;
        let lines = self
            .app
            .read(self.lang, move |reader| reader.log(after, PAGE))
            .await;
        let lines = lines.map_err(|_| Over)?;
        let mut out = Vec::new();
        for frame in lines.iter().map(encoded) {
            self.place = frame.place;
            if self.principal.may_see(&frame.session) {
                out.extend_from_slice(&frame.event);
            }
        }
        // Forgotten facts leave holes in the log; nobody waits for them.
        if lines.len() < PAGE {
            self.place = self.place.max(head);
        }
        self.send(out.into()).await;
        Ok(())
    }

    async fn catch_up_session(&mut self) -> Result<(), Over> {
        let Some(session) = self.session.clone() else {
            return Ok(());
        };
        loop {
            let (id, after) = (session.clone(), self.seq);
            let read = self
                .app
                .read(self.lang, move |reader| reader.records(&id, after, PAGE))
                .await;
            let records = read.map_err(|_| Over)?;
            let mut out = Vec::new();
            for record in &records {
                self.seq = record.seq;
                let data = encode(&session, record.seq, record.at, &record.event);
                out.extend_from_slice(&event(record.seq, None, &data));
            }
            self.send(out.into()).await;
            if records.len() < PAGE {
                return Ok(());
            }
        }
    }

    /// Waits for something new, and shows meanwhile that the stream lives.
    async fn rest(&mut self) {
        let (place, feed, attention) = (self.place, &self.app.feed, &self.attention);
        let look = || {
            // Rare, and so first: facts may come without a pause.
            let other = attention.has_changed().unwrap_or_default();
            (other || feed.head() > place).then_some(other)
        };
        let other = tokio::select! {
            biased;
            other = self.ear.until(look) => other,
            () = &mut self.quiet => true,
        };
        if !other {
            return;
        }
        self.tell_unattended().await;
        // The timer is not set anew for everything that is sent; it goes on from the last of it.
        let heartbeat_time = self.app.options.heartbeat;
        if self.told.elapsed() >= heartbeat_time {
            self.send(heartbeat()).await;
        }
        self.quiet.as_mut().reset(self.told + heartbeat_time);
    }

    /// Tells which of the questions that this listener sees nobody waits for, if it does not know.
    async fn tell_unattended(&mut self) {
        let all = self.attention.borrow_and_update().clone();
        let sees = |session: &SessionId| {
            self.session.as_ref().is_none_or(|own| own == session)
                && self.principal.may_see(session)
        };
        let seen = all.iter().filter(|(session, _)| sees(session));
        let seen: Vec<InteractionId> = seen.map(|(_, interaction)| *interaction).collect();
        if seen != self.unattended {
            let data = json!({ "type": "unattended", "interactions": seen });
            self.send(unattended(data.to_string().as_bytes())).await;
            self.unattended = seen;
        }
    }

    async fn send(&mut self, bytes: Bytes) {
        if !bytes.is_empty() {
            self.slot.put(bytes).await;
            self.told = Instant::now();
        }
    }
}
