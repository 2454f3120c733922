//! A store with a past, filled in large commits instead of being lived through.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use sayso_core::command::{Ask, Command};
use sayso_core::digest::Digest;
use sayso_core::event::Event;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::record::{Record, chain};
use sayso_core::session::Session;
use sayso_desk::store::sqlite::SqliteStore;
use sayso_desk::store::{Append, Store};

use super::fixture;

/// Past interactions of one session.
const ROUNDS: u64 = 10;

/// Sessions of one commit.
const AT_ONCE: u64 = 1_000;

/// Progress is shown when there is more than this to fill in.
const SHOWN_FROM: u64 = 100_000;

/// When it all began: before now, so that whatever is asked later has a later id.
const BEGAN: i64 = 1_767_225_600_000;

/// Fills a store in this folder: closed interactions in sessions of ten, open ones in sessions of
/// their own. Gives back those that are open.
pub(super) fn fill(folder: &Path, past: u64, open: u64) -> Result<Vec<InteractionId>> {
    let mut filler = Filler {
        store: SqliteStore::open(&folder.join("sayso.db"))?,
        conversation: conversation()?,
        sessions: 0,
        interactions: 0,
    };
    let whole = filler.conversation.len();
    let mut left = past / ROUNDS;
    while left > 0 {
        let now = left.min(AT_ONCE);
        filler.append(now, whole)?;
        left -= now;
        if past > SHOWN_FROM {
            eprint!("\rfilling: {} of {past} ", filler.interactions);
            std::io::stderr().flush()?;
        }
    }
    if past > SHOWN_FROM {
        eprintln!();
    }
    let first_open = filler.interactions + 1;
    filler.append(open, 2)?;
    Ok((first_open..=filler.interactions)
        .map(interaction)
        .collect())
}

struct Filler {
    store: SqliteStore,
    /// The facts of one session.
    conversation: Vec<Event>,
    sessions: u64,
    interactions: u64,
}

impl Filler {
    /// Appends so many sessions, each with so many facts.
    fn append(&mut self, sessions: u64, facts: usize) -> Result<()> {
        let parts = (0..sessions)
            .map(|_| self.session(facts))
            .collect::<Result<Vec<Append>>>()?;
        self.store.append(&parts, &[])?;
        Ok(())
    }

    fn session(&mut self, most: usize) -> Result<Append> {
        self.sessions += 1;
        let session = SessionId::new(format!("session-{:08}", self.sessions));
        let mut facts = Vec::with_capacity(most);
        let mut head = Digest::default();
        for (event, seq) in self.conversation.iter().take(most).zip(1..) {
            let mut event = event.clone();
            match &mut event {
                Event::Asked(asked) => {
                    self.interactions += 1;
                    asked.interaction = interaction(self.interactions);
                    asked.parent = None;
                }
                Event::Closed {
                    interaction: id, ..
                } => *id = interaction(self.interactions),
                _ => {}
            }
            let at = moment(self.interactions);
            let body = serde_json::to_string(&event)?;
            let hash = chain(head, &session, seq, at, body.as_bytes());
            head = hash;
            let record = Record {
                seq,
                at,
                event,
                hash,
            };
            facts.push((record, body.into()));
        }
        Ok(Append {
            session,
            after: 0,
            facts,
            secrets: Vec::new(),
        })
    }
}

/// The facts of a session in which everything was asked and answered.
fn conversation() -> Result<Vec<Event>> {
    let parsed = fixture::question()?;
    let mut session = Session::new(SessionId::from("any"));
    let mut events = Vec::new();
    for round in 1..=ROUNDS {
        let id = interaction(round);
        let mut ask = Ask::new(id, parsed.clone());
        ask.opening = fixture::opening();
        live(&mut session, &Command::Ask(Box::new(ask)), &mut events)?;
        let open = session.interaction(id).context("not open")?;
        let answering = fixture::answer(id, open.questions[0].id.as_str());
        live(&mut session, &Command::Answer(answering), &mut events)?;
    }
    Ok(events)
}

fn live(session: &mut Session, command: &Command, events: &mut Vec<Event>) -> Result<()> {
    let at = moment(0);
    let facts = session
        .decide(command, at)
        .map_err(|refusal| anyhow!("{refusal:?}"))?;
    for event in facts {
        events.push(event.clone());
        session.apply(&Record {
            seq: session.seq() + 1,
            at,
            event,
            hash: Digest::default(),
        });
    }
    Ok(())
}

/// The n-th interaction. As with real ones, a later id is a greater one.
fn interaction(n: u64) -> InteractionId {
    let millis = moment(n).millis().unsigned_abs();
    InteractionId::new(u128::from(millis) << 80 | u128::from(n))
}

fn moment(n: u64) -> Moment {
    Moment::from_millis(BEGAN).plus(n)
}
