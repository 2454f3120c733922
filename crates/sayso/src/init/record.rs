//! What was written where, so that it can be undone.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::plan::Change;

/// What was written, by file.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Record {
    files: BTreeMap<PathBuf, Written>,
}

/// One file, before and after.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Written {
    /// None: there was no file.
    pub(crate) before: Option<String>,
    pub(crate) after: String,
}

impl Record {
    /// Reads it; empty when there is none.
    pub(crate) fn in_directory(data: &Path) -> io::Result<Self> {
        match fs::read_to_string(data.join("init.json")) {
            Ok(text) => serde_json::from_str(&text).map_err(io::Error::other),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn get(&self, file: &Path) -> Option<&Written> {
        self.files.get(file)
    }

    /// A file that is still as it was written goes back to what it was, to the letter.
    pub(crate) fn undo(&self, change: &mut Change) {
        let written = self.files.get(&change.file);
        let untouched = |written: &&Written| Some(&written.after) == change.before.as_ref();
        if let Some(written) = written.filter(untouched) {
            change.after.clone_from(&written.before);
        }
    }

    /// Remembers what was written, or that it is undone. The first writing knows what was there.
    pub(crate) fn note(&mut self, change: &Change, undo: bool) {
        let (before, after) = match (&change.after, undo) {
            (Some(after), false) => (change.before.clone(), after.clone()),
            _ => {
                self.files.remove(&change.file);
                return;
            }
        };
        let before = match self.files.get(&change.file) {
            Some(written) if Some(&written.after) == before.as_ref() => written.before.clone(),
            _ => before,
        };
        let written = Written { before, after };
        self.files.insert(change.file.clone(), written);
    }

    pub(crate) fn save(&self, data: &Path) -> io::Result<()> {
        let text = serde_json::to_string_pretty(self).map_err(io::Error::other)?;
        super::write(&data.join("init.json"), Some(&text))
    }
}
