//! The desk as its users start it: `sayso serve`, with its log and its files of tokens.

use std::fs::OpenOptions;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use super::serve::{AGENT, PERSON};
use super::server::Server;
use crate::settings::beside_us;

/// Whether it was built.
pub(super) fn is_there() -> bool {
    beside_us("sayso").is_ok_and(|program| program.is_file())
}

/// Starts it in this folder.
pub(super) fn start(folder: &Path) -> Result<Server> {
    for (file, token) in [("person.token", PERSON), ("agent.token", AGENT)] {
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(folder.join(file))?;
        file.write_all(token.as_bytes())?;
    }
    let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
    let child = Command::new(beside_us("sayso")?)
        .args(["serve", "--listen", &address.to_string()])
        .env("SAYSO_DATA", folder)
        .env_remove("SAYSO_STORE")
        .env_remove("SAYSO_LOG")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("cannot start sayso")?;
    Server::once_reached(child, address)
}
