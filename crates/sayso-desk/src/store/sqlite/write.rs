//! Appending, and the little that is written beside the log.

use rusqlite::{CachedStatement, Connection, ErrorCode, ffi};
use sayso_core::event::Event;
use sayso_core::form::Draft;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::record::Record;

use super::facts::{last_seq, number_of};
use super::fault::{damaged, fault};
use super::read::FILED;
use super::settle::settle;
use super::tail::Tail;
use crate::store::{Append, Landing, StoreError};
use crate::table::Table;

/// The numbers of sessions and of their last facts, as long as nobody else writes.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    known: Table<SessionId, (i64, u64)>,
    /// The greatest id in the tables, as bits. What is asked anew is greater, for ids begin with
    /// the time, and then need not be looked for there.
    greatest: u128,
    any_drafts: bool,
    /// Changes when another connection commits; none when nothing is known.
    data_version: Option<i64>,
    /// The last place that was written to; 0 when that is not known.
    pub(super) last_place: i64,
}

/// Sessions that are remembered, at most so many.
const NUMBERS_MOST: usize = 65_536;

impl Numbers {
    /// Forgets what others may have changed, inside a transaction, in which nobody else can.
    fn look_up(&mut self, transaction: &Connection, tail: &mut Tail) -> rusqlite::Result<()> {
        let version = one(transaction, "PRAGMA data_version")?;
        if self.data_version != Some(version) {
            tail.catch_up(transaction)?;
            self.known.clear();
            self.greatest = greatest(transaction)?;
            self.any_drafts = one(transaction, "SELECT EXISTS (SELECT 1 FROM drafts)")? != 0;
            self.data_version = Some(version);
        }
        if self.known.len() > NUMBERS_MOST {
            self.known.clear();
        }
        Ok(())
    }
}

/// Appends all parts in one commit.
pub(super) fn append(
    connection: &Connection,
    numbers: &mut Numbers,
    tail: &mut Tail,
    parts: &[Append],
    drafts: &[(InteractionId, Draft)],
) -> Result<Vec<Landing>, StoreError> {
    run(connection, "BEGIN IMMEDIATE")?;
    let committed = append_all(connection, numbers, tail, parts, drafts)
        .and_then(|landings| run(connection, "COMMIT").map(|()| landings));
    if committed.is_err() {
        *numbers = Numbers::default();
        *tail = Tail::default();
        // SQLite may have rolled back by itself already.
        if !connection.is_autocommit() {
            let _ = run(connection, "ROLLBACK");
        }
    }
    committed
}

/// Runs a statement that is kept prepared.
fn run(connection: &Connection, sql: &str) -> Result<(), StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.execute([]))
        .map(drop)
        .map_err(fault)
}

fn append_all(
    transaction: &Connection,
    numbers: &mut Numbers,
    tail: &mut Tail,
    parts: &[Append],
    drafts: &[(InteractionId, Draft)],
) -> Result<Vec<Landing>, StoreError> {
    let mut log = Log::new(transaction, numbers, tail).map_err(fault)?;
    let landings = parts
        .iter()
        .map(|part| log.append(part).map_err(fault))
        .collect::<Result<Vec<Landing>, StoreError>>()?;
    log.finish().map_err(fault)?;
    for (interaction, draft) in drafts {
        put_draft(transaction, tail, *interaction, draft)?;
        numbers.any_drafts = true;
    }
    Ok(landings)
}

/// The log inside one transaction, with its statements at hand.
struct Log<'t> {
    transaction: &'t Connection,
    numbers: &'t mut Numbers,
    tail: &'t mut Tail,
    insert: CachedStatement<'t>,
    /// Facts that are more than an asking or a closing, and where they stand.
    marked: Vec<(&'t Event, i64)>,
    count: usize,
}

