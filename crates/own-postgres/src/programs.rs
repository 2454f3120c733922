//! Where PostgreSQL's programs are, and as whom they run.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// Debian keeps each version's programs here, off the PATH.
const VERSIONS: &str = "/usr/lib/postgresql";

/// Whether there is a server to start.
pub fn is_installed() -> bool {
    folder().is_some_and(|folder| folder.join("initdb").is_file())
}

/// One of the programs that talk to a server, such as `pgbench`.
pub fn client(name: &str) -> Command {
    Command::new(path(name))
}

fn path(name: &str) -> PathBuf {
    folder().map_or_else(|| PathBuf::from(name), |folder| folder.join(name))
}

/// The programs of the newest version; none when they are on the PATH or nowhere.
fn folder() -> Option<PathBuf> {
    let version = |path: &PathBuf| -> Option<u32> { path.file_name()?.to_str()?.parse().ok() };
    let versions = std::fs::read_dir(VERSIONS).ok()?.flatten();
    let newest = versions
        .map(|entry| entry.path())
        .filter(|path| path.join("bin/postgres").is_file())
        .max_by_key(version)?;
    Some(newest.join("bin"))
}

/// A program of the server's, as somebody who is not root: it would refuse to run. It ends when
/// the thread that started it does, if it is to.
pub(crate) fn server_program(name: &str, dies_along: bool) -> Command {
    let mut command = Command::new("setpriv");
    if rustix::process::geteuid().is_root() {
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
    }
    if dies_along {
        command.args(["--pdeathsig", "QUIT"]);
    }
    command.arg(path(name));
    command
}

/// Makes a fresh cluster in this folder.
pub(crate) fn make_cluster(folder: &Path) -> Result<()> {
    if rustix::process::geteuid().is_root() {
        let owner = format!("{}:", "postgres");
        run(Command::new("chown").arg(owner).arg(folder))?;
    }
    let mut initdb = server_program("initdb", false);
    initdb
        .arg("-D")
        .arg(folder.join("data"))
        .args(["--no-sync", "--auth=trust", "--username=sayso"])
        .args(["--locale=C.UTF-8", "--encoding=UTF8"])
        .current_dir(folder);
    run(&mut initdb)
}

fn run(command: &mut Command) -> Result<()> {
    let output = command
        .output()
        .context("cannot start it; `cargo xtask setup` installs PostgreSQL")?;
    ensure!(
        output.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(())
}

/// Whether a server answers behind this socket.
pub(crate) fn answers(folder: &Path, port: u16) -> bool {
    let mut ready = client("pg_isready");
    ready.arg("-q").arg("-h").arg(folder);
    ready.args(["-p", &port.to_string()]);
    ready.status().is_ok_and(|status| status.success())
}

/// The address of a server by its socket.
pub(crate) fn url(folder: &Path, port: u16) -> String {
    let host = folder.display().to_string().replace('/', "%2F");
    format!("postgres://sayso@{host}:{port}/postgres")
}
