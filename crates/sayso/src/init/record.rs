//! What was written where, so that it can be undone.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

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

    /// Remembers what was written.
    pub(crate) fn wrote(&mut self, file: &Path, before: Option<String>, after: String) {
        let written = Written { before, after };
        self.files.insert(file.to_owned(), written);
    }

    /// It is undone.
    pub(crate) fn forget(&mut self, file: &Path) {
        self.files.remove(file);
    }

    pub(crate) fn save(&self, data: &Path) -> io::Result<()> {
        let text = serde_json::to_string_pretty(self).map_err(io::Error::other)?;
        super::write(&data.join("init.json"), Some(&text))
    }
}
