//! A run that was put off until a question is answered.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;

use rustix::fs::{FlockOperation, flock};
use sayso_core::id::InteractionId;
use serde::{Deserialize, Serialize};

use super::runtime_file::is_at;
use crate::config::Config;

/// A run that was put off: its process has ended, and its question is at the desk.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Deferred {
    /// The agent's session.
    pub(crate) session: String,
    /// Where it worked.
    pub(crate) directory: Option<PathBuf>,
}

impl Deferred {
    /// Leaves it for the desk to resume. It gets its name when it is whole.
    pub(crate) fn leave(&self, question: InteractionId, config: &Config) -> io::Result<()> {
        let folder = folder(config);
        fs::create_dir_all(&folder)?;
        let half = folder.join(format!("{question}.{}.half", std::process::id()));
        fs::write(&half, serde_json::to_string(self)?)?;
        fs::rename(half, folder.join(question.to_string()))
    }

    /// The questions that runs were put off for.
    pub(super) fn questions(config: &Config) -> Vec<InteractionId> {
        let entries = fs::read_dir(folder(config)).into_iter().flatten().flatten();
        let question = |entry: fs::DirEntry| entry.file_name().to_str()?.parse().ok();
        entries.filter_map(question).collect()
    }
}

/// A run that this process alone takes up, as long as it holds this.
pub(super) struct Claimed {
    pub(super) deferred: Deferred,
    path: PathBuf,
    _locked: File,
}

impl Claimed {
    /// Of this question; none when another process has it, or had it.
    pub(super) fn of(question: InteractionId, config: &Config) -> io::Result<Option<Self>> {
        let path = folder(config).join(question.to_string());
        let file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file?,
        };
        let ours = flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok();
        if !ours || !is_at(&file, &path) {
            return Ok(None);
        }
        Ok(Some(Self {
            deferred: serde_json::from_reader(&file)?,
            path,
            _locked: file,
        }))
    }

    /// It goes on: nobody need take it up any more.
    pub(super) fn done(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }
}

fn folder(config: &Config) -> PathBuf {
    config.data.join("deferred")
}
