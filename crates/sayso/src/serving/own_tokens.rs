//! The owner's token and the agents', which may be replaced while a desk runs.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sayso_core::moment::Moment;
use sayso_desk::clock::{Clock, SystemClock};
use sayso_desk::store::postgres::{Credentials, PostgresStore};
use sayso_web::BothTokens;

use super::people_folder::Mark;
use super::tokens::{random_token, read_whole, replace};
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
    clock: SystemClock,
    /// What the files looked like when they were last read, and when that was.
    seen: Mutex<Option<([Option<Mark>; 2], Moment)>>,
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
        Self {
            data: data.to_owned(),
            shared,
            clock: SystemClock::new(),
            seen: Mutex::default(),
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

    /// Asks the database, if it is there that they are kept, and brings the files here in step. It
    /// may take a while.
    pub(crate) fn look(&self) {
        let Some(shared) = &self.shared else {
            return;
        };
        let known = |whose: Whose| -> io::Result<Option<String>> {
            let known = shared.known_token(whose.name());
            let known = known.map_err(io::Error::other)?;
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
    /// or holds no token, lets nobody in; one that cannot be looked at leaves everything as it was.
    pub(crate) fn changed(&self) -> Option<BothTokens> {
        if self.shared.is_some() {
            return lock(&self.news).take();
        }
        let mark = |whose: Whose| Mark::of(&self.data, whose.file().into());
        let marks = [mark(Whose::Owner).ok()?, mark(Whose::Agent).ok()?];
        let mut seen = lock(&self.seen);
        let now = self.clock.now();
        // A file that was put in the place of another shows at once. Of one that was written over just
        // now only what it holds tells, and that is read once a millisecond, not for every call.
        if let Some((known, at)) = &*seen
            && *known == marks
            && (*at == now || marks.iter().flatten().all(Mark::is_settled))
        {
            return None;
        }
        *seen = Some((marks, now));
        let token = |whose: Whose| match read_whole(&self.data.join(whose.file())) {
            Ok(token) => Some(token),
            Err(error) => {
                tracing::warn!(%error, "a token of the desk's could not be read");
                None
            }
        };
        Some(BothTokens {
            person: token(Whose::Owner),
            agent: token(Whose::Agent),
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
