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
        #[cfg(target_os = "linux")]
        if let Some(found) = Self::without_times(path) {
            return Some(found);
        }
        let found = fs::metadata(path).ok()?;
        Some(Self {
            device: found.dev(),
            number: found.ino(),
        })
    }

    /// The same, without asking for its times. Who asks for them makes the system keep the next
    /// change of the file by the nanosecond, and then every sync writes them down: a second trip to
    /// the disk. Some containers do not let one ask like this.
    #[cfg(target_os = "linux")]
    fn without_times(path: &Path) -> Option<Self> {
        use rustix::fs::{AtFlags, CWD, StatxFlags, makedev, statx};

        let found = statx(CWD, path, AtFlags::empty(), StatxFlags::INO).ok()?;
        Some(Self {
            device: makedev(found.stx_dev_major, found.stx_dev_minor),
            number: found.stx_ino,
        })
    }
}
