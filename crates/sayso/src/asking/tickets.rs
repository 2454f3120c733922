//! Questions that were asked in an agent's shell and not collected before its limit.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use sayso_core::digest::Digest;
use sayso_core::id::InteractionId;

use crate::config::Config;

/// How long an answer waits for whoever asks the same again. `sayso wait` has no such limit.
const FRESH: Duration = Duration::from_secs(24 * 60 * 60);

/// Questions that were asked in an agent's shell and not collected before its limit. A model that
/// asks the same again, instead of collecting, is given the same question; once it has the answer,
/// asking again is asking anew.
pub(crate) struct Tickets {
    folder: PathBuf,
}

impl Tickets {
    /// Those of this user.
    pub(crate) fn of(config: &Config) -> Self {
        Self {
            folder: config.data.join("tickets"),
        }
    }

    /// What names a question of this session.
    pub(crate) fn name(session: &str, question: Digest) -> String {
        Digest::of(&[session.as_bytes(), &question.0]).to_string()
    }

    /// The interaction that waits to be collected under this name, and whether what was answered
    /// to it may still be handed out.
    pub(crate) fn find(&self, name: &str) -> Option<(InteractionId, bool)> {
        let path = self.folder.join(name);
        let text = fs::read_to_string(&path).ok()?;
        let left = fs::metadata(&path).and_then(|file| file.modified()).ok()?;
        let fresh = left.elapsed().is_ok_and(|age| age < FRESH);
        Some((text.trim().parse().ok()?, fresh))
    }

    /// Leaves it to be collected.
    pub(crate) fn leave(&self, name: &str, id: InteractionId) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        fs::write(self.folder.join(name), id.to_string())
    }

    /// It is collected.
    pub(crate) fn collected(&self, id: InteractionId) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            let of_it = fs::read_to_string(&path).is_ok_and(|text| text.trim() == id.to_string());
            if of_it {
                let _ = fs::remove_file(path);
            }
        }
    }
}
