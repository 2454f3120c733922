//! Appending, and the little that is written beside the log.

use rusqlite::{
    CachedStatement, Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior,
    ffi,
};
use sayso_core::event::Event;
use sayso_core::form::Draft;
use sayso_core::id::{InteractionId, SessionId};
use sayso_core::moment::Moment;
use sayso_core::record::Record;

use super::fault::{damaged, fault};
use crate::store::{Append, Landing, StoreError};
use crate::table::Table;

/// The numbers of sessions and of their last facts, as long as nobody else writes.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    known: Table<SessionId, (i64, u64)>,
    /// Where open interactions were asked, of those that were asked here.
    asked: Table<InteractionId, i64>,
    /// The greatest id of those that have closed, as bits. What is asked anew is greater, for ids
    /// begin with the time, and then need not be looked for among them.
    last_closed: u128,
    any_drafts: bool,
    /// Changes when another connection commits; none when nothing is known.
    data_version: Option<i64>,
    /// The last place that was written to; 0 when that is not known.
    pub(super) last_place: i64,
}

/// Sessions and interactions that are remembered, at most so many of each.
const NUMBERS_MOST: usize = 65_536;

impl Numbers {
    /// Forgets what others may have changed, inside a transaction, in which nobody else can.
    fn look_up(&mut self, transaction: &Connection) -> rusqlite::Result<()> {
        let version = one(transaction, "PRAGMA data_version")?;
        if self.data_version != Some(version) {
            self.known.clear();
            self.asked.clear();
            self.last_closed = last_closed(transaction)?;
            self.any_drafts = one(transaction, "SELECT EXISTS (SELECT 1 FROM drafts)")? != 0;
            self.data_version = Some(version);
        }
        if self.known.len() > NUMBERS_MOST {
            self.known.clear();
        }
        if self.asked.len() > NUMBERS_MOST {
            self.asked.clear();
        }
        Ok(())
    }
}

/// Appends all parts in one commit.
pub(super) fn append(
    connection: &Connection,
    numbers: &mut Numbers,
    parts: &[Append],
    drafts: &[(InteractionId, Draft)],
) -> Result<Vec<Landing>, StoreError> {
    run(connection, "BEGIN IMMEDIATE")?;
    let committed = append_all(connection, numbers, parts, drafts)
        .and_then(|landings| run(connection, "COMMIT").map(|()| landings));
    if committed.is_err() {
        *numbers = Numbers::default();
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
    parts: &[Append],
    drafts: &[(InteractionId, Draft)],
) -> Result<Vec<Landing>, StoreError> {
    let mut log = Log::new(transaction, numbers).map_err(fault)?;
    let landings = parts
        .iter()
        .map(|part| log.append(part).map_err(fault))
        .collect::<Result<Vec<Landing>, StoreError>>()?;
    drop(log);
    for (interaction, draft) in drafts {
        put_draft(transaction, *interaction, draft)?;
        numbers.any_drafts = true;
    }
    Ok(landings)
}

/// The log inside one transaction, with its statements at hand.
struct Log<'t> {
    transaction: &'t Connection,
    numbers: &'t mut Numbers,
    insert: CachedStatement<'t>,
    asked: CachedStatement<'t>,
    no_more_open: CachedStatement<'t>,
    closed: CachedStatement<'t>,
}

