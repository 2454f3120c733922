//! Login codes and sessions of a desk that is alone.

use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sayso_core::moment::Moment;
use sayso_desk::store::{LoginCodes, LoginSession, LoginSessions, StoreError};

use super::same;
use crate::private_file;

/// Login codes outstanding at once.
const CODES: usize = 16;

/// Login codes and sessions of a desk that is alone. Codes do not outlive the process; sessions do,
/// when there is a file for them.
#[derive(Default)]
pub(super) struct OwnLogins {
    codes: Mutex<Vec<(String, Moment)>>,
    sessions: Mutex<Vec<LoginSession>>,
    file: Option<PathBuf>,
}

impl OwnLogins {
    /// With the sessions of this file, which is made when it is first needed.
    pub(super) fn in_file(file: PathBuf) -> io::Result<Self> {
        let sessions = match std::fs::read(&file) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| {
                let text = format!(
                    "{} does not list login sessions ({error}); remove it, and sign in again",
                    file.display()
                );
                io::Error::new(io::ErrorKind::InvalidData, text)
            })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        Ok(Self {
            codes: Mutex::default(),
            sessions: Mutex::new(sessions),
            file: Some(file),
        })
    }

    fn codes(&self) -> MutexGuard<'_, Vec<(String, Moment)>> {
        self.codes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sessions(&self) -> MutexGuard<'_, Vec<LoginSession>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the list. What could not be written is not changed.
    fn change(&self, change: impl FnOnce(&mut Vec<LoginSession>)) -> Result<(), StoreError> {
        let mut sessions = self.sessions();
        let mut changed = sessions.clone();
        change(&mut changed);
        if let Some(file) = &self.file {
            let text = serde_json::to_vec_pretty(&changed).map_err(io::Error::from);
            let written = text.and_then(|text| private_file::replace(file, &text));
            written.map_err(|error| match error.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                    StoreError::Full(error.to_string())
                }
                _ => StoreError::Io(format!("{}: {error}", file.display())),
            })?;
        }
        *sessions = changed;
        Ok(())
    }
}

impl LoginCodes for OwnLogins {
    fn keep(&self, code: &str, until: Moment) -> Result<(), StoreError> {
        let mut codes = self.codes();
        if codes.len() >= CODES {
            codes.remove(0);
        }
        codes.push((code.to_owned(), until));
        Ok(())
    }

    fn spend(&self, code: &str, now: Moment) -> Result<bool, StoreError> {
        let mut codes = self.codes();
        let place = codes
            .iter()
            .position(|(known, until)| same(known, code) && now <= *until);
        Ok(place.map(|place| codes.remove(place)).is_some())
    }
}

impl LoginSessions for OwnLogins {
    fn add(&self, session: &LoginSession, now: Moment) -> Result<(), StoreError> {
        self.change(|sessions| {
            sessions.retain(|one| one.until >= now);
            sessions.insert(0, session.clone());
        })
    }

    fn list(&self) -> Result<Vec<LoginSession>, StoreError> {
        Ok(self.sessions().clone())
    }

    fn revoke(&self, id: &str) -> Result<(), StoreError> {
        self.change(|sessions| {
            for one in sessions.iter_mut().filter(|one| one.id == id) {
                one.revoked = true;
            }
        })
    }

    fn revoked(&self) -> Result<Vec<String>, StoreError> {
        let sessions = self.sessions();
        let revoked = sessions.iter().filter(|one| one.revoked);
        Ok(revoked.map(|one| one.id.clone()).collect())
    }
}
