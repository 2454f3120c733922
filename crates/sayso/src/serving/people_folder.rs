use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sayso_core::moment::Moment;
use sayso_desk::clock::wall_time;

use super::file_time::FileTime;
use super::people::is_name;
use super::tokens::{PEOPLE, read_or_make, read_whole};

/// Further people's tokens, a file each.
pub(crate) struct PeopleFolder {
    folder: PathBuf,
    /// What was there when it was last read, if a change after that shows.
    seen: Mutex<Option<Vec<Mark>>>,
}

impl PeopleFolder {
    pub(super) fn new(data: &Path) -> Self {
        Self {
            folder: data.join(PEOPLE),
            seen: Mutex::new(None),
        }
    }

    pub(super) fn token(&self, name: &str) -> io::Result<String> {
        match fs::DirBuilder::new().mode(0o700).create(&self.folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        read_or_make(&self.file(name))
    }

    pub(super) fn remove(&self, name: &str) -> io::Result<bool> {
        match fs::remove_file(self.file(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            removed => removed.map(|()| true),
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.token"))
    }

    /// All of them, if some came, went or got another token since this was last called. Whose file
    /// holds none has none; a folder that cannot be read leaves everything as it was.
    pub(super) fn changed(&self) -> Option<Vec<(String, String)>> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let read = marks(&self.folder).and_then(|marks| {
            if seen.as_ref() == Some(&marks) {
                return Ok(None);
            }
            let now = wall_time();
            let people = people(&self.folder)?;
            let settled = marks.iter().all(|mark| mark.is_settled(now));
            *seen = settled.then_some(marks);
            Ok(Some(people))
        });
        let people = read.unwrap_or_else(|error| {
            tracing::warn!(%error, "people's tokens could not be read");
            None
        })?;
        let good = people.into_iter().filter_map(|(name, token)| match token {
            Ok(token) => Some((name, token)),
            Err(error) => {
                tracing::warn!(%error, "somebody's token could not be read");
                None
            }
        });
        Some(good.collect())
    }
}

/// What shows that a file is still the one that was read.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    name: OsString,
    file: u64,
    changed: FileTime,
}

impl Mark {
    /// Of this file; none when there is none.
    fn of(folder: &Path, name: OsString) -> io::Result<Option<Self>> {
        match fs::metadata(folder.join(&name)) {
            Ok(found) => Ok(Some(Self {
                name,
                file: found.ino(),
                changed: FileTime::of(&found),
            })),
            // It was taken away just now; or is a link to nothing.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn is_settled(&self, now: Moment) -> bool {
        self.changed.is_settled(now)
    }
}

/// What can be seen of the files without reading them.
fn marks(folder: &Path) -> io::Result<Vec<Mark>> {
    let mut marks = Vec::new();
    for name in names(folder)? {
        marks.extend(Mark::of(folder, name)?);
    }
    marks.sort();
    Ok(marks)
}

/// The files in the folder; none when there is no folder.
fn names(folder: &Path) -> io::Result<Vec<OsString>> {
    match fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| Ok(entry?.file_name())).collect(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Who has a file there, and the token in it, if it is one.
fn people(folder: &Path) -> io::Result<Vec<(String, io::Result<String>)>> {
    let mut people = Vec::new();
    for file in names(folder)? {
        let name = file.to_str().and_then(|file| file.strip_suffix(".token"));
        if let Some(name) = name.filter(|name| is_name(name)) {
            match read_whole(&folder.join(&file)) {
                // It was taken away just now.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                token => people.push((name.to_owned(), token)),
            }
        }
    }
    Ok(people)
}

/// The same for a desk that starts: it says what is wrong instead of leaving somebody out.
pub(super) fn people_with_tokens(folder: &Path) -> io::Result<Vec<(String, String)>> {
    let people = people(folder)?.into_iter();
    people.map(|(name, token)| Ok((name, token?))).collect()
}
