use std::fs;

use anyhow::{Context, Result};

use crate::file::File;
use crate::run;

/// The text files that git tracks, or would track: what a reader of the repository sees.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) files: Vec<File>,
}

impl Tree {
    pub(crate) fn tracked() -> Result<Self> {
        let listing = run::output(
            "git",
            &[
                "ls-files",
                "-z",
                "--cached",
                "--others",
                "--exclude-standard",
            ],
        )?;
        let listing = String::from_utf8(listing).context("git lists a path that is not UTF-8")?;
        let files = listing
            .split_terminator('\0')
            .filter_map(|path| {
                // A file that is gone, or is not text, has no lines to judge.
                let text = fs::read_to_string(crate::root().join(path)).ok()?;
                let path = path.to_owned();
                Some(File { path, text })
            })
            .collect();
        Ok(Self { files })
    }

    pub(crate) fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }
}