impl<'t> Log<'t> {
    fn new(
        transaction: &'t Connection,
        numbers: &'t mut Numbers,
        tail: &'t mut Tail,
    ) -> rusqlite::Result<Self> {
        numbers.look_up(transaction, tail)?;
        Ok(Self {
            transaction,
            numbers,
            tail,
            insert: transaction.prepare_cached(
                "INSERT INTO events (session, seq, at, kind, body, hash, about)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?,
            marked: Vec::new(),
            count: 0,
        })
    }

    /// The compare-and-set: the session stands where the part expects it, or nothing is written.
    fn append(&mut self, part: &'t Append) -> rusqlite::Result<Landing> {
        let Some((last, _)) = part.facts.last() else {
            return Ok(Landing::Landed);
        };
        let Some(number) = self.number(part, last.seq)? else {
            return Ok(Landing::Conflict);
        };
        for (record, body) in &part.facts {
            let place = self.insert(number, record, body.as_str())?;
            self.file(number, &record.event, place)?;
            self.tail.append(number, record.seq, place);
        }
        self.count += part.facts.len();
        for secret in &part.secrets {
            let (interaction, question) = (key(secret.interaction), secret.question.as_str());
            self.run(
                "INSERT OR REPLACE INTO secrets VALUES (?1, ?2, ?3)",
                &[&interaction, &question, &secret.words],
            )?;
        }
        Ok(Landing::Landed)
    }

    /// The number of the session, if it stands where the part expects it to stand. It will stand
    /// at `last` then.
    fn number(&mut self, part: &Append, last: u64) -> rusqlite::Result<Option<i64>> {
        if let Some((number, stands)) = self.numbers.known.get_mut(&part.session) {
            if *stands != part.after {
                return Ok(None);
            }
            *stands = last;
            return Ok(Some(*number));
        }
        let number = if part.after == 0 {
            let inserted = self
                .transaction
                .prepare_cached("INSERT INTO sessions (session) VALUES (?1)")?
                .insert([part.session.as_str()]);
            match inserted {
                Err(error) if is_taken(&error) => return Ok(None),
                inserted => inserted?,
            }
        } else {
            match number_of(self.transaction, &part.session)? {
                Some(number) if self.stands(number)? == part.after => number,
                _ => return Ok(None),
            }
        };
        let known = (number, last);
        self.numbers.known.insert(part.session.clone(), known);
        Ok(Some(number))
    }

    fn stands(&self, number: i64) -> rusqlite::Result<u64> {
        last_seq(self.transaction, self.tail, number)
    }

    fn insert(&mut self, number: i64, record: &Record, body: &str) -> rusqlite::Result<i64> {
        let place = self.insert.insert((
            number,
            record.seq.cast_signed(),
            record.at.millis(),
            record.event.kind(),
            body,
            &record.hash.0[..],
            about(&record.event).map(key),
        ))?;
        self.numbers.last_place = place;
        Ok(place)
    }

    /// Notes what a fact opens or closes. What else there is to it is written down in the end.
    fn file(&mut self, number: i64, event: &'t Event, place: i64) -> rusqlite::Result<()> {
        match event {
            Event::Asked(asked) => {
                self.check_new(asked.interaction)?;
                self.tail.ask(asked.interaction, number, place);
                if asked.deadline.is_some() || asked.reopens.is_some() {
                    self.marked.push((event, place));
                }
            }
            Event::Closed { interaction, .. } => {
                if self.tail.close(self.transaction, *interaction, place)? {
                    self.marked.push((event, place));
                }
                if self.numbers.any_drafts {
                    let sql = "DELETE FROM drafts WHERE interaction = ?1";
                    self.run(sql, &[&key(*interaction)])?;
                }
            }
            Event::Answered { .. } | Event::Held { .. } | Event::Released { .. } => {
                self.marked.push((event, place));
            }
            Event::Delivered { interaction, .. } => self.tail.touch(*interaction, place),
            Event::Opened(_)
            | Event::Said(_)
            | Event::Allowed { .. }
            | Event::ChainEnded { .. } => {}
        }
        Ok(())
    }

    /// Brings the tables up where that is due: after many facts, and at once after one that the
    /// tail cannot hold, so that nobody has to look for deadlines or for touches there.
    fn finish(mut self) -> rusqlite::Result<()> {
        if self.marked.is_empty() && !self.tail.is_long(self.count) {
            return Ok(());
        }
        if let Some((last, _)) = self.tail.interactions().next_back() {
            self.numbers.greatest = self.numbers.greatest.max(last.bits());
        }
        settle(self.transaction, self.tail)?;
        for (event, place) in std::mem::take(&mut self.marked) {
            self.mark(event, place)?;
        }
        Ok(())
    }

    fn mark(&self, event: &Event, place: i64) -> rusqlite::Result<()> {
        match event {
            Event::Asked(asked) => {
                if let Some(deadline) = &asked.deadline {
                    self.set_deadline(asked.interaction, Some(deadline.at))?;
                }
                asked
                    .reopens
                    .map_or(Ok(()), |timed_out| self.touch(timed_out, place))
            }
            Event::Answered { interaction, .. } => self.touch(*interaction, place),
            Event::Held { interaction, .. } => {
                self.set_deadline(*interaction, None)?;
                self.touch(*interaction, place)
            }
            Event::Released {
                interaction, at, ..
            } => {
                self.set_deadline(*interaction, Some(*at))?;
                self.touch(*interaction, place)
            }
            _ => Ok(()),
        }
    }

    fn set_deadline(&self, id: InteractionId, at: Option<Moment>) -> rusqlite::Result<()> {
        let sql = "UPDATE pending SET deadline = ?2 WHERE id = ?1";
        self.run(sql, &[&key(id), &at.map(Moment::millis)])
    }

    /// An interaction that was asked cannot be asked again.
    fn check_new(&self, interaction: InteractionId) -> rusqlite::Result<()> {
        let is_new = self.tail.filed(interaction).is_none()
            && (interaction.bits() > self.numbers.greatest
                || !self
                    .transaction
                    .prepare_cached(FILED)?
                    .exists([key(interaction)])?);
        if is_new {
            return Ok(());
        }
        let taken = ffi::Error::new(ffi::SQLITE_CONSTRAINT_PRIMARYKEY);
        let why = format!("{interaction} was asked before");
        Err(rusqlite::Error::SqliteFailure(taken, Some(why)))
    }

    /// Files a fact under the interaction that it is about.
    fn touch(&self, interaction: InteractionId, place: i64) -> rusqlite::Result<()> {
        let sql = "INSERT INTO touches VALUES (?1, ?2)";
        self.run(sql, &[&key(interaction), &place])
    }

    fn run(&self, sql: &str, values: &[&dyn rusqlite::ToSql]) -> rusqlite::Result<()> {
        self.transaction
            .prepare_cached(sql)?
            .execute(values)
            .map(drop)
    }
}

/// The interaction that a fact opens or closes, or whose outcome it says was delivered.
fn about(event: &Event) -> Option<InteractionId> {
    match event {
        Event::Asked(asked) => Some(asked.interaction),
        Event::Closed { interaction, .. } | Event::Delivered { interaction, .. } => {
            Some(*interaction)
        }
        _ => None,
    }
}

/// The greatest id in the tables.
fn greatest(transaction: &Connection) -> rusqlite::Result<u128> {
    let (open, closed): (Option<[u8; 16]>, Option<[u8; 16]>) = transaction
        .prepare_cached("SELECT (SELECT max(id) FROM pending), (SELECT max(id) FROM closed)")?
        .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(open.max(closed).map_or(0, u128::from_be_bytes))
}

fn one(transaction: &Connection, sql: &str) -> rusqlite::Result<i64> {
    transaction
        .prepare_cached(sql)?
        .query_row([], |row| row.get(0))
}

/// Whether something of this name or number is there already.
fn is_taken(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
}

/// Keeps a draft, or removes an empty one. Only an open interaction has one.
fn put_draft(
    transaction: &Connection,
    tail: &Tail,
    interaction: InteractionId,
    draft: &Draft,
) -> Result<(), StoreError> {
    let id = key(interaction);
    let filed = tail.filed(interaction);
    if draft.is_empty() || filed.is_some_and(|filed| filed.closed.is_some()) {
        return transaction
            .prepare_cached("DELETE FROM drafts WHERE interaction = ?1")
            .and_then(|mut statement| statement.execute([id]))
            .map(drop)
            .map_err(fault);
    }
    let text = serde_json::to_string(draft).map_err(|error| damaged("draft", error))?;
    transaction
        .prepare_cached(
            "INSERT INTO drafts SELECT ?1, ?2
             WHERE ?3 OR EXISTS (SELECT 1 FROM pending WHERE id = ?1)
             ON CONFLICT (interaction) DO UPDATE SET draft = excluded.draft",
        )
        .and_then(|mut statement| statement.execute((id, text, filed.is_some())))
        .map(drop)
        .map_err(fault)
}

/// An interaction's id as it is stored.
pub(super) fn key(interaction: InteractionId) -> [u8; 16] {
    interaction.bits().to_be_bytes()
}
