//! Forgetting whole sessions.

use rusqlite::{Connection, Transaction, TransactionBehavior};
use sayso_core::moment::Moment;

use super::fault::fault;
use super::settle::{settle, settled};
use super::tail::Tail;
use crate::store::StoreError;

/// Forgets old sessions with nothing open, in steps that do not hold the writer for long. What
/// is forgotten is overwritten, in the WAL as well unless somebody reads there just now.
pub(super) fn forget(
    connection: &mut Connection,
    tail: &mut Tail,
    before: Moment,
) -> Result<u64, StoreError> {
    connection
        .execute_batch("PRAGMA secure_delete = ON")
        .map_err(fault)?;
    let forgotten = forget_in_steps(connection, tail, before);
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

fn forget_in_steps(
    connection: &mut Connection,
    tail: &mut Tail,
    before: Moment,
) -> Result<u64, StoreError> {
    const STEP: i64 = 500;
    let mut forgotten = 0;
    loop {
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(fault)?;
        tail.catch_up(&transaction)
            .and_then(|()| settle(&transaction, tail))
            .map_err(fault)?;
        let old: Vec<i64> = transaction
            .prepare_cached(
                "SELECT s.number FROM sessions s
                 WHERE s.number NOT IN (SELECT session FROM pending)
                   AND (SELECT e.at FROM places p JOIN events e USING (place)
                        WHERE p.session = s.number ORDER BY p.seq DESC LIMIT 1) < ?1
                 LIMIT ?2",
            )
            .and_then(|mut statement| {
                statement
                    .query_map((before.millis(), STEP), |row| row.get(0))?
                    .collect()
            })
            .map_err(fault)?;
        if !old.is_empty() {
            mark_place(&transaction, tail).map_err(fault)?;
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
    let its_own =
        "(SELECT unhex(e.body ->> 'interaction') FROM places p JOIN events e USING (place)
         WHERE p.session = ?1 AND e.kind = 'asked')";
    for sql in [
        "INSERT OR REPLACE INTO forgotten
         SELECT s.session, p.seq, e.hash FROM sessions s
         JOIN places p ON p.session = s.number JOIN events e USING (place)
         WHERE s.number = ?1 ORDER BY p.seq DESC LIMIT 1",
        &format!("DELETE FROM secrets WHERE interaction IN {its_own}"),
        &format!("DELETE FROM touches WHERE interaction IN {its_own}"),
        &format!("DELETE FROM closed WHERE id IN {its_own}"),
        "DELETE FROM events WHERE place IN (SELECT place FROM places WHERE session = ?1)",
        "DELETE FROM places WHERE session = ?1",
        "DELETE FROM sessions WHERE number = ?1",
    ] {
        transaction.prepare_cached(sql)?.execute([number])?;
    }
    Ok(())
}

/// Forgetting takes a place in the log itself: an empty row of no session, the last of its kind.
/// So no place is ever given twice, and others notice that something is gone.
fn mark_place(transaction: &Transaction<'_>, tail: &mut Tail) -> rusqlite::Result<()> {
    let place = transaction
        .prepare_cached(
            "INSERT INTO events (session, seq, at, kind, body, hash) VALUES (0, 0, 0, '', '', x'')",
        )?
        .insert([])?;
    for sql in [
        "DELETE FROM events WHERE place = (SELECT place FROM places WHERE session = 0) AND ?1 > 0",
        "INSERT OR REPLACE INTO places VALUES (0, 0, ?1)",
    ] {
        transaction.prepare_cached(sql)?.execute([place])?;
    }
    settled(transaction, tail, place)
}
