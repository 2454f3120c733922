//! The person's own editor.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::signals::StopsAsUsual;
use crate::terminal::Terminal;

/// More than this is not read back.
const MOST: u64 = 1 << 20;

/// Lets the person write in their editor, and says what they wrote. `command` is what `EDITOR`
/// holds: a program, with arguments perhaps.
pub(crate) fn edit(
    command: &str,
    folder: &Path,
    terminal: &Terminal,
    words: &str,
) -> io::Result<String> {
    let path = folder.join(format!("answer-{}.txt", std::process::id()));
    let _ = fs::remove_file(&path);
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&path)?;
    file.write_all(words.as_bytes())?;
    drop(file);
    let written = run(command, &path, terminal).and_then(|()| {
        if fs::metadata(&path)?.len() > MOST {
            return Err(io::Error::other("the file is too long"));
        }
        fs::read_to_string(&path)
    });
    let _ = fs::remove_file(&path);
    written
}

fn run(command: &str, path: &Path, terminal: &Terminal) -> io::Result<()> {
    let tty = || terminal.file().try_clone().map(Stdio::from);
    // Ctrl-Z stops the editor and us with it, or the shell would wait for us, and we for the editor.
    let _stops = StopsAsUsual::begin();
    // By way of a shell, as everyone starts EDITOR: it may hold arguments and quotes.
    let status = Command::new("/bin/sh")
        .args(["-c", &format!("{command} \"$1\""), "sh"])
        .arg(path)
        .stdin(tty()?)
        .stdout(tty()?)
        .stderr(tty()?)
        .status()?;
    if status.success() {
        Ok(())
    } else {
        Err(io::Error::other(format!("the editor ended with {status}")))
    }
}
