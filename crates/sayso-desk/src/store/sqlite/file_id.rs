//! Which file a name stands for.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// A file, whatever its name: another one under the same name is another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileId {
    device: u64,
    number: u64,
}

impl FileId {
    /// The file that has this name now; none when there is none.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let found = fs::metadata(path).ok()?;
        Some(Self {
            device: found.dev(),
            number: found.ino(),
        })
    }
}
