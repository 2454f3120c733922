//! The store at one moment.

use std::ops::Deref;

use rusqlite::Connection;

use super::fault::fault;
use super::tail::Tail;
use crate::store::StoreError;

/// The store at one moment, whatever is written meanwhile: its tables, and what the log holds
/// beyond them.
pub(super) struct View<'c> {
    connection: &'c Connection,
    pub(super) tail: &'c Tail,
}

impl Deref for View<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection
    }
}

/// Reads from one view of the store.
pub(super) fn one_view<T>(
    connection: &Connection,
    tail: &mut Tail,
    read: impl FnOnce(&View<'_>) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let transaction = connection.unchecked_transaction().map_err(fault)?;
    tail.catch_up(&transaction).map_err(fault)?;
    read(&View {
        connection: &transaction,
        tail,
    })
}
