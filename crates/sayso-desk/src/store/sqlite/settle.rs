//! Bringing the tables beside the log up to it.

use rusqlite::Connection;

use super::tail::Tail;
use super::write::key;

/// Files what the tail holds, inside a transaction; it is empty then. In the order of the tables,
/// so that neighbours are written together.
pub(super) fn settle(transaction: &Connection, tail: &mut Tail) -> rusqlite::Result<()> {
    let mut place = transaction.prepare_cached("INSERT INTO places VALUES (?1, ?2, ?3)")?;
    for (session, seq, at) in tail.places() {
        place.execute((session, seq.cast_signed(), at))?;
    }
    let mut pending =
        transaction.prepare_cached("INSERT INTO pending VALUES (?1, ?2, ?3, NULL)")?;
    let mut no_more_pending = transaction.prepare_cached("DELETE FROM pending WHERE id = ?1")?;
    let mut closed = transaction.prepare_cached("INSERT INTO closed VALUES (?1, ?2, ?3, ?4)")?;
    for (interaction, filed) in tail.interactions() {
        let id = key(interaction);
        let Some(place) = filed.closed else {
            pending.execute((id, filed.session, filed.asked))?;
            continue;
        };
        if tail.was_pending(filed) {
            no_more_pending.execute([id])?;
        }
        closed.execute((id, filed.session, filed.asked, place))?;
    }
    let mut touch = transaction.prepare_cached("INSERT INTO touches VALUES (?1, ?2)")?;
    for (interaction, place) in tail.touches() {
        touch.execute((key(interaction), place))?;
    }
    settled(transaction, tail, tail.last())
}

/// The tables tell all up to this place.
pub(super) fn settled(
    transaction: &Connection,
    tail: &mut Tail,
    place: i64,
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("UPDATE settled SET place = ?1")?
        .execute([place])?;
    tail.restart(place);
    Ok(())
}
