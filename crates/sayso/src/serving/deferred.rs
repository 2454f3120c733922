//! Runs that were put off until a question is answered.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sayso_core::id::InteractionId;
use sayso_desk::Handle;
use sayso_desk::store::Found;
use serde::{Deserialize, Serialize};

use super::hosting::{Begin, HostOrder, LINGER};
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
    /// Leaves it for the desk to resume.
    pub(crate) fn leave(&self, question: InteractionId, config: &Config) -> io::Result<()> {
        let folder = folder(config);
        fs::create_dir_all(&folder)?;
        let text = serde_json::to_string(self)?;
        fs::write(folder.join(question.to_string()), text)
    }

    /// Resumes those whose question is closed, hosted: with the same call, and no new prompt.
    pub(super) fn resume_all(handle: &Handle, config: &Config) {
        for entry in fs::read_dir(folder(config)).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let question = name.to_str().and_then(|name| name.parse().ok());
            if question.is_some_and(|question| is_closed(handle, question)) {
                resume(&entry.path(), config);
            }
        }
    }
}

fn is_closed(handle: &Handle, question: InteractionId) -> bool {
    matches!(handle.reader().find(question), Ok(Some(Found::Closed(_))))
}

/// Once: whoever takes the file away resumes it.
fn resume(path: &Path, config: &Config) {
    let text = fs::read_to_string(path).unwrap_or_default();
    if fs::remove_file(path).is_err() {
        return;
    }
    let Ok(deferred) = serde_json::from_str::<Deferred>(&text) else {
        return;
    };
    let order = HostOrder {
        session: deferred.session,
        begin: Some(Begin {
            program: config.claude.clone(),
            directory: deferred.directory,
            args: Vec::new(),
            resume: true,
            fork: None,
            earlier: Vec::new(),
            fork_at: None,
            prompt: None,
        }),
        linger: LINGER,
    };
    let _ = order.give(config);
}

fn folder(config: &Config) -> PathBuf {
    config.data.join("deferred")
}