impl<'t> Log<'t> {
    fn new(transaction: &'t Connection, numbers: &'t mut Numbers) -> rusqlite::Result<Self> {
        numbers.look_up(transaction)?;
        Ok(Self {
            transaction,
            numbers,
            insert: transaction.prepare_cached(
                "INSERT INTO events (session, seq, at, kind, body, hash)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?,
            asked: transaction.prepare_cached("INSERT INTO open VALUES (?1, ?2, ?3, ?4)")?,
            no_more_open: transaction.prepare_cached("DELETE FROM open WHERE id = ?1")?,
            closed: transaction.prepare_cached("INSERT INTO closed VALUES (?1, ?2, ?3, ?4)")?,
        })
    }

    /// The compare-and-set: the session stands where the part expects it, or nothing is written.
    fn append(&mut self, part: &Append) -> rusqlite::Result<Landing> {
        let Some((last, _)) = part.facts.last() else {
            return Ok(Landing::Landed);
        };
        let Some(number) = self.number(part, last.seq)? else {
            return Ok(Landing::Conflict);
        };
        for (record, body) in &part.facts {
            let place = self.insert(number, record, body.as_str())?;
            self.derive(number, record, place)?;
        }
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
        let name = part.session.as_str();
        let number = if part.after == 0 {
            let inserted = self
                .transaction
                .prepare_cached("INSERT INTO sessions (session) VALUES (?1)")?
                .insert([name]);
            match inserted {
                Err(error) if is_taken(&error) => return Ok(None),
                inserted => inserted?,
            }
        } else {
            let found: Option<(i64, i64)> = self
                .transaction
                .prepare_cached(
                    "SELECT number, (SELECT max(seq) FROM events e WHERE e.session = s.number)
                     FROM sessions s WHERE session = ?1",
                )?
                .query_row([name], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            match found {
                Some((number, stands)) if stands == part.after as i64 => number,
                _ => return Ok(None),
            }
        };
        let known = (number, last);
        self.numbers.known.insert(part.session.clone(), known);
        Ok(Some(number))
    }

    fn insert(&mut self, number: i64, record: &Record, body: &str) -> rusqlite::Result<i64> {
        let place = self.insert.insert((
            number,
            record.seq as i64,
            record.at.millis(),
            record.event.kind(),
            body,
            &record.hash.0[..],
        ))?;
        self.numbers.last_place = place;
        Ok(place)
    }

    /// Keeps the tables beside the log in step with it.
    fn derive(&mut self, number: i64, record: &Record, place: i64) -> rusqlite::Result<()> {
        match &record.event {
            Event::Asked(asked) => {
                let deadline = asked.deadline.as_ref().map(|deadline| deadline.at.millis());
                let row = (key(asked.interaction), number, place, deadline);
                self.check_new(asked.interaction)?;
                self.asked.execute(row)?;
                self.numbers.asked.insert(asked.interaction, place);
                match asked.reopens {
                    Some(timed_out) => self.touch(timed_out, place),
                    None => Ok(()),
                }
            }
            Event::Answered { interaction, .. } => self.touch(*interaction, place),
            Event::Held { interaction, .. } => {
                self.run(
                    "UPDATE open SET deadline = NULL WHERE id = ?1",
                    &[&key(*interaction)],
                )?;
                self.touch(*interaction, place)
            }
            Event::Released {
                interaction, at, ..
            } => {
                self.run(
                    "UPDATE open SET deadline = ?2 WHERE id = ?1",
                    &[&key(*interaction), &at.millis()],
                )?;
                self.touch(*interaction, place)
            }
            Event::Closed { interaction, .. } => {
                let id = key(*interaction);
                if let Some(asked) = self.asked_at(*interaction)? {
                    self.no_more_open.execute([id])?;
                    self.closed.execute((id, number, asked, place))?;
                    let last = &mut self.numbers.last_closed;
                    *last = interaction.bits().max(*last);
                }
                if self.numbers.any_drafts {
                    self.run("DELETE FROM drafts WHERE interaction = ?1", &[&id])?;
                }
                Ok(())
            }
            Event::Opened(_)
            | Event::Said(_)
            | Event::Allowed { .. }
            | Event::ChainEnded { .. } => Ok(()),
        }
    }

    /// An interaction that has closed cannot be asked again; `open` itself refuses one that is open.
    fn check_new(&self, interaction: InteractionId) -> rusqlite::Result<()> {
        if interaction.bits() > self.numbers.last_closed {
            return Ok(());
        }
        let closed = self
            .transaction
            .prepare_cached("SELECT 1 FROM closed WHERE id = ?1")?
            .exists([key(interaction)])?;
        if closed {
            let taken = ffi::Error::new(ffi::SQLITE_CONSTRAINT_PRIMARYKEY);
            let why = format!("{interaction} was asked before");
            return Err(rusqlite::Error::SqliteFailure(taken, Some(why)));
        }
        Ok(())
    }

    /// Where an interaction was asked that closes now; none when it is not open.
    fn asked_at(&mut self, interaction: InteractionId) -> rusqlite::Result<Option<i64>> {
        if let Some(place) = self.numbers.asked.remove(&interaction) {
            return Ok(Some(place));
        }
        self.transaction
            .prepare_cached("SELECT asked FROM open WHERE id = ?1")?
            .query_row([key(interaction)], |row| row.get(0))
            .optional()
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

fn last_closed(transaction: &Connection) -> rusqlite::Result<u128> {
    let last: Option<[u8; 16]> = transaction
        .prepare_cached("SELECT max(id) FROM closed")?
        .query_row([], |row| row.get(0))?;
    Ok(last.map_or(0, u128::from_be_bytes))
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
    interaction: InteractionId,
    draft: &Draft,
) -> Result<(), StoreError> {
    let id = key(interaction);
    if draft.is_empty() {
        return transaction
            .prepare_cached("DELETE FROM drafts WHERE interaction = ?1")
            .and_then(|mut statement| statement.execute([id]))
            .map(drop)
            .map_err(fault);
    }
    let text = serde_json::to_string(draft).map_err(|error| damaged("draft", error))?;
    transaction
        .prepare_cached(
            "INSERT INTO drafts SELECT ?1, ?2 FROM open WHERE id = ?1
             ON CONFLICT (interaction) DO UPDATE SET draft = excluded.draft",
        )
        .and_then(|mut statement| statement.execute((id, text)))
        .map(drop)
        .map_err(fault)
}

/// Forgets old sessions with nothing open, in steps that do not hold the writer for long. What
/// is forgotten is overwritten, in the WAL as well unless somebody reads there just now.
pub(super) fn forget(connection: &mut Connection, before: Moment) -> Result<u64, StoreError> {
    connection
        .execute_batch("PRAGMA secure_delete = ON")
        .map_err(fault)?;
    let forgotten = forget_in_steps(connection, before);
    connection
        .execute_batch("PRAGMA secure_delete = FAST")
        .map_err(fault)?;
    if forgotten.as_ref().is_ok_and(|count| *count > 0) {
        connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
            .map_err(fault)?;
    }
    forgotten
}

fn forget_in_steps(connection: &mut Connection, before: Moment) -> Result<u64, StoreError> {
    const STEP: i64 = 500;
    let mut forgotten = 0;
    loop {
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(fault)?;
        let old: Vec<i64> = transaction
            .prepare_cached(
                "SELECT s.number FROM sessions s
                 WHERE s.number NOT IN (SELECT session FROM open)
                   AND (SELECT e.at FROM events e WHERE e.session = s.number
                        ORDER BY e.seq DESC LIMIT 1) < ?1
                 LIMIT ?2",
            )
            .and_then(|mut statement| {
                statement
                    .query_map((before.millis(), STEP), |row| row.get(0))?
                    .collect()
            })
            .map_err(fault)?;
        if !old.is_empty() {
            mark_place(&transaction).map_err(fault)?;
        }
        for number in &old {
            forget_one(&transaction, *number).map_err(fault)?;
        }
        transaction.commit().map_err(fault)?;
        forgotten += old.len() as u64;
        if old.len() < STEP as usize {
            return Ok(forgotten);
        }
    }
}

fn forget_one(transaction: &Transaction<'_>, number: i64) -> rusqlite::Result<()> {
    for sql in [
        "INSERT OR REPLACE INTO forgotten
         SELECT s.session, e.seq, e.hash FROM events e JOIN sessions s ON s.number = e.session
         WHERE s.number = ?1 ORDER BY e.seq DESC LIMIT 1",
        "DELETE FROM secrets WHERE interaction IN
         (SELECT unhex(body ->> 'interaction') FROM events WHERE session = ?1 AND kind = 'asked')",
        "DELETE FROM touches WHERE interaction IN
         (SELECT unhex(body ->> 'interaction') FROM events WHERE session = ?1 AND kind = 'asked')",
        "DELETE FROM closed WHERE id IN
         (SELECT unhex(body ->> 'interaction') FROM events WHERE session = ?1 AND kind = 'asked')",
        "DELETE FROM events WHERE session = ?1",
        "DELETE FROM sessions WHERE number = ?1",
    ] {
        transaction.prepare_cached(sql)?.execute([number])?;
    }
    Ok(())
}

/// Forgetting takes a place in the log itself: an empty row of no session, the last of its kind.
/// So no place is ever given twice, and others notice that something is gone.
fn mark_place(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "INSERT OR REPLACE INTO events
             SELECT coalesce(max(place), 0) + 1, 0, 0, 0, '', '', x'' FROM events",
        )?
        .execute([])
        .map(drop)
}

/// An interaction's id as it is stored.
pub(super) fn key(interaction: InteractionId) -> [u8; 16] {
    interaction.bits().to_be_bytes()
}
