//! The owner's token and the agents', which may be replaced while a desk runs.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sayso_desk::clock::wall_time;
use sayso_desk::store::postgres::{Credentials, PostgresStore};
use sayso_web::BothTokens;

use super::token_file::TokenFile;
use super::tokens::{is_long_enough, random_token, read_whole, replace};
use crate::storage::Storage;

/// Whose token it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Whose {
    /// The owner's, in person.token
    Owner,
    /// That of agents, in agent.token
    Agent,
}

impl Whose {
    fn name(self) -> &'static str {
        match self {
            Self::Owner => "person",
            Self::Agent => "agent",
        }
    }

    fn file(self) -> String {
        format!("{}.token", self.name())
    }
}

/// The owner's token and the agents': in the desk's directory, and for the nodes of a database
/// there.
pub(crate) struct OwnTokens {
    data: PathBuf,
    shared: Option<Arc<Credentials>>,
    /// The owner's and the agents'.
    files: Mutex<[TokenFile; 2]>,
    /// What the last look at the database found.
    news: Mutex<Option<BothTokens>>,
}

impl OwnTokens {
    /// Those of the desk that keeps its log there.
    pub(crate) fn of(data: &Path, store: &Storage) -> io::Result<Self> {
        let shared = match store {
            Storage::File(_) => None,
            Storage::Postgres(url) => {
                let store = PostgresStore::open(url).map_err(io::Error::other)?;
                Some(Arc::new(store.credentials()))
            }
        };
        Ok(Self::of_desk(data, shared))
    }

    /// Those of the node that has these credentials, else those of this directory.
    pub(crate) fn of_desk(data: &Path, shared: Option<Arc<Credentials>>) -> Self {
        let file = |whose: Whose| TokenFile::new(data.join(whose.file()));
        Self {
            data: data.to_owned(),
            shared,
            files: Mutex::new([file(Whose::Owner), file(Whose::Agent)]),
            news: Mutex::default(),
        }
    }

    /// Makes a new one. The old one is worth nothing from now on.
    pub(crate) fn renew(&self, whose: Whose) -> io::Result<String> {
        let token = random_token()?;
        if let Some(shared) = &self.shared {
            let replaced = shared.replace_token(whose.name(), &token);
            replaced.map_err(io::Error::other)?;
        }
        replace(&self.data.join(whose.file()), &token)?;
        Ok(token)
    }

    /// Looks more closely than there is time for with every call. Asks the database, if it is there that
    /// they are kept, and brings the files here in step; it may take a while.
    pub(crate) fn look(&self) {
        let Some(shared) = &self.shared else {
            return lock(&self.files).iter_mut().for_each(TokenFile::look_up);
        };
        let known = |whose: Whose| -> io::Result<Option<String>> {
            let known = shared.known_token(whose.name());
            let known = known.map_err(io::Error::other)?;
            let known = known.filter(|token| is_long_enough(token));
            let path = self.data.join(whose.file());
            if let Some(known) = &known
                && read_whole(&path).ok().as_ref() != Some(known)
            {
                replace(&path, known)?;
            }
            Ok(known)
        };
        let both = known(Whose::Owner)
            .and_then(|person| known(Whose::Agent).map(|agent| BothTokens { person, agent }));
        match both {
            Ok(both) => *lock(&self.news) = Some(both),
            // Nobody can answer meanwhile either.
            Err(error) => tracing::debug!(%error, "the desk's tokens could not be read"),
        }
    }

    /// Both, if one may be another since this was last called. Takes no time. A file that is gone,
    /// or holds no token, lets nobody in.
    pub(crate) fn changed(&self) -> Option<BothTokens> {
        if self.shared.is_some() {
            return lock(&self.news).take();
        }
        let mut files = lock(&self.files);
        if files.iter().all(|file| file.stands(wall_time)) {
            return None;
        }
        let now = wall_time();
        let [person, agent] = files.each_mut().map(|file| {
            file.read(now).unwrap_or_else(|error| {
                tracing::warn!(%error, "a token of the desk's could not be read");
                None
            })
        });
        Some(BothTokens { person, agent })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
