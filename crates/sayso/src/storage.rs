//! Where this process keeps its log: a file of its own, or a database that many nodes share.

use std::path::PathBuf;
use std::sync::Arc;

use sayso_desk::store::postgres::{Credentials, PostgresStore};
use sayso_desk::store::sqlite::SqliteStore;
use sayso_desk::store::{SealedStore, Store};
use sayso_desk::vault::Vault;
use sayso_desk::{Desk, DeskError, Options};

use crate::asking::make_data_directory;
use crate::config::Config;

/// Where the log is kept.
#[derive(Clone)]
pub(crate) enum Storage {
    /// In this file.
    File(PathBuf),
    /// In this database. The address may hold a password and is never shown.
    Postgres(String),
}

impl Storage {
    /// From a path or a URL.
    pub(crate) fn named(text: &str) -> Self {
        match text.split_once("://") {
            Some(("postgres" | "postgresql", _)) => Self::Postgres(text.to_owned()),
            _ => Self::File(PathBuf::from(text)),
        }
    }
}

impl std::fmt::Display for Storage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Postgres(_) => f.write_str("PostgreSQL"),
        }
    }
}

impl std::fmt::Debug for Storage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File(path) => write!(f, "File({path:?})"),
            Self::Postgres(_) => f.write_str("Postgres"),
        }
    }
}

/// A desk in this process, and what its store shares with other nodes.
pub(crate) struct Opened {
    pub(crate) desk: Desk,
    pub(crate) credentials: Option<Arc<Credentials>>,
}

/// Starts a desk on the store that the settings name; the directory for everything else is made,
/// for its owner alone, when it is not there.
pub(crate) fn open(config: &Config) -> Result<Opened, DeskError> {
    make_data_directory(config)?;
    let mut options = Options::default();
    let mut credentials = None;
    let store: Box<dyn Store> = match &config.store {
        Storage::File(path) => {
            let vault = Vault::with_key(&config.data.join("secrets.key"));
            let store = SqliteStore::open(path)?;
            Box::new(SealedStore::new(Box::new(store), vault))
        }
        Storage::Postgres(url) => {
            let store = PostgresStore::open(url)?;
            options.clock = store.clock();
            credentials = Some(Arc::new(store.credentials()));
            Box::new(store)
        }
    };
    Ok(Opened {
        desk: Desk::start(store, options)?,
        credentials,
    })
}
