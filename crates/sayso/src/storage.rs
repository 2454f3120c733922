//! Where this process keeps its log: a file of its own, or a database that many nodes share.

use std::path::PathBuf;
use std::sync::Arc;

use sayso_desk::store::postgres::{Credentials, PostgresStore};
use sayso_desk::store::sqlite::SqliteStore;
use sayso_desk::store::{SealedStore, Store, StoreError};
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

    /// What kind of place that is.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::File(_) => "file",
            Self::Postgres(_) => "PostgreSQL",
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
    /// That words are sealed with a key that is not there.
    pub(crate) lost_key: Option<String>,
}

/// Starts a desk on the store that the settings name; the directory for everything else is made,
/// for its owner alone, when it is not there.
pub(crate) fn open(config: &Config) -> Result<Opened, DeskError> {
    make_data_directory(config)?;
    let mut options = Options::default();
    config.asking.set(&mut options);
    let mut credentials = None;
    let key = config.data.join("secrets.key");
    let key = config.secrets_key.as_ref().unwrap_or(&key);
    let (inside, vault): (Box<dyn Store>, Vault) = match &config.store {
        Storage::File(path) => (Box::new(SqliteStore::open(path)?), Vault::with_key(key)),
        Storage::Postgres(url) => {
            let store = PostgresStore::open(url)?;
            options.clock = store.clock();
            let shared = store.credentials();
            let vault = Vault::with_shared_key(key);
            if key.exists() {
                compare(&vault, &shared)?;
            }
            credentials = Some(Arc::new(shared));
            (Box::new(store), vault)
        }
    };
    let mut store = SealedStore::new(inside, vault);
    // Whoever is asked nothing secret need not be troubled with it.
    let lost_key = match key.exists() || !store.keeps_secrets()? {
        true => None,
        false => {
            let why = store.prepare_for_secrets().err();
            why.map(|why| format!("{why} ({})", key.display()))
        }
    };
    Ok(Opened {
        desk: Desk::start(store, options)?,
        credentials,
        lost_key,
    })
}

/// Whether this node's key of secret words is that of the other nodes: the first one leaves a proof.
fn compare(vault: &Vault, shared: &Credentials) -> Result<(), StoreError> {
    let proof = shared.token("secrets", &vault.proof()?)?;
    Ok(vault.check(&proof)?)
}
