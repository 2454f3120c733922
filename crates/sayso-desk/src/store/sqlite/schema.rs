//! The tables, and how older files become newer ones.

use std::thread;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};

use super::fault::fault;
use crate::store::StoreError;

/// One step a version. A step runs in one transaction: a kill leaves the old file or the new.
const STEPS: [&str; 6] = [
    "
    -- Sessions go by a number of the store's own, never given twice: it is small, and it stands
    -- in every row of the log.
    CREATE TABLE sessions (
        number  INTEGER PRIMARY KEY AUTOINCREMENT,
        session TEXT    NOT NULL UNIQUE
    ) STRICT;

    CREATE TABLE events (
        place   INTEGER PRIMARY KEY,
        session INTEGER NOT NULL,
        seq     INTEGER NOT NULL,
        at      INTEGER NOT NULL,
        kind    TEXT    NOT NULL,
        body    TEXT    NOT NULL,
        hash    BLOB    NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX event_of_session ON events (session, seq);

    -- Derived from the log, in the same transactions.
    CREATE TABLE interactions (
        id       BLOB    PRIMARY KEY,
        session  INTEGER NOT NULL,
        asked    INTEGER NOT NULL,
        closed   INTEGER,
        deadline INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX interaction_pending ON interactions (asked) WHERE closed IS NULL;
    CREATE INDEX interaction_due ON interactions (deadline)
        WHERE closed IS NULL AND deadline IS NOT NULL;

    -- Not in the log: what may change, what must not be read by everyone, what is gone.
    CREATE TABLE drafts (
        interaction BLOB PRIMARY KEY,
        draft       TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE secrets (
        interaction BLOB NOT NULL,
        question    TEXT NOT NULL,
        words       TEXT NOT NULL,
        PRIMARY KEY (interaction, question)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE forgotten (
        session TEXT    PRIMARY KEY,
        seq     INTEGER NOT NULL,
        hash    BLOB    NOT NULL
    ) STRICT, WITHOUT ROWID;
",
    "
    -- What was decided among many messages: a question may lie open under thousands of them.
    CREATE INDEX event_decided ON events (session, seq) WHERE kind <> 'said';
",
    "
    -- The facts about an interaction beside its asking and its closing. Most have none, and so
    -- cost nothing, where an index of all that was decided is written with every fact.
    CREATE TABLE touches (
        interaction BLOB    NOT NULL,
        place       INTEGER NOT NULL,
        PRIMARY KEY (interaction, place)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO touches SELECT unhex(body ->> 'interaction'), place FROM events
        WHERE kind IN ('answered', 'held', 'released');
    INSERT INTO touches SELECT unhex(body ->> 'reopens'), place FROM events
        WHERE kind = 'asked' AND body ->> 'reopens' IS NOT NULL;
    DROP INDEX event_decided;
",
    "
    -- An interaction stands in one of two tables. The open ones are few and change; in the many
    -- that have closed each is written once, and no index of what is open runs beside them.
    CREATE TABLE open (
        id       BLOB    PRIMARY KEY,
        session  INTEGER NOT NULL,
        asked    INTEGER NOT NULL,
        deadline INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX open_due ON open (deadline) WHERE deadline IS NOT NULL;
    CREATE TABLE closed (
        id      BLOB    PRIMARY KEY,
        session INTEGER NOT NULL,
        asked   INTEGER NOT NULL,
        closed  INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO open SELECT id, session, asked, deadline FROM interactions WHERE closed IS NULL;
    INSERT INTO closed SELECT id, session, asked, closed FROM interactions
        WHERE closed IS NOT NULL ORDER BY id;
    DROP TABLE interactions;
",
    "
    -- The tables beside the log tell what it holds up to `settled`, and are brought up for many
    -- facts together. So an index of the log, which is written with every fact, becomes a table,
    -- and each fact says itself which interaction it opens or closes.
    -- Their old names are gone, so that a desk of an older version does not go on without them.
    ALTER TABLE events ADD COLUMN about BLOB;
    CREATE TABLE places (
        session INTEGER NOT NULL,
        seq     INTEGER NOT NULL,
        place   INTEGER NOT NULL,
        PRIMARY KEY (session, seq)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO places SELECT session, seq, place FROM events ORDER BY session, seq;
    DROP INDEX event_of_session;
    DROP INDEX open_due;
    ALTER TABLE open RENAME TO pending;
    CREATE INDEX pending_due ON pending (deadline) WHERE deadline IS NOT NULL;
    CREATE TABLE settled (place INTEGER NOT NULL) STRICT;
    INSERT INTO settled SELECT coalesce(max(place), 0) FROM events;
",
    "
    -- The log has facts of a kind that desks of an older version cannot read: whether an asker has
    -- the outcome. They stand in `touches`. The tables are the same.
",
];

/// Sets the connection up and brings the file to the newest version.
pub(super) fn migrate(connection: &Connection) -> Result<(), StoreError> {
    use_wal(connection)?;
    connection
        .execute_batch(
            "PRAGMA synchronous = FULL;
             PRAGMA temp_store = MEMORY;
             PRAGMA secure_delete = FAST;",
        )
        .map_err(fault)?;
    let known = STEPS.len() as i64;
    let found = version(connection)?;
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    if found == known {
        return Ok(());
    }
    connection.execute_batch("BEGIN IMMEDIATE").map_err(fault)?;
    let migrated = run_steps(connection);
    let end = if migrated.is_ok() {
        "COMMIT"
    } else {
        "ROLLBACK"
    };
    let ended = connection.execute_batch(end).map_err(fault);
    migrated.and(ended)
}

/// When several open a new file at once, SQLite refuses this without its usual patience.
fn use_wal(connection: &Connection) -> Result<(), StoreError> {
    const TRIES: usize = 500;
    for _ in 0..TRIES {
        match connection.execute_batch("PRAGMA journal_mode = WAL") {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                thread::sleep(Duration::from_millis(10));
            }
            result => return result.map_err(fault),
        }
    }
    Err(StoreError::Locked("it is being made".into()))
}

/// Under the lock: another process may have been here first.
fn run_steps(connection: &Connection) -> Result<(), StoreError> {
    let known = STEPS.len() as i64;
    let found = version(connection)?;
    for step in STEPS.iter().skip(usize::try_from(found).unwrap_or(0)) {
        connection.execute_batch(step).map_err(fault)?;
    }
    connection
        .pragma_update(None, "user_version", known)
        .map_err(fault)
}

fn version(connection: &Connection) -> Result<i64, StoreError> {
    connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(fault)
}
