//! Follows the log and hands its facts to everyone who listens.
//!
//! One task reads what is new, encodes it once and keeps the last few thousand facts in a ring.
//! Every listener pulls from the ring at its own pace and holds nothing but its place, so a slow one
//! costs nothing; one that fell out of the ring reads from the store, or starts anew.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sayso_core::event::Event;
use sayso_core::id::SessionId;
use sayso_desk::store::{RecordLine, StoreError};
use sayso_desk::{Changes, Handle};
use serde_json::json;
use tokio::sync::{OnceCell, watch};

use crate::app::App;
use crate::attention::{self, Unattended};
use crate::bell::Bell;
use crate::ear::Ear;
use crate::frame::Frame;
use crate::piece::Piece;
use crate::push::push;

/// Facts kept for those who come back soon.
const RING: usize = 4_096;
/// How long one waits before trying again what could not be read.
const AGAIN: Duration = Duration::from_millis(200);
/// Facts read at once.
const PAGE: usize = 512;

/// Follows the log.
#[derive(Debug)]
pub(crate) struct Feed {
    handle: Handle,
    ring: Mutex<Ring>,
    /// The place of the newest fact in the ring, to look at without a lock.
    head: AtomicU64,
    /// Rings when there is something to tell.
    bell: Arc<Bell>,
    following: OnceCell<()>,
    /// The open questions that nobody waits for.
    unattended: watch::Sender<Unattended>,
}

#[derive(Debug, Default)]
struct Ring {
    frames: VecDeque<Arc<Frame>>,
    /// The place before the oldest fact kept.
    start: u64,
    /// The place of the newest fact.
    head: u64,
    /// What a listener of the inbox was last given: the others want the same.
    last: Piece,
}

impl Ring {
    /// The facts after a place, at most a page.
    fn page(&self, place: u64) -> impl Iterator<Item = &Arc<Frame>> {
        let first = self.frames.partition_point(|frame| frame.place <= place);
        self.frames.iter().skip(first).take(PAGE)
    }
}

impl Feed {
    pub(crate) fn new(handle: Handle) -> Self {
        Self {
            handle,
            ring: Mutex::default(),
            head: AtomicU64::new(0),
            bell: Arc::default(),
            following: OnceCell::new(),
            unattended: watch::Sender::new(Arc::new([])),
        }
    }

    /// Follows the log from now on, if it does not yet: nobody pays before somebody listens.
    /// Whoever listens hears when there is a fact more, or when others are unattended.
    pub(crate) async fn listen(app: &App) -> Result<Ear, StoreError> {
        let feed = &app.feed;
        let start = async || {
            let changes = feed.handle.changes();
            feed.start()?;
            tokio::spawn(follow(app.clone(), changes));
            let unattended = feed.unattended.clone();
            let bell = feed.bell.clone();
            tokio::spawn(attention::follow(feed.handle.clone(), unattended, bell));
            Ok::<(), StoreError>(())
        };
        feed.following.get_or_try_init(start).await?;
        Ok(feed.bell.ear())
    }

    /// The open questions that nobody waits for, as that changes.
    pub(crate) fn unattended(&self) -> watch::Receiver<Unattended> {
        self.unattended.subscribe()
    }

    /// The place of the newest fact that listeners can know of.
    pub(crate) fn head(&self) -> u64 {
        self.head.load(Ordering::Acquire)
    }

    /// The facts after a place, at most a page; none when the ring does not reach back so far.
    pub(crate) fn after(&self, place: u64) -> Option<Vec<Arc<Frame>>> {
        let ring = self.lock();
        if place < ring.start {
            return None;
        }
        Some(ring.page(place).cloned().collect())
    }

    /// The same as one piece of the inbox's stream; everyone who is in step with others gets the same
    /// bytes.
    pub(crate) fn piece_after(&self, place: u64) -> Option<Piece> {
        let mut ring = self.lock();
        if place < ring.start {
            return None;
        }
        let end = ring.page(place).last().map_or(place, |frame| frame.place);
        if (ring.last.after, ring.last.end) != (place, end) {
            let events: Vec<&[u8]> = ring.page(place).map(|frame| &frame.event[..]).collect();
            ring.last = Piece {
                after: place,
                end,
                bytes: events.concat().into(),
            };
        }
        Some(ring.last.clone())
    }

    fn start(&self) -> Result<(), StoreError> {
        let last = self.handle.reader().last_place()?;
        let mut ring = self.lock();
        ring.start = last;
        ring.head = last;
        self.head.store(last, Ordering::Release);
        Ok(())
    }

    fn add(&self, lines: &[RecordLine]) {
        if lines.is_empty() {
            return;
        }
        let frames: Vec<_> = lines.iter().map(frame).map(Arc::new).collect();
        let mut ring = self.lock();
        for frame in frames {
            ring.head = frame.place;
            ring.frames.push_back(frame);
            if ring.frames.len() > RING
                && let Some(oldest) = ring.frames.pop_front()
            {
                ring.start = oldest.place;
            }
        }
        self.head.store(ring.head, Ordering::Release);
        drop(ring);
        self.bell.ring();
    }

    fn lock(&self) -> MutexGuard<'_, Ring> {
        self.ring.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells what is new whenever the desk says that something is. What this desk wrote itself is at hand;
/// the log is read where others wrote too, or what is at hand does not follow on what was told.
async fn follow(app: App, mut changes: watch::Receiver<Changes>) {
    let mut foreign_seen = None;
    loop {
        // What comes after this is seen, or calls for another look.
        let foreign = changes.borrow_and_update().foreign;
        let after = app.feed.head();
        let at_hand = match foreign_seen {
            Some(seen) if seen == foreign => app.handle.reader().fresh(after),
            _ => None,
        };
        let is_all = match at_hand {
            Some(lines) => {
                app.feed.add(&lines);
                true
            }
            None => {
                let handle = app.handle.clone();
                let read = tokio::task::spawn_blocking(move || handle.reader().log(after, PAGE));
                match read.await {
                    Ok(Ok(lines)) => {
                        app.feed.add(&lines);
                        lines.len() < PAGE
                    }
                    // Nothing more may happen that would call for another look: what is there must
                    // be told.
                    Ok(Err(error)) => {
                        tracing::warn!(
                            why = error.kind(),
                            "the log could not be read for live streams"
                        );
                        tokio::time::sleep(AGAIN).await;
                        false
                    }
                    Err(_) => return,
                }
            }
        };
        if is_all {
            foreign_seen = Some(foreign);
            if changes.changed().await.is_err() {
                return;
            }
        }
    }
}

/// A fact of the log, encoded. One that cannot be read here keeps its place: a newer Sayso may
/// have written it.
pub(crate) fn frame(line: &RecordLine) -> Frame {
    let data = match serde_json::from_str::<Event>(&line.body) {
        Ok(event) => encode(&line.session, line.seq, line.at, &event),
        Err(_) => {
            let unknown = json!({ "type": "unknown", "session_id": line.session, "seq": line.seq,
                                  "timestamp": line.at });
            unknown.to_string().into()
        }
    };
    Frame::new(line.place, line.session.clone(), line.seq, &data)
}

/// One fact as one line of JSON.
pub(crate) fn encode(
    session: &SessionId,
    seq: u64,
    at: sayso_core::moment::Moment,
    event: &Event,
) -> bytes::Bytes {
    push(session, seq, at, event).to_string().into()
}
