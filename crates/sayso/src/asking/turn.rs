//! One panel at a time on a terminal.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};

/// How long one waits before looking again.
const LOOK: Duration = Duration::from_millis(50);

/// The right to draw on a terminal. Others who want to draw there wait until this is dropped; it
/// also ends with the process.
#[derive(Debug)]
pub(crate) struct Turn {
    path: PathBuf,
    _file: File,
}

impl Turn {
    /// Waits for one's turn at the terminal of this number. None when `over` says that there is
    /// nothing to draw any more. Where no lock can be had one goes on without.
    pub(crate) fn wait(
        folder: &Path,
        terminal: i32,
        over: &mut dyn FnMut() -> bool,
    ) -> Option<Option<Self>> {
        let path = folder.join(format!("panel-{terminal}.lock"));
        loop {
            let mut options = OpenOptions::new();
            options.create(true).truncate(false).write(true).mode(0o600);
            let Ok(file) = options.open(&path) else {
                return Some(None);
            };
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                // Whoever had it may have taken the file away in between.
                Ok(()) if is_at(&file, &path) => return Some(Some(Self { path, _file: file })),
                Ok(()) => continue,
                Err(rustix::io::Errno::WOULDBLOCK) => {}
                Err(_) => return Some(None),
            }
            if over() {
                return None;
            }
            thread::sleep(LOOK);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

fn is_at(file: &File, path: &Path) -> bool {
    let number = |meta: std::fs::Metadata| (meta.dev(), meta.ino());
    let here = file.metadata().map(number).ok();
    here.is_some() && here == std::fs::metadata(path).map(number).ok()
}
