//! PostgreSQL's errors in our words.

use tokio_postgres::error::SqlState;

use crate::store::StoreError;

/// What an error of the database's means for us.
pub(super) fn fault(error: tokio_postgres::Error) -> StoreError {
    let Some(told) = error.as_db_error() else {
        return if error.is_closed() || std::error::Error::source(&error).is_some() {
            StoreError::Away(whole(&error))
        } else {
            StoreError::Refused(error.to_string())
        };
    };
    let text = format!("{} ({})", told.message(), told.code().code());
    match told.code() {
        &SqlState::DISK_FULL => StoreError::Full(text),
        &SqlState::QUERY_CANCELED
        | &SqlState::LOCK_NOT_AVAILABLE
        | &SqlState::T_R_SERIALIZATION_FAILURE
        | &SqlState::T_R_DEADLOCK_DETECTED => StoreError::Locked(text),
        &SqlState::DATA_CORRUPTED | &SqlState::INDEX_CORRUPTED => StoreError::Damaged(text),
        &SqlState::INSUFFICIENT_PRIVILEGE | &SqlState::UNDEFINED_DATABASE => {
            StoreError::Permission(text)
        }
        // It shuts down, starts up, has no connection to spare, or is a standby.
        &SqlState::READ_ONLY_SQL_TRANSACTION => StoreError::Away(text),
        code => match code.code().get(..2) {
            Some("08" | "53" | "57") => StoreError::Away(text),
            Some("28") => StoreError::Permission(text),
            _ => StoreError::Refused(text),
        },
    }
}

/// An error with what caused it.
fn whole(error: &tokio_postgres::Error) -> String {
    match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

/// What a stored value that cannot be read means.
pub(super) fn damaged(what: &str, why: impl std::fmt::Display) -> StoreError {
    StoreError::Damaged(format!("{what}: {why}"))
}
