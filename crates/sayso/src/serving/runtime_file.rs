//! How commands find the desk that runs.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use serde_json::{Value, json};

/// How often the place is tried for, and how long one waits in between: who only looks holds the
/// lock for a moment too.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(10);

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
        for _ in 0..TRIES {
            let file = OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .mode(0o600)
                .open(&path)?;
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) if is_at(&file, &path) => {
                    // What a killed desk left behind must not be taken for ours.
                    file.set_len(0)?;
                    return Ok(Some(Self { path, file }));
                }
                // A desk that stopped has just taken it away.
                Ok(()) => {}
                Err(rustix::io::Errno::WOULDBLOCK) => thread::sleep(PAUSE),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(None)
    }

    /// Says where it listens.
    pub(crate) fn announce(&mut self, url: &str) -> io::Result<()> {
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

/// Whether the file still goes by this name.
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    match (file.metadata(), fs::metadata(path)) {
        (Ok(ours), Ok(there)) => (ours.dev(), ours.ino()) == (there.dev(), there.ino()),
        _ => false,
    }
}

impl Drop for RuntimeFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
