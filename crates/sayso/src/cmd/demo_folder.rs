//! The folder of a demonstration, which is gone afterwards.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGHUP, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

/// How long whoever is drawing may take to leave the terminal as it was.
const GRACE: Duration = Duration::from_millis(300);

/// A folder that is gone afterwards, also when the process is told to end.
pub(super) struct DemoFolder(PathBuf);

impl DemoFolder {
    pub(super) fn new() -> Self {
        let name = format!("sayso-demo-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        if let Ok(signals) = Signals::new([SIGTERM, SIGHUP]) {
            let path = path.clone();
            thread::spawn(move || end(signals, &path));
        }
        Self(path)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
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

impl Drop for DemoFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
