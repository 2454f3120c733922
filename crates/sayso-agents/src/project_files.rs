//! Files of projects, read beneath the folders that the desk was told of and nowhere else.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sayso_core::project_files::{FILE_BYTES, FileRefusal, FileText, ProjectFiles};

use crate::beneath::{Folder, Identity};

/// Reads files of the projects beneath these folders.
#[derive(Clone, Debug)]
pub struct DiskFiles {
    roots: Vec<PathBuf>,
    hidden: Vec<PathBuf>,
}

impl DiskFiles {
    /// Beneath these.
    pub fn new(roots: Vec<PathBuf>) -> Self {
        Self {
            roots,
            hidden: Vec::new(),
        }
    }

    /// Without these files and folders and what lies in them, wherever they lie.
    pub fn without(mut self, hidden: Vec<PathBuf>) -> Self {
        self.hidden = hidden;
        self
    }

    /// Opens a file of a project.
    pub fn open(&self, project: &str, path: &str) -> Result<File, FileRefusal> {
        let hidden: Vec<Identity> = self.hidden.iter().filter_map(|p| Identity::at(p)).collect();
        let folder = self.folder_of(project, &hidden)?;
        folder.file_at(path, &hidden).map_err(refusal)
    }

    /// The project's own folder, if it lies beneath one of ours. The asker names it, and an asker
    /// may name anything: what counts is where it really lies.
    fn folder_of(&self, project: &str, hidden: &[Identity]) -> Result<Folder, FileRefusal> {
        let named = Path::new(project);
        let real = named
            .is_absolute()
            .then(|| named.canonicalize().ok())
            .flatten()
            .ok_or(FileRefusal::NotOurs)?;
        let roots = self
            .roots
            .iter()
            .filter_map(|root| root.canonicalize().ok());
        let shared = roots.into_iter().any(|root| real.starts_with(root));
        let mut above = real.ancestors().filter_map(Identity::at);
        if !shared || above.any(|folder| hidden.contains(&folder)) {
            return Err(FileRefusal::NotOurs);
        }
        Folder::open(&real).map_err(refusal)
    }
}

impl ProjectFiles for DiskFiles {
    fn read(&self, project: &str, path: &str) -> Result<FileText, FileRefusal> {
        let file = self.open(project, path)?;
        let size = file.metadata().map_err(refusal)?.len();
        let mut bytes = Vec::new();
        let most = FILE_BYTES as u64 + 1;
        file.take(most).read_to_end(&mut bytes).map_err(refusal)?;
        let cut = bytes.len() > FILE_BYTES;
        bytes.truncate(FILE_BYTES);
        if bytes.contains(&0) {
            return Err(FileRefusal::NotText);
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(FileText {
            path: path.to_owned(),
            text,
            bytes: size,
            cut,
        })
    }
}

/// What is a link, a folder or a pipe is no file; nobody learns which.
fn refusal(error: io::Error) -> FileRefusal {
    match error.kind() {
        io::ErrorKind::PermissionDenied => FileRefusal::Failed(error.to_string()),
        _ => FileRefusal::NotFound,
    }
}
