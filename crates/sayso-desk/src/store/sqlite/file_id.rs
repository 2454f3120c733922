//! Which file a name stands for.

use std::path::Path;

/// A file, whatever its name: another one under the same name is another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FileId {
    device: u64,
    number: u64,
}

impl FileId {
    /// The file that has this name now; none when there is none.
    ///
    /// Its times are not asked for. Who asks for them makes the system keep the next change of the
    /// file by the nanosecond, and then every sync writes them down: a second trip to the disk.
    #[cfg(target_os = "linux")]
    pub(super) fn of(path: &Path) -> Option<Self> {
        use rustix::fs::{AtFlags, CWD, StatxFlags, makedev, statx};

        let found = statx(CWD, path, AtFlags::empty(), StatxFlags::INO).ok()?;
        Some(Self {
            device: makedev(found.stx_dev_major, found.stx_dev_minor),
            number: found.stx_ino,
        })
    }

    /// The file that has this name now; none when there is none.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn of(path: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;

        let found = std::fs::metadata(path).ok()?;
        Some(Self {
            device: found.dev(),
            number: found.ino(),
        })
    }
}
