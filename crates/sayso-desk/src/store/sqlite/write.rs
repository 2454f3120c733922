//! Appending, and the little that is written beside the log.

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};
use sayso_core::event::Event;
use sayso_core::form::Draft;
use sayso_core::id::InteractionId;
use sayso_core::moment::Moment;
use sayso_core::record::Record;

use super::fault::{damaged, fault};
use crate::store::{Append, Landing, StoreError};

/// Appends all parts in one commit.
pub(super) fn append(
    connection: &mut Connection,
    parts: &[Append],
    drafts: &[(InteractionId, Draft)],
) -> Result<Vec<Landing>, StoreError> {
    let transaction = connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(fault)?;
    let landings = parts
        .iter()
        .map(|part| append_part(&transaction, part))
        .collect::<Result<Vec<Landing>, StoreError>>()?;
    for (interaction, draft) in drafts {
        put_draft(&transaction, *interaction, draft)?;
    }
    transaction.commit().map_err(fault)?;
    Ok(landings)
}

/// The first fact of a part is the compare-and-set: its number is taken, or it is not.
fn append_part(transaction: &Transaction<'_>, part: &Append) -> Result<Landing, StoreError> {
    let Some((first, _)) = part.facts.first() else {
        return Ok(Landing::Landed);
    };
    if first.seq > 1 && !is_last(transaction, part)? {
        return Ok(Landing::Conflict);
    }
    for (record, body) in &part.facts {
        let place = match insert(transaction, part, record, body) {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                return Ok(Landing::Conflict);
            }
            inserted => inserted.map_err(fault)?,
        };
        derive(transaction, part, record, place).map_err(fault)?;
    }
    for secret in &part.secrets {
        transaction
            .prepare_cached("INSERT OR REPLACE INTO secrets VALUES (?1, ?2, ?3)")
            .and_then(|mut statement| {
                let key = key(secret.interaction);
                statement.execute((key, secret.question.as_str(), &secret.words))
            })
            .map_err(fault)?;
    }
    Ok(Landing::Landed)
}

/// Whether the fact before is there: a session that was forgotten meanwhile must not go on
/// with a hole.
fn is_last(transaction: &Transaction<'_>, part: &Append) -> Result<bool, StoreError> {
    transaction
        .prepare_cached("SELECT 1 FROM events WHERE session = ?1 AND seq = ?2")
        .and_then(|mut statement| statement.exists((part.session.as_str(), part.after as i64)))
        .map_err(fault)
}

fn insert(
    transaction: &Transaction<'_>,
    part: &Append,
    record: &Record,
    body: &str,
) -> rusqlite::Result<i64> {
    let mut statement = transaction.prepare_cached(
        "INSERT INTO events (session, seq, at, kind, body, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    statement.insert((
        part.session.as_str(),
        record.seq as i64,
        record.at.millis(),
        record.event.kind(),
        body,
        &record.hash.0[..],
    ))
}

/// Keeps the tables beside the log in step with it.
fn derive(
    transaction: &Transaction<'_>,
    part: &Append,
    record: &Record,
    place: i64,
) -> rusqlite::Result<()> {
    let run = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
        transaction.prepare_cached(sql)?.execute(values).map(drop)
    };
    let session = part.session.as_str();
    match &record.event {
        Event::Opened(_) => run("INSERT INTO sessions VALUES (?1, ?2)", &[&session, &place]),
        Event::Asked(asked) => {
            let id = key(asked.interaction);
            let deadline = asked.deadline.as_ref().map(|deadline| deadline.at.millis());
            run(
                "INSERT INTO interactions (id, session, asked, deadline) VALUES (?1, ?2, ?3, ?4)",
                &[&id, &session, &place, &deadline],
            )
        }
        Event::Held { interaction, .. } => run(
            "UPDATE interactions SET deadline = NULL WHERE id = ?1",
            &[&key(*interaction)],
        ),
        Event::Released {
            interaction, at, ..
        } => run(
            "UPDATE interactions SET deadline = ?2 WHERE id = ?1",
            &[&key(*interaction), &at.millis()],
        ),
        Event::Closed { interaction, .. } => {
            let id = key(*interaction);
            run(
                "UPDATE interactions SET closed = ?2 WHERE id = ?1",
                &[&id, &place],
            )?;
            run("DELETE FROM drafts WHERE interaction = ?1", &[&id])
        }
        Event::Answered { .. }
        | Event::Said(_)
        | Event::Allowed { .. }
        | Event::ChainEnded { .. } => Ok(()),
    }
}

/// Keeps a draft, or removes an empty one. Only an open interaction has one.
fn put_draft(
    transaction: &Transaction<'_>,
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
            "INSERT INTO drafts SELECT ?1, ?2 FROM interactions WHERE id = ?1 AND closed IS NULL
             ON CONFLICT (interaction) DO UPDATE SET draft = excluded.draft",
        )
        .and_then(|mut statement| statement.execute((id, text)))
        .map(drop)
        .map_err(fault)
}

/// Forgets old sessions with nothing open, in steps that do not hold the writer for long.
pub(super) fn forget(connection: &mut Connection, before: Moment) -> Result<u64, StoreError> {
    const STEP: i64 = 500;
    let mut forgotten = 0;
    loop {
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(fault)?;
        let old: Vec<String> = transaction
            .prepare_cached(
                "SELECT s.session FROM sessions s
                 WHERE NOT EXISTS (SELECT 1 FROM interactions i
                                   WHERE i.closed IS NULL AND i.session = s.session)
                   AND (SELECT e.at FROM events e WHERE e.session = s.session
                        ORDER BY e.seq DESC LIMIT 1) < ?1
                 LIMIT ?2",
            )
            .and_then(|mut statement| {
                statement
                    .query_map((before.millis(), STEP), |row| row.get(0))?
                    .collect()
            })
            .map_err(fault)?;
        for session in &old {
            forget_one(&transaction, session).map_err(fault)?;
        }
        transaction.commit().map_err(fault)?;
        forgotten += old.len() as u64;
        if old.len() < STEP as usize {
            return Ok(forgotten);
        }
    }
}

fn forget_one(transaction: &Transaction<'_>, session: &str) -> rusqlite::Result<()> {
    for sql in [
        "INSERT OR REPLACE INTO forgotten SELECT session, seq, hash FROM events
         WHERE session = ?1 ORDER BY seq DESC LIMIT 1",
        "DELETE FROM secrets WHERE interaction IN (SELECT id FROM interactions WHERE session = ?1)",
        "DELETE FROM interactions WHERE session = ?1",
        "DELETE FROM sessions WHERE session = ?1",
        "DELETE FROM events WHERE session = ?1",
    ] {
        transaction.prepare_cached(sql)?.execute([session])?;
    }
    Ok(())
}

/// An interaction's id as it is stored.
pub(super) fn key(interaction: InteractionId) -> [u8; 16] {
    interaction.bits().to_be_bytes()
}
