//! Who wrote what: told among nodes by notifications, and looked after by a slow poll.
//!
//! All of it happens on one connection beside the writer's, so that no commit waits for it.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use sayso_core::id::{InteractionId, SessionId};
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use uuid::Uuid;

use super::clock::DatabaseClock;
use super::coverage::Coverage;
use super::facts::{get, key, session, signed, unsigned};
use super::line::{Dialer, Heard, Line};
use super::note::{Note, Outbox};
use super::roll;
use crate::store::{Moved, StoreError, Waker};

/// How often one looks whether a hint got lost. A lost one is missed for two looks at most.
const LOOK: Duration = Duration::from_secs(1);
/// Before the next attempt to listen.
const PAUSE: Duration = Duration::from_millis(100);
/// A listener that gets no word for so long calls again.
const PATIENCE: Duration = Duration::from_secs(2);
/// More foreign facts than this are not listed one by one.
const MOVED_MOST: i64 = 4_096;

/// What a node has heard of others, and has to tell them.
pub(super) struct Hints {
    node: String,
    state: Mutex<State>,
    to_tell: Notify,
    waker: OnceLock<Waker>,
    clock: Arc<DatabaseClock>,
}

struct State {
    moved: Moved,
    coverage: Coverage,
    outbox: Outbox,
    /// Who is waited for at this node.
    waited_for: Vec<Uuid>,
    /// Whether the others were told so.
    told: bool,
}

impl Hints {
    /// Knows of everything up to this place.
    pub(super) fn new(last_place: u64, clock: Arc<DatabaseClock>) -> Self {
        Self {
            node: Uuid::new_v4().simple().to_string(),
            state: Mutex::new(State {
                moved: Moved::Nothing,
                coverage: Coverage::upto(last_place),
                outbox: Outbox::default(),
                waited_for: Vec::new(),
                told: true,
            }),
            to_tell: Notify::new(),
            waker: OnceLock::new(),
            clock,
        }
    }

    /// Calls this whenever others have written something.
    pub(super) fn wake_with(&self, waker: Waker) {
        let _ = self.waker.set(waker);
    }

    /// What others have written since this was last called.
    pub(super) fn take(&self) -> Moved {
        std::mem::replace(&mut self.lock().moved, Moved::Nothing)
    }

    /// This node has written here; the others are to hear of it.
    pub(super) fn landed(&self, places: (u64, u64), sessions: impl Iterator<Item = SessionId>) {
        let mut state = self.lock();
        state.coverage.add(places.0, places.1);
        state.outbox.add(places, sessions);
        drop(state);
        self.to_tell.notify_one();
    }

    /// These are waited for at this node, and no others.
    pub(super) fn waited_for(&self, interactions: &[InteractionId]) {
        let mut state = self.lock();
        state.waited_for = interactions.iter().copied().map(key).collect();
        state.told = false;
        drop(state);
        self.to_tell.notify_one();
    }

    /// This node has forgotten something.
    pub(super) fn forgot(&self) {
        self.lock().outbox.add_all();
        self.to_tell.notify_one();
    }

    fn hear(&self, payload: &str) {
        // Whatever it is that others put on this channel: the log is the truth.
        let Ok(note) = serde_json::from_str::<Note>(payload) else {
            return;
        };
        if note.node == self.node {
            return;
        }
        let mut state = self.lock();
        for (first, last) in note.places {
            state.coverage.add(first, last);
        }
        let moved = match note.sessions {
            None => Moved::Anything,
            Some(sessions) => Moved::These(sessions.into_iter().collect()),
        };
        self.add(state, moved);
    }

