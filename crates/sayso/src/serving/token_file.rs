#[cfg(test)]
mod tests;

use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use sayso_core::moment::Moment;

use super::file_time::FileTime;
use super::tokens::read_open;

/// A file with a token that may become another at any time, which is looked at for every call. It is
/// kept open: to look up its name would take three times as long.
pub(super) struct TokenFile {
    path: PathBuf,
    seen: Seen,
}

/// What was there when it was last read.
enum Seen {
    /// Nobody knows.
    Unknown,
    Nothing,
    Something(Open),
}

/// A file that was read.
struct Open {
    file: File,
    changed: FileTime,
    /// Whether a change after it was read shows.
    settled: bool,
    read: Moment,
    /// Its name is that of a link, which may lead elsewhere without a trace on the file.
    linked: bool,
}

impl TokenFile {
    /// Has not been read yet.
    pub(super) fn new(path: PathBuf) -> Self {
        let seen = Seen::Unknown;
        Self { path, seen }
    }

    /// Whether it is certain that it holds what it held. What was put in its place, taken away or
    /// written over shows at once; only of one that was written over twice in a moment what it holds
    /// tells, and that is to be read once a millisecond, not for every call.
    pub(super) fn stands(&self, now: impl FnOnce() -> Moment) -> bool {
        match &self.seen {
            Seen::Unknown => false,
            Seen::Nothing => is_missing(&fs::metadata(&self.path)),
            Seen::Something(open) => {
                open.is_untouched()
                    && (open.settled || open.read == now())
                    && (!open.linked || open.has_name(&self.path))
            }
        }
    }

    /// Looks it up by its name: a folder may have been put in the place of another.
    pub(super) fn look_up(&mut self) {
        if let Seen::Something(open) = &self.seen
            && !open.has_name(&self.path)
        {
            self.seen = Seen::Unknown;
        }
    }

    /// The token in it; none when there is no file.
    pub(super) fn read(&mut self, now: Moment) -> io::Result<Option<String>> {
        self.seen = Seen::Unknown;
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.seen = Seen::Nothing;
                return Ok(None);
            }
            file => file?,
        };
        let changed = FileTime::of(&file.metadata()?);
        let linked = fs::symlink_metadata(&self.path)?.is_symlink();
        let token = read_open(&file, &self.path);
        self.seen = Seen::Something(Open {
            file,
            changed,
            settled: changed.is_settled(now),
            read: now,
            linked,
        });
        token.map(Some)
    }
}

impl Open {
    fn is_untouched(&self) -> bool {
        let found = self.file.metadata();
        found.is_ok_and(|found| found.nlink() > 0 && FileTime::of(&found) == self.changed)
    }

    /// Whether it is what is found there. What cannot be looked up is not known to be another.
    fn has_name(&self, path: &Path) -> bool {
        let which = |found: Metadata| (found.dev(), found.ino());
        match (self.file.metadata(), fs::metadata(path)) {
            (Ok(ours), Ok(found)) => which(ours) == which(found),
            (_, found) => !is_missing(&found),
        }
    }
}

fn is_missing(found: &io::Result<Metadata>) -> bool {
    let error = found.as_ref().err();
    error.is_some_and(|error| error.kind() == io::ErrorKind::NotFound)
}
