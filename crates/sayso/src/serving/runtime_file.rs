//! How commands find the desk that runs.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};
use serde_json::{Value, json};

/// Says where the desk of a data directory listens. It is locked as long as that desk runs, so a
/// file that a killed desk left behind is known for what it is.
pub(crate) struct RuntimeFile {
    path: PathBuf,
    file: File,
}

impl RuntimeFile {
    /// Takes the place of the desk of this directory; none when one runs already.
    pub(crate) fn take(data: &Path) -> io::Result<Option<Self>> {
        let path = data.join("desk.json");
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(&path)?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(Some(Self { path, file })),
            Err(rustix::io::Errno::WOULDBLOCK) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Says where it listens.
    pub(crate) fn announce(&mut self, url: &str) -> io::Result<()> {
        self.file.set_len(0)?;
        let text = json!({ "url": url, "pid": std::process::id() }).to_string();
        self.file.write_all(text.as_bytes())?;
        self.file.sync_all()
    }

    /// Where the desk of this directory listens, if it runs.
    pub(crate) fn find(data: &Path) -> Option<String> {
        let path = data.join("desk.json");
        let file = File::open(&path).ok()?;
        match flock(&file, FlockOperation::NonBlockingLockShared) {
            Err(rustix::io::Errno::WOULDBLOCK) => {}
            _ => return None,
        }
        let value: Value = serde_json::from_str(&fs::read_to_string(path).ok()?).ok()?;
        Some(value.get("url")?.as_str()?.to_owned())
    }
}

impl Drop for RuntimeFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
