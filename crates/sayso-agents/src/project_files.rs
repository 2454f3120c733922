//! Files of projects, read beneath the folders that the desk was told of and nowhere else.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sayso_core::project_files::{FILE_BYTES, FileRefusal, FileText, ProjectFiles};

use crate::beneath::Folder;

/// Reads files of the projects beneath these folders.
#[derive(Clone, Debug)]
pub struct DiskFiles {
    roots: Vec<PathBuf>,
}

impl DiskFiles {
    /// Beneath these.
    pub fn new(roots: Vec<PathBuf>) -> Self {
        Self { roots }
    }

    /// The project's own folder, if it lies beneath one of ours. The asker names it, and an asker
    /// may name anything: what counts is where it really lies.
    fn folder_of(&self, project: &str) -> Result<Folder, FileRefusal> {
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
        if !roots.into_iter().any(|root| real.starts_with(root)) {
            return Err(FileRefusal::NotOurs);
        }
        Folder::open(&real).map_err(refusal)
    }
}

impl ProjectFiles for DiskFiles {
    fn read(&self, project: &str, path: &str) -> Result<FileText, FileRefusal> {
        let mut folder = self.folder_of(project)?;
        let mut steps = path.split('/').filter(|step| *step != ".");
        let name = steps.next_back().unwrap_or_default();
        for step in steps {
            folder = folder.folder(step).map_err(refusal)?;
        }
        let file = folder.file(name).map_err(refusal)?;
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
