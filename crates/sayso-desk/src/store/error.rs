//! What can go wrong with a store.

/// What can go wrong with a store. Nothing of what was being written was acknowledged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// No room. Reading still works; writing does again once there is room.
    #[error("the disk is full, so nothing was recorded; free some space and try again ({0})")]
    Full(String),
    /// Reading or writing failed. After a failed write the desk writes no more until restarted.
    #[error(
        "the store could not be read or written, so nothing was recorded: {0}; see that the disk works and start Sayso again"
    )]
    Io(String),
    /// The database does not answer. What was just being written may be recorded or not; nobody
    /// was told that it is. It is tried again all by itself.
    #[error(
        "the database is away, so nothing is acknowledged; try again in a moment, with the same key ({0})"
    )]
    Away(String),
    /// The database would not do it.
    #[error("the database refused, so nothing was recorded: {0}")]
    Refused(String),
    /// Another process holds the store.
    #[error("the store is held by another process; try again in a moment ({0})")]
    Locked(String),
    /// It may not be opened or written by this user.
    #[error("no permission to use the store: {0}")]
    Permission(String),
    /// What is stored cannot be what was written.
    #[error("the store is damaged: {0}; keep the file and run `sayso audit verify`")]
    Damaged(String),
    /// Secret words could not be sealed or opened.
    #[error("{0}")]
    Vault(String),
    /// A newer Sayso wrote it.
    #[error(
        "the store was written by a newer Sayso (format {found}; this one knows {known}); upgrade Sayso"
    )]
    Newer {
        /// Its format.
        found: i64,
        /// The newest format known here.
        known: i64,
    },
}

impl StoreError {
    /// What went wrong, without anything that may have been read on the way: for logs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Full(_) => "the disk is full",
            Self::Io(_) => "reading or writing failed",
            Self::Away(_) => "the database is away",
            Self::Refused(_) => "the database refused",
            Self::Locked(_) => "another process holds the store",
            Self::Permission(_) => "no permission",
            Self::Damaged(_) => "the store is damaged; run `sayso audit verify`",
            Self::Vault(_) => "secret words could not be sealed or opened",
            Self::Newer { .. } => "a newer Sayso wrote the store",
        }
    }

    /// Whether it is about what was to be read, and not about the store: trying again does not
    /// help, and something else can be read all the same.
    pub(crate) fn is_about_one(&self) -> bool {
        matches!(self, Self::Damaged(_) | Self::Vault(_))
    }
}
