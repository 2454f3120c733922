//! Further people who may answer, each with a token of their own.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sayso_desk::store::postgres::{Credentials, PostgresStore};

use super::people_folder::PeopleFolder;
use super::tokens::{PEOPLE, long_enough, random_token};
use crate::storage::Storage;

/// Characters of a name.
const NAME: usize = 64;

/// Where their tokens are kept.
pub(crate) enum People {
    /// As files in the desk's directory.
    Here(PeopleFolder),
    /// In the database, for all its nodes.
    Shared(SharedPeople),
}

impl People {
    /// Those of the desk that keeps its log there.
    pub(crate) fn of(data: &Path, store: &Storage) -> io::Result<Self> {
        Ok(match store {
            Storage::File(_) => Self::Here(PeopleFolder::new(data)),
            Storage::Postgres(url) => {
                let store = PostgresStore::open(url).map_err(io::Error::other)?;
                Self::shared(Arc::new(store.credentials()))
            }
        })
    }

    /// Those of the node that has these credentials, else those of this directory.
    pub(crate) fn of_desk(data: &Path, shared: Option<Arc<Credentials>>) -> Self {
        match shared {
            Some(shared) => {
                if data.join(PEOPLE).exists() {
                    tracing::warn!(
                        "files in people/ are not looked at: on PostgreSQL people's tokens lie in the \
                         database; SAYSO_STORE=… sayso token person NAME makes one"
                    );
                }
                Self::shared(shared)
            }
            None => Self::Here(PeopleFolder::new(data)),
        }
    }

    fn shared(credentials: Arc<Credentials>) -> Self {
        Self::Shared(SharedPeople {
            credentials,
            news: Mutex::default(),
        })
    }

    /// The token of this person, made if there is none.
    pub(crate) fn token(&self, name: &str) -> io::Result<String> {
        check_name(name)?;
        match self {
            Self::Here(folder) => folder.token(name),
            Self::Shared(shared) => shared
                .credentials
                .token_of(name, &random_token()?)
                .map_err(io::Error::other),
        }
    }

    /// Takes this person's token away; whether there was one.
    pub(crate) fn remove(&self, name: &str) -> io::Result<bool> {
        check_name(name)?;
        match self {
            Self::Here(folder) => folder.remove(name),
            Self::Shared(shared) => shared
                .credentials
                .remove_token_of(name)
                .map_err(io::Error::other),
        }
    }

    /// Asks the database, if it is there that they are kept. It may take a while.
    pub(crate) fn look(&self) {
        if let Self::Shared(shared) = self {
            match shared.credentials.people() {
                Ok(people) => *shared.news() = Some(long_enough(people)),
                // Nobody can answer meanwhile either.
                Err(error) => tracing::debug!(%error, "people's tokens could not be read"),
            }
        }
    }

    /// All of them, if some may have come or gone since this was last called. Takes no time.
    pub(crate) fn changed(&self) -> Option<Vec<(String, String)>> {
        match self {
            Self::Here(folder) => folder.changed(),
            Self::Shared(shared) => shared.news().take(),
        }
    }
}

/// People that all nodes of a database know.
pub(crate) struct SharedPeople {
    credentials: Arc<Credentials>,
    /// What the last look found.
    news: Mutex<Option<Vec<(String, String)>>>,
}

impl SharedPeople {
    fn news(&self) -> MutexGuard<'_, Option<Vec<(String, String)>>> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) fn is_name(name: &str) -> bool {
    let letter = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    !name.is_empty() && name.chars().count() <= NAME && name.chars().all(letter)
}

fn check_name(name: &str) -> io::Result<()> {
    if is_name(name) {
        return Ok(());
    }
    let text = format!("{name:?} is no name: letters, digits, `-` and `_`, at most {NAME}");
    Err(io::Error::new(io::ErrorKind::InvalidInput, text))
}
