//! The state of a project that templates are filled from: read, bounded, nothing run.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::git::Git;
use super::{glob, limits};
use crate::beneath::Folder;

/// A project's folder.
#[derive(Clone, Debug)]
pub struct Project {
    root: PathBuf,
}

/// Folders that hold what others made.
const PASSED_OVER: &[&str] = &["target", "node_modules"];

impl Project {
    /// The project that a folder belongs to: the nearest folder, from this one upwards, that has
    /// templates or is a repository; else this one.
    pub fn around(folder: &Path) -> Self {
        let is_root =
            |folder: &&Path| folder.join(".claude/skills").is_dir() || folder.join(".git").exists();
        let root = folder.ancestors().find(is_root).unwrap_or(folder);
        Self {
            root: root.to_owned(),
        }
    }

    /// Its folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    pub(super) fn name(&self) -> String {
        let name = self.root.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    pub(super) fn branch(&self) -> io::Result<String> {
        self.git()?.branch()
    }

    pub(super) fn branches(&self, most: usize) -> io::Result<Vec<String>> {
        self.git()?.names("heads", most)
    }

    pub(super) fn tags(&self, most: usize) -> io::Result<Vec<String>> {
        self.git()?.names("tags", most)
    }

    /// The files whose path fits, sorted. Hidden folders are looked into only when named.
    pub(super) fn files(&self, pattern: &str, most: usize) -> io::Result<Vec<String>> {
        let mut found = Vec::new();
        let mut looked_at = 0;
        let root = Folder::open(&self.root)?;
        search(&root, "", pattern, 0, &mut looked_at, &mut found);
        found.sort_unstable();
        found.truncate(most);
        Ok(found)
    }

    /// The first lines of a file beneath the root.
    pub(super) fn content(&self, path: &str, lines: usize) -> io::Result<String> {
        let file = Folder::open(&self.root)?
            .file_at(path, &[])
            .map_err(|error| io::Error::new(error.kind(), format!("{path}: {error}")))?;
        let mut bytes = Vec::new();
        file.take(limits::FILLED_BYTES as u64)
            .read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        let first: Vec<&str> = text.lines().take(lines).collect();
        Ok(first.join("\n"))
    }

    fn git(&self) -> io::Result<Git> {
        Git::of(&self.root).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => io::Error::new(error.kind(), "this is no git repository"),
            _ => error,
        })
    }
}

fn search(
    folder: &Folder,
    path: &str,
    pattern: &str,
    depth: usize,
    looked_at: &mut usize,
    found: &mut Vec<String>,
) {
    for entry in folder.names(limits::LOOKED_AT).unwrap_or_default() {
        *looked_at += 1;
        if *looked_at > limits::LOOKED_AT || depth > limits::DEPTH {
            return;
        }
        let Some(name) = entry.name.to_str() else {
            continue;
        };
        let path = format!("{path}{name}");
        if !entry.is_folder {
            if glob::fits(pattern, &path) {
                found.push(path);
            }
            continue;
        }
        let hidden = name.starts_with('.') || PASSED_OVER.contains(&name);
        let named = pattern.split('/').nth(depth) == Some(name);
        if let (true, Ok(below)) = (!hidden || named && name != ".git", folder.folder(name)) {
            search(
                &below,
                &format!("{path}/"),
                pattern,
                depth + 1,
                looked_at,
                found,
            );
        }
    }
}
