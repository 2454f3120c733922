use std::fs;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use super::tokens::{PEOPLE, people, read_or_make};

/// What the clock of a file system may not tell apart.
const A_MOMENT: Duration = Duration::from_secs(2);

/// Further people's tokens, a file each.
pub(crate) struct PeopleFolder {
    folder: PathBuf,
    /// When the folder was last changed, as far as is known.
    seen: Mutex<Option<SystemTime>>,
}

impl PeopleFolder {
    pub(super) fn new(data: &Path) -> Self {
        Self {
            folder: data.join(PEOPLE),
            seen: Mutex::new(None),
        }
    }

    pub(super) fn token(&self, name: &str) -> io::Result<String> {
        match fs::DirBuilder::new().mode(0o700).create(&self.folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        read_or_make(&self.file(name))
    }

    pub(super) fn remove(&self, name: &str) -> io::Result<bool> {
        match fs::remove_file(self.file(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            removed => removed.map(|()| true),
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.token"))
    }

    /// All of them, if some came or went since this was last called. What cannot be read leaves
    /// everything as it was.
    pub(super) fn changed(&self) -> Option<Vec<(String, String)>> {
        let changed = fs::metadata(&self.folder).and_then(|folder| folder.modified());
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = match changed {
            Ok(changed) => changed,
            // Nobody is left; or nobody ever was.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return seen.take().map(|_| Vec::new());
            }
            Err(_) => return None,
        };
        // Two changes of one moment look like one.
        let settled = changed.elapsed().is_ok_and(|ago| ago > A_MOMENT);
        if *seen == Some(changed) && settled {
            return None;
        }
        match people(&self.folder) {
            Ok(people) => {
                *seen = Some(changed);
                Some(people)
            }
            Err(error) => {
                tracing::warn!(%error, "people's tokens could not be read");
                None
            }
        }
    }
}
