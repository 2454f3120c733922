//! The branches and tags of a repository, read from its own files. No program is started.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::limits;
use crate::beneath::Folder;

/// Bytes of a file that names a branch or another folder.
const SHORT: u64 = 4_096;

/// A repository: the folder of a working tree's own files, and the one that all its trees share.
#[derive(Debug)]
pub(super) struct Git {
    own: Folder,
    shared: Folder,
}

impl Git {
    /// The repository of a project.
    pub(super) fn of(project: &Path) -> io::Result<Self> {
        let inside = project.join(".git");
        // A tree of several has a file there that names its folder.
        let own = match std::fs::symlink_metadata(&inside)?.is_file() {
            false => inside,
            true => {
                let text = short(File::open(&inside)?)?;
                let named = text.strip_prefix("gitdir:").map(str::trim);
                let named = named.ok_or_else(|| other("not a repository"))?;
                resolved(project, named)
            }
        };
        let folder = Folder::open(&own)?;
        let shared = match folder.file("commondir").and_then(short) {
            Ok(named) => Folder::open(&resolved(&own, named.trim()))?,
            Err(_) => Folder::open(&own)?,
        };
        // Without it this is no repository, whatever named it.
        shared.file("HEAD")?;
        if shared.folder("reftable").is_ok() {
            return Err(other(
                "its branches are kept in a reftable, which is not read here",
            ));
        }
        Ok(Self {
            own: folder,
            shared,
        })
    }

    /// The branch that is checked out, or the beginning of the commit.
    pub(super) fn branch(&self) -> io::Result<String> {
        let head = short(self.own.file("HEAD")?)?;
        let head = head.trim();
        match head.strip_prefix("ref: refs/heads/") {
            Some(branch) => Ok(branch.to_owned()),
            None if head.len() >= 12 && head.bytes().all(|b| b.is_ascii_hexdigit()) => {
                Ok(head[..12].to_owned())
            }
            None => Err(other("its HEAD names no branch")),
        }
    }

    /// The names below `refs/heads` or `refs/tags`, loose and packed, sorted.
    pub(super) fn names(&self, kind: &str, most: usize) -> io::Result<Vec<String>> {
        let mut names = BTreeSet::new();
        if let Ok(loose) = self
            .shared
            .folder("refs")
            .and_then(|refs| refs.folder(kind))
        {
            let mut looked_at = 0;
            gather(&loose, "", 0, &mut looked_at, &mut names);
        }
        if let Ok(packed) = self.shared.file("packed-refs") {
            let mut text = String::new();
            packed
                .take(limits::PACKED_BYTES)
                .read_to_string(&mut text)?;
            let start = format!("refs/{kind}/");
            let packed = text.lines().filter_map(|line| line.split_once(' '));
            names.extend(
                packed
                    .filter_map(|(_, name)| name.strip_prefix(&start))
                    .map(str::to_owned),
            );
        }
        Ok(names.into_iter().take(most).collect())
    }
}

fn gather(
    folder: &Folder,
    path: &str,
    depth: usize,
    looked_at: &mut usize,
    names: &mut BTreeSet<String>,
) {
    for entry in folder.names(limits::LOOKED_AT).unwrap_or_default() {
        *looked_at += 1;
        let Some(name) = entry.name.to_str() else {
            continue;
        };
        if *looked_at > limits::LOOKED_AT || depth > limits::DEPTH {
            return;
        }
        let path = format!("{path}{name}");
        if !entry.is_folder {
            // What is being written has this ending.
            if !name.ends_with(".lock") {
                names.insert(path);
            }
        } else if let Ok(below) = folder.folder(name) {
            gather(&below, &format!("{path}/"), depth + 1, looked_at, names);
        }
    }
}

fn resolved(from: &Path, named: &str) -> PathBuf {
    from.join(named)
}

fn short(file: File) -> io::Result<String> {
    let mut text = String::new();
    file.take(SHORT).read_to_string(&mut text)?;
    Ok(text)
}

fn other(why: &str) -> io::Error {
    io::Error::other(why.to_owned())
}
