//! A folder that no name leads out of.
//!
//! Everything below is opened a step at a time from the folder's own handle, and no step follows a
//! link: neither `..` nor a link nor a folder that is swapped meanwhile leads anywhere else.

use std::ffi::{CString, OsStr, OsString};
use std::fs::{File, Metadata};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};

/// A folder that no name leads out of.
#[derive(Debug)]
pub(crate) struct Folder(OwnedFd);

/// Which file or folder it is, whatever it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity(u64, u64);

impl Identity {
    fn of(found: &Metadata) -> Self {
        Self(found.dev(), found.ino())
    }

    /// Of what is at a path; none when nothing is there.
    pub(crate) fn at(path: &Path) -> Option<Self> {
        path.metadata().ok().as_ref().map(Self::of)
    }
}

/// Something in a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Name {
    pub(crate) name: OsString,
    pub(crate) is_folder: bool,
}

/// A file's size, and when it was last written to in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) bytes: u64,
    pub(crate) at: i64,
}

impl Folder {
    /// Opens a folder that somebody named outright: here a link is followed.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let fd = rustix::fs::open(path, FOLDER, Mode::empty())?;
        Ok(Self(fd))
    }

    /// The file at a path of plain steps below it, unless one of these lies on the way or is it.
    pub(crate) fn file_at(self, path: &str, hidden: &[Identity]) -> io::Result<File> {
        let seen = |identity: Identity| match hidden.contains(&identity) {
            true => Err(io::Error::new(io::ErrorKind::NotFound, "hidden")),
            false => Ok(()),
        };
        let mut folder = self;
        let mut steps = path.split('/').filter(|step| *step != ".");
        let name = steps.next_back().unwrap_or_default();
        for step in steps {
            folder = folder.folder(step)?;
            let stat = rustix::fs::fstat(&folder.0)?;
            seen(Identity(stat.st_dev, stat.st_ino))?;
        }
        let file = folder.file(name)?;
        seen(Identity::of(&file.metadata()?))?;
        Ok(file)
    }

    /// A folder in it.
    pub(crate) fn folder(&self, name: impl AsRef<OsStr>) -> io::Result<Self> {
        let name = step(name.as_ref())?;
        let flags = FOLDER | OFlags::NOFOLLOW;
        Ok(Self(rustix::fs::openat(
            &self.0,
            name,
            flags,
            Mode::empty(),
        )?))
    }

    /// A file in it; nothing that is not plainly a file.
    pub(crate) fn file(&self, name: impl AsRef<OsStr>) -> io::Result<File> {
        let name = step(name.as_ref())?;
        // Without blocking, so that a pipe in a file's place holds nobody up.
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let fd = rustix::fs::openat(&self.0, name, flags, Mode::empty())?;
        plain_file(fd.into())
    }

    /// A file's size, and when it was last written to in milliseconds; none of what is no file.
    pub(crate) fn written(&self, name: impl AsRef<OsStr>) -> Option<Written> {
        let name = step(name.as_ref()).ok()?;
        let stat = rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW).ok()?;
        let is_file = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
        is_file.then(|| Written {
            bytes: u64::try_from(stat.st_size).unwrap_or(0),
            at: stat.st_mtime * 1_000 + i64::try_from(stat.st_mtime_nsec).unwrap_or(0) / 1_000_000,
        })
    }

    /// What is in it, at most so much, sorted. Links are left out.
    pub(crate) fn names(&self, most: usize) -> io::Result<Vec<Name>> {
        let mut names = Vec::new();
        for entry in Dir::read_from(self.0.as_fd())? {
            let entry = entry?;
            let name = OsString::from_vec(entry.file_name().to_bytes().to_vec());
            if name == "." || name == ".." {
                continue;
            }
            let kind = match entry.file_type() {
                FileType::Unknown => {
                    match rustix::fs::statat(&self.0, entry.file_name(), AtFlags::SYMLINK_NOFOLLOW)
                    {
                        Ok(stat) => FileType::from_raw_mode(stat.st_mode),
                        Err(_) => continue,
                    }
                }
                kind => kind,
            };
            if matches!(kind, FileType::Directory | FileType::RegularFile) {
                let is_folder = kind == FileType::Directory;
                names.push(Name { name, is_folder });
            }
            if names.len() >= most {
                break;
            }
        }
        names.sort_unstable();
        Ok(names)
    }
}

const FOLDER: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::CLOEXEC);

/// The file, if that is what it is.
pub(crate) fn plain_file(file: File) -> io::Result<File> {
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file"))
    }
}

/// One plain step.
fn step(name: &OsStr) -> io::Result<CString> {
    let bytes = name.as_bytes();
    let plain = !bytes.is_empty() && bytes != b"." && bytes != b".." && !bytes.contains(&b'/');
    let name = plain.then(|| CString::new(bytes).ok()).flatten();
    name.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "not a name"))
}