    fn add(&self, mut state: MutexGuard<'_, State>, moved: Moved) {
        let asleep = state.moved == Moved::Nothing;
        match (&mut state.moved, moved) {
            (_, Moved::Nothing) => return,
            (_, Moved::These(sessions)) if sessions.is_empty() => return,
            (Moved::Anything, _) => {}
            (known, Moved::Anything) => *known = Moved::Anything,
            (known @ Moved::Nothing, moved) => *known = moved,
            (Moved::These(known), Moved::These(more)) => known.extend(more),
        }
        drop(state);
        if let Some(wake) = self.waker.get().filter(|_| asleep) {
            wake();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads what was written up to this place and nobody told.
    async fn catch_up(&self, line: &mut Line, upto: u64) -> Result<(), StoreError> {
        loop {
            let gap = self.lock().coverage.gap(upto);
            let Some((first, last)) = gap else {
                return Ok(());
            };
            let rows = line
                .query(
                    "SELECT DISTINCT s.session FROM events e JOIN sessions s ON s.number = e.session
                     WHERE e.place >= $1 AND e.place <= $2 LIMIT $3",
                    &[&signed(first), &signed(last), &MOVED_MOST],
                )
                .await?;
            let moved = if rows.len() as i64 == MOVED_MOST {
                Moved::Anything
            } else {
                let sessions = rows.iter().map(|row| session(row, 0));
                Moved::These(sessions.collect::<Result<HashSet<_>, _>>()?)
            };
            let mut state = self.lock();
            state.coverage.add(first, last);
            self.add(state, moved);
        }
    }

    /// The place of the newest fact; and the clocks are compared, and the others see that this node
    /// lives.
    async fn look(&self, line: &mut Line) -> Result<u64, StoreError> {
        let asked = self.clock.local();
        let rows = line
            .query(
                "WITH alive AS (
                     UPDATE waiting SET told = clock_timestamp() WHERE node = $1 RETURNING node
                 )
                 SELECT coalesce((SELECT max(place) FROM events), 0),
                        (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
                        EXISTS (SELECT node FROM alive)",
                &[&self.node],
            )
            .await?;
        let Some(row) = rows.first() else {
            return Ok(0);
        };
        self.clock.compare(asked, get(row, 1)?, self.clock.local());
        let is_listed: bool = get(row, 2)?;
        let mut state = self.lock();
        // It was away for so long that the others cleared its list away.
        if state.waited_for.is_empty() == is_listed {
            state.told = false;
        }
        drop(state);
        unsigned(row, 0)
    }

    async fn tell(&self, line: &mut Line) -> Result<(), StoreError> {
        let notes = self.lock().outbox.empty(&self.node);
        if !notes.is_empty() {
            line.query(
                "SELECT pg_notify('sayso_' || current_schema(), note)::text
                 FROM unnest($1::text[]) AS w (note)",
                &[&notes],
            )
            .await?;
        }
        self.tell_who_waits(line).await
    }

    async fn tell_who_waits(&self, line: &mut Line) -> Result<(), StoreError> {
        let list = {
            let mut state = self.lock();
            let told = std::mem::replace(&mut state.told, true);
            (!told).then(|| state.waited_for.clone())
        };
        let Some(list) = list else {
            return Ok(());
        };
        let told = roll::tell(line, &self.node, &list).await;
        told.inspect_err(|_| self.lock().told = false)
    }

    /// Listens and tells until the connection breaks.
    async fn attend(
        &self,
        mut line: Line,
        mut heard: Heard,
        schema: &str,
    ) -> Result<(), StoreError> {
        // Its commits hold nothing but hints.
        let begin = format!("SET synchronous_commit TO off; LISTEN sayso_{schema}");
        patiently(line.run(&begin)).await?;
        // Nobody knows what became of the last words on the connection before.
        {
            let mut state = self.lock();
            state.told = state.waited_for.is_empty();
        }
        // Whatever was told before it listened, nobody told it.
        let mut upto = patiently(self.look(&mut line)).await?;
        patiently(self.catch_up(&mut line, upto)).await?;
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        looks.reset();
        loop {
            tokio::select! {
                payload = heard.recv() => match payload {
                    Some(payload) => self.hear(&payload),
                    None => return Ok(()),
                },
                () = self.to_tell.notified() => patiently(self.tell(&mut line)).await?,
                _ = looks.tick() => {
                    // What is new since the last look may still be told.
                    patiently(self.catch_up(&mut line, upto)).await?;
                    upto = patiently(self.look(&mut line)).await?;
                    patiently(self.tell_who_waits(&mut line)).await?;
                }
            }
        }
    }
}

async fn patiently<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let late = |_| Err(StoreError::Away("no word from it".into()));
    timeout(PATIENCE, work).await.unwrap_or_else(late)
}

/// Listens as long as the store is there, whatever becomes of the connection.
pub(super) async fn follow(hints: Weak<Hints>, dialer: Arc<Dialer>) {
    while let Some(hints) = hints.upgrade() {
        if let Ok((line, heard)) = dialer.dial_to_listen().await {
            let _ = hints.attend(line, heard, dialer.schema()).await;
        }
        drop(hints);
        sleep(PAUSE).await;
    }
}
