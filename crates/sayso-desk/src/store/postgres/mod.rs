//! The store that many nodes share: PostgreSQL.
//!
//! Each node appends a whole batch with one statement, through one gate; a session that has moved
//! on meanwhile conflicts. Nodes tell each other by notification what they wrote, as a hint.

mod address;
mod append;
mod clock;
mod coverage;
mod credentials;
mod facts;
mod fault;
mod find;
mod hints;
mod line;
mod lines;
mod note;
mod read;
mod reader;
mod roll;
mod schema;
mod tls;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use sayso_core::form::Draft;
use sayso_core::id::{InteractionId, QuestionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::outcome::Outcome;
use sayso_core::record::Record;

use super::{Append, Found, Known, Landing, Loaded, Moved, Reader, Roll, Store, StoreError, Waker};
use address::Address;
use append::Columns;
pub use clock::DatabaseClock;
pub use credentials::Credentials;
use hints::Hints;
use line::{Dialer, Line};
use lines::{Exchange, Lines, Work};
use reader::{PostgresReader, in_one_view};
use roll::NodeRoll;

/// Connections for reading, at most.
const READING: usize = 8;
/// How long starting may take.
const STARTING: Duration = Duration::from_secs(60);
/// Sessions that are forgotten in one transaction.
const FORGET_STEP: i32 = 200;
/// Outcomes that are looked up at once.
const OUTCOMES_STEP: usize = 1_000;

/// The store that many nodes share.
pub struct PostgresStore {
    exchange: Arc<Exchange>,
    writing: Arc<Lines>,
    reading: Arc<Lines>,
    hints: Arc<Hints>,
    clock: Arc<DatabaseClock>,
}

impl PostgresStore {
    /// Connects, and makes or renews the tables when they are not there or old.
    pub fn open(url: &str) -> Result<Self, StoreError> {
        let dialer = Arc::new(Dialer::new(Address::parse(url)?)?);
        let exchange = Arc::new(Exchange::new(dialer.clone())?);
        let starting = dialer.clone();
        let last = exchange.block(STARTING, async move {
            let mut line = starting.dial().await?;
            schema::migrate(&mut line, starting.schema()).await?;
            reader::last_place(&mut line).await
        })?;
        let clock = Arc::new(DatabaseClock::default());
        let hints = Arc::new(Hints::new(last, clock.clone()));
        exchange.beside(hints::follow(Arc::downgrade(&hints), dialer.clone()));
        Ok(Self {
            writing: Arc::new(Lines::new(dialer.clone(), 1)),
            reading: Arc::new(Lines::new(dialer, READING)),
            exchange,
            hints,
            clock,
        })
    }

    /// The time that all nodes share.
    pub fn clock(&self) -> Arc<DatabaseClock> {
        self.clock.clone()
    }

    /// What all nodes need to know to let people and agents in.
    pub fn credentials(&self) -> Credentials {
        Credentials {
            exchange: self.exchange.clone(),
            lines: self.reading.clone(),
        }
    }

    fn on<T: Send + 'static>(
        &self,
        work: impl for<'l> FnOnce(&'l mut Line) -> Work<'l, T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.exchange.on(&self.writing, work)
    }
}

impl std::fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PostgresStore")
    }
}

impl Store for PostgresStore {
    fn load(&mut self, session: &SessionId, after: u64) -> Result<Vec<Record>, StoreError> {
        let session = session.clone();
        self.on(move |line| {
            Box::pin(async move { read::records(line, &session, after, usize::MAX).await })
        })
    }

    fn append(
        &mut self,
        parts: &[Append],
        drafts: &[(InteractionId, Draft)],
    ) -> Result<Vec<Landing>, StoreError> {
        let columns = Columns::new(parts, drafts)?;
        let landed = self.on(move |line| Box::pin(columns.append(line)))?;
        if let Some(places) = landed.places {
            let sessions = parts.iter().filter(|part| !part.facts.is_empty());
            let sessions = sessions.map(|part| part.session.clone());
            self.hints.landed(places, sessions);
        }
        Ok(landed.landings)
    }

    fn moved(&mut self) -> Result<Moved, StoreError> {
        Ok(self.hints.take())
    }

    fn due(
        &mut self,
        now: Moment,
        most: usize,
    ) -> Result<Vec<(SessionId, InteractionId)>, StoreError> {
        self.on(move |line| Box::pin(read::due(line, now, most)))
    }

    fn next_deadline(&mut self) -> Result<Option<Moment>, StoreError> {
        self.on(|line| Box::pin(read::next_deadline(line)))
    }

    fn session_of(&mut self, interaction: InteractionId) -> Result<Option<SessionId>, StoreError> {
        let mut homes = self.homes(&[interaction])?;
        Ok(homes.pop().map(|(_, session)| session))
    }

    fn find(&mut self, interaction: InteractionId) -> Result<Option<Found>, StoreError> {
        self.exchange.on(&self.reading, move |line| {
            Box::pin(in_one_view(line, move |line| {
                Box::pin(reader::stands(line, interaction))
            }))
        })
    }

    fn forget(&mut self, before: Moment) -> Result<u64, StoreError> {
        let mut forgotten = 0;
        loop {
            let step = self.on(move |line| {
                Box::pin(async move {
                    let sql = "SELECT forget_1($1, $2)";
                    read::number(line, sql, &[&before.millis(), &FORGET_STEP]).await
                })
            })?;
            if step > 0 {
                self.hints.forgot();
            }
            forgotten += step;
            if step < FORGET_STEP as u64 {
                return Ok(forgotten);
            }
        }
    }

    fn secrets(
        &mut self,
        interaction: InteractionId,
    ) -> Result<BTreeMap<QuestionId, String>, StoreError> {
        self.reader().secrets(interaction)
    }

    fn keeps_secrets(&mut self) -> Result<bool, StoreError> {
        self.on(|line| Box::pin(read::keeps_secrets(line)))
    }

    fn reader(&self) -> Arc<dyn Reader> {
        Arc::new(PostgresReader {
            exchange: self.exchange.clone(),
            lines: self.reading.clone(),
        })
    }

    fn is_far(&self) -> bool {
        true
    }

    fn roll(&self) -> Option<Box<dyn Roll>> {
        Some(Box::new(NodeRoll(self.hints.clone())))
    }

    fn wake_with(&mut self, waker: Waker) {
        self.hints.wake_with(waker);
    }

    fn load_many(&mut self, sessions: &[Known]) -> Result<Vec<Loaded>, StoreError> {
        let known = sessions.to_vec();
        self.on(move |line| Box::pin(async move { read::sessions(line, known).await }))
    }

    fn homes(
        &mut self,
        interactions: &[InteractionId],
    ) -> Result<Vec<(InteractionId, SessionId)>, StoreError> {
        let ids = interactions.to_vec();
        self.on(move |line| Box::pin(async move { read::homes(line, &ids).await }))
    }

    fn outcomes(&mut self, interactions: &[InteractionId]) -> Result<Vec<Outcome>, StoreError> {
        let mut all = Vec::new();
        for step in interactions.chunks(OUTCOMES_STEP) {
            let ids = step.to_vec();
            let closed =
                self.on(move |line| Box::pin(async move { find::closed(line, &ids).await }));
            all.extend(closed?);
        }
        Ok(all)
    }
}

/// The reading side of a database, without a desk.
pub fn reader(url: &str) -> Result<Arc<dyn Reader>, StoreError> {
    Ok(PostgresStore::open(url)?.reader())
}
