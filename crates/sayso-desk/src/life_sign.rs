//! A locked file by which others see that a process lives.

#[cfg(test)]
mod tests;

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};

/// A file that is locked as long as this process lives: the kernel lets go of it, however that ends. It is
/// removed when this is dropped.
#[derive(Debug)]
pub struct LifeSign {
    path: PathBuf,
    locked: File,
}

impl LifeSign {
    /// Makes the file, and its folder when that is not there, for the owner alone.
    pub fn at(path: PathBuf) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            let mut private = DirBuilder::new();
            private.recursive(true).mode(0o700).create(folder)?;
        }
        let mut private = OpenOptions::new();
        private.write(true).create_new(true).mode(0o600);
        // It has its name once it is locked: before that it would be taken for a dead one's.
        let unnamed = path.with_extension("new");
        let mut sign = Self {
            locked: private.open(&unnamed)?,
            path: unnamed,
        };
        flock(&sign.locked, FlockOperation::NonBlockingLockExclusive)?;
        fs::rename(&sign.path, &path)?;
        sign.path = path;
        Ok(sign)
    }

    /// Whether nobody lives who made this file. What cannot be looked at may well live.
    pub fn is_gone(path: &Path) -> bool {
        match File::open(path) {
            Ok(file) => flock(&file, FlockOperation::NonBlockingLockShared).is_ok(),
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        }
    }
}

impl Drop for LifeSign {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
