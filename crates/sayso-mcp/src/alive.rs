//! Which askers still live, told across processes by a locked file.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{FlockOperation, flock};
use sayso_core::id::{InteractionId, SessionId};
use sayso_desk::LifeSign;
use uuid::Uuid;

/// How the sessions of MCP clients begin, when the client names none.
const PREFIX: &str = "mcp-";

/// This process, as one that asks. Its file is locked as long as it lives.
#[derive(Debug)]
pub(crate) struct Alive {
    name: String,
    folder: PathBuf,
    _sign: Option<LifeSign>,
    /// Questions of the dead that this process took up.
    taken: Mutex<HashMap<InteractionId, File>>,
}

impl Alive {
    /// Takes a name. Without the file others would think it dead, and take up what it waits for: then
    /// its name is one that nobody ever thinks dead.
    pub(crate) fn in_directory(data: &Path) -> Self {
        let mut name = Uuid::now_v7().simple().to_string();
        let folder = data.join("mcp-alive");
        let sign = LifeSign::at(folder.join(&name)).ok();
        if sign.is_none() {
            name.insert(0, '_');
        }
        Self {
            name,
            folder,
            _sign: sign,
            taken: Mutex::default(),
        }
    }

    /// Takes up a question whose asker died, unless one that lives did so before: what a person
    /// answers is for one.
    pub(crate) fn takes_up(&self, interaction: InteractionId) -> bool {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.contains_key(&interaction) {
            return false;
        }
        let path = self.taken_path(interaction);
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(&path);
        let Ok(file) = file else {
            return false;
        };
        // One that was locked, but is the name's no more, was given back a moment ago.
        let same = |file: &File| {
            let (ours, named) = (file.metadata().ok()?, fs::metadata(&path).ok()?);
            Some((ours.dev(), ours.ino()) == (named.dev(), named.ino()))
        };
        let ours = flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok()
            && same(&file) == Some(true);
        if ours {
            taken.insert(interaction, file);
        }
        ours
    }

    fn taken_path(&self, interaction: InteractionId) -> PathBuf {
        self.folder.join(format!("{interaction}.taken"))
    }

    /// A session of this process.
    pub(crate) fn session(&self, part: &str) -> SessionId {
        SessionId::new(format!("{PREFIX}{}{part}", self.name))
    }

    /// Whether a session is one that a process like this made.
    pub(crate) fn made(session: &SessionId) -> bool {
        session.as_str().starts_with(PREFIX)
    }

    /// Whether nobody waits in this session any more: the process that asked has died.
    pub(crate) fn is_orphan(&self, session: &SessionId) -> bool {
        let Some(name) = session
            .as_str()
            .strip_prefix(PREFIX)
            .and_then(|n| n.get(..32))
        else {
            return false;
        };
        if name == self.name || !name.bytes().all(|b| b.is_ascii_hexdigit()) {
            return false;
        }
        let path = self.folder.join(name);
        let gone = LifeSign::is_gone(&path);
        if gone {
            let _ = fs::remove_file(path);
        }
        gone
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        let taken = self.taken.get_mut();
        let taken = taken.unwrap_or_else(PoisonError::into_inner);
        for (interaction, _locked) in std::mem::take(taken) {
            let _ = fs::remove_file(self.taken_path(interaction));
        }
    }
}
