//! The same table, whose rows are found by the id that the asker was given.

use std::path::Path;

use rusqlite::{Connection, Result};

use super::bare_rows::{ANSWER, QUESTION, durable};

/// What an interaction goes by.
pub(super) type Id = [u8; 16];

pub(super) fn open(folder: &Path) -> Result<Connection> {
    durable(
        folder,
        "CREATE TABLE asked (id BLOB PRIMARY KEY, question BLOB NOT NULL, answer BLOB)",
    )
}

pub(super) fn insert(connection: &Connection, id: Id) -> Result<()> {
    let mut insert =
        connection.prepare_cached("INSERT INTO asked (id, question) VALUES (?1, ?2)")?;
    insert.execute((id, QUESTION))?;
    Ok(())
}

pub(super) fn update(connection: &Connection, id: Id) -> Result<()> {
    let mut update = connection.prepare_cached("UPDATE asked SET answer = ?2 WHERE id = ?1")?;
    update.execute((id, ANSWER))?;
    Ok(())
}
