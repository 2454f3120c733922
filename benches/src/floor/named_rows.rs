//! The same table with what Sayso writes: rows found by the id that the asker was given, and as many bytes as the
//! two facts of a cycle have.

use std::path::Path;

use rusqlite::{Connection, Result};

use super::bare_rows::durable;

/// What an interaction goes by.
pub(super) type Id = [u8; 16];

/// As long as the facts that the bench's question is asked, and answered.
const ASKED: [u8; 617] = [b'q'; 617];
const CLOSED: [u8; 275] = [b'a'; 275];

pub(super) fn open(folder: &Path) -> Result<Connection> {
    durable(
        folder,
        "CREATE TABLE asked (id BLOB PRIMARY KEY, question BLOB NOT NULL, answer BLOB)",
    )
}

pub(super) fn insert(connection: &Connection, id: Id) -> Result<()> {
    let mut insert =
        connection.prepare_cached("INSERT INTO asked (id, question) VALUES (?1, ?2)")?;
    insert.execute((id, ASKED))?;
    Ok(())
}

pub(super) fn update(connection: &Connection, id: Id) -> Result<()> {
    let mut update = connection.prepare_cached("UPDATE asked SET answer = ?2 WHERE id = ?1")?;
    update.execute((id, CLOSED))?;
    Ok(())
}
