//! One SQLite table with room for a question and its answer.

use std::path::Path;

use rusqlite::{Connection, Result};

/// About what one question with its options takes.
pub(super) const QUESTION: [u8; 600] = [b'q'; 600];
pub(super) const ANSWER: [u8; 100] = [b'a'; 100];

pub(super) fn open(folder: &Path) -> Result<Connection> {
    durable(
        folder,
        "CREATE TABLE asked (id INTEGER PRIMARY KEY, question BLOB NOT NULL, answer BLOB)",
    )
}

/// Opens a new database that loses nothing it has acknowledged.
pub(super) fn durable(folder: &Path, table: &str) -> Result<Connection> {
    let connection = Connection::open(folder.join("floor.db"))?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.execute_batch(table)?;
    Ok(connection)
}

pub(super) fn insert(connection: &Connection, id: i64) -> Result<()> {
    let mut insert =
        connection.prepare_cached("INSERT INTO asked (id, question) VALUES (?1, ?2)")?;
    insert.execute((id, QUESTION))?;
    Ok(())
}

pub(super) fn update(connection: &Connection, id: i64) -> Result<()> {
    let mut update = connection.prepare_cached("UPDATE asked SET answer = ?2 WHERE id = ?1")?;
    update.execute((id, ANSWER))?;
    Ok(())
}
