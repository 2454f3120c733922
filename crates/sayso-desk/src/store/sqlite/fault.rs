//! SQLite's errors in our words.

use std::path::Path;

use rusqlite::ErrorCode;

use crate::store::StoreError;

/// What an error of SQLite's means for us.
pub(super) fn fault(error: rusqlite::Error) -> StoreError {
    let text = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full(text),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Locked(text),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Damaged(text),
        Some(
            ErrorCode::PermissionDenied
            | ErrorCode::ReadOnly
            | ErrorCode::AuthorizationForStatementDenied,
        ) => StoreError::Permission(text),
        Some(_) => StoreError::Io(text),
        // Not SQLite's: a value that is missing or of the wrong type.
        None => StoreError::Damaged(text),
    }
}

/// What a stored value that cannot be read means.
pub(super) fn damaged(what: &str, why: impl std::fmt::Display) -> StoreError {
    StoreError::Damaged(format!("{what}: {why}"))
}

/// The name stands for another file than the one that was opened, or for none.
pub(super) fn lost() -> StoreError {
    StoreError::Io("its file was deleted or replaced while it was in use".into())
}

/// What an error while making the file means.
pub(super) fn opening_fault(path: &Path, error: &std::io::Error) -> StoreError {
    let text = format!("{}: {error}", path.display());
    match error.kind() {
        std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
            StoreError::Permission(text)
        }
        std::io::ErrorKind::StorageFull => StoreError::Full(text),
        _ => StoreError::Io(text),
    }
}
