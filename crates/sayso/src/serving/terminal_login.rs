//! A terminal's login at a desk: a private file in the data directory, one for each desk.

use std::fs;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use sayso_core::digest::Digest;
use sayso_core::moment::Moment;
use sayso_desk::clock::wall_time;
use sayso_desk::remote::RemoteLogin;
use sayso_term::Terminal;
use serde::{Deserialize, Serialize};

use super::tokens::{read_whole, replace};

/// The folder of these files.
const FOLDER: &str = "signed-in";

/// What `sayso login` got at a desk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TerminalLogin {
    /// The desk.
    url: String,
    /// The id of the session.
    pub(crate) id: String,
    /// What lets the person in.
    pub(crate) token: String,
    /// When it must be made again.
    until: Moment,
    /// The terminal that it was made at.
    terminal: Option<i32>,
}

impl TerminalLogin {
    /// Made at this terminal.
    pub(crate) fn new(url: &str, login: RemoteLogin, terminal: &Terminal) -> Self {
        Self {
            url: plain(url),
            id: login.id,
            token: login.token,
            until: login.until,
            terminal: terminal.number(),
        }
    }

    /// The login at this desk, if there is one that has not expired.
    pub(crate) fn find(data: &Path, url: &str) -> Option<Self> {
        let text = read_whole(&file(data, url)).ok()?;
        let login: Self = serde_json::from_str(&text).ok()?;
        (login.url == plain(url) && wall_time() <= login.until).then_some(login)
    }

    /// Keeps it for the commands that follow.
    pub(crate) fn keep(&self, data: &Path) -> io::Result<()> {
        match fs::DirBuilder::new().mode(0o700).create(data.join(FOLDER)) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        let text = serde_json::to_string(self)?;
        replace(&file(data, &self.url), &text)
    }

    /// Forgets it.
    pub(crate) fn forget(&self, data: &Path) {
        let _ = fs::remove_file(file(data, &self.url));
    }

    /// Whether it was made at the terminal that controls this process. Other programs of the same
    /// user can read the file, but they do not run at that terminal.
    pub(crate) fn is_of_this_terminal(&self) -> bool {
        let here = Terminal::open().ok().and_then(|terminal| terminal.number());
        here.is_some() && here == self.terminal
    }
}

fn file(data: &Path, url: &str) -> PathBuf {
    let name = Digest::of(&[plain(url).as_bytes()]).to_string();
    data.join(FOLDER).join(format!("{}.json", &name[..16]))
}

/// The address of a desk, however it was typed.
pub(crate) fn plain(url: &str) -> String {
    let url = url.trim_end_matches('/').to_ascii_lowercase();
    url.replacen("//localhost:", "//127.0.0.1:", 1)
}
