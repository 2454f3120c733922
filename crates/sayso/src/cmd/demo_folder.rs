//! The folder of a demonstration, which is gone afterwards.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGHUP, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use tempfile::TempDir;

/// How long whoever is drawing may take to leave the terminal as it was.
const GRACE: Duration = Duration::from_millis(300);

/// A folder that is gone afterwards, also when the process is told to end. It is new and its
/// owner's alone: tokens that somebody laid there beforehand would be taken for ours.
pub(super) struct DemoFolder(TempDir);

impl DemoFolder {
    pub(super) fn new() -> io::Result<Self> {
        let folder = tempfile::Builder::new()
            .prefix("sayso-demo-")
            .permissions(Permissions::from_mode(0o700))
            .tempdir()?;
        if let Ok(signals) = Signals::new([SIGTERM, SIGHUP]) {
            let path = folder.path().to_owned();
            thread::spawn(move || end(signals, &path));
        }
        Ok(Self(folder))
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }
}

/// Ends as the signal would have, but with the folder gone.
fn end(mut signals: Signals, path: &Path) {
    if let Some(signal) = signals.forever().next() {
        thread::sleep(GRACE);
        let _ = std::fs::remove_dir_all(path);
        let _ = emulate_default_handler(signal);
    }
}
