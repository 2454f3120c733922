//! `cargo xtask cluster`: PostgreSQL and some nodes behind a small balancer, on this machine.

mod balancer;
#[cfg(test)]
mod tests;

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use own_postgres::Server;

use crate::run;
use balancer::Balancer;

/// How often one looks at what cannot be waited for.
const LOOK: Duration = Duration::from_millis(50);
/// Looks until a node must be there.
const LOOKS: u32 = 400;

/// Runs until it is interrupted; then all of it is gone.
pub(crate) fn cluster(listen: SocketAddr, nodes: usize, release: bool) -> Result<()> {
    let mut build = vec!["build", "--quiet", "--package", "sayso"];
    build.extend(release.then_some("--release"));
    run::run("cargo", &build)?;
    let program = build_folder().join(if release { "release" } else { "debug" });
    let listener =
        TcpListener::bind(listen).with_context(|| format!("cannot listen on {listen}"))?;
    let listen = listener.local_addr()?;
    let server = Server::start(&["max_connections=200"])?;
    println!("PostgreSQL  psql -d '{}'", server.url());
    let mut running = Vec::new();
    let key = server.folder().join("secrets.key");
    fs::write(&key, a_key())?;
    for n in 1..=nodes {
        let data = server.folder().join(format!("node{n}"));
        let node = Node::start(&program.join("sayso"), data, &server.url(), &key, listen)?;
        println!(
            "node {n}      http://{}  pid {}",
            node.address,
            node.process.id()
        );
        running.push(node);
    }
    let data = running.first().map(|node| node.data.display().to_string());
    println!("balancer    http://{listen}");
    println!("\nexport SAYSO_DESK=http://{listen}");
    println!(
        "export SAYSO_TOKEN=$(cat {}/person.token)",
        data.unwrap_or_default()
    );
    println!("\nKill a node, freeze it, restart it; Ctrl-C ends all.");
    let balancer = Balancer::new(running.iter().map(|node| node.address).collect());
    thread::spawn(move || balancer.run(&listener));
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, stop.clone())?;
    }
    while !stop.load(Ordering::Relaxed) {
        thread::sleep(LOOK);
    }
    Ok(())
}

/// The key of secret words, for a cluster that is gone tomorrow.
fn a_key() -> String {
    let half = || uuid::Uuid::new_v4().simple().to_string();
    half() + &half()
}

fn build_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| crate::root().join("target"), PathBuf::from)
}

/// A node, killed when dropped: nothing it holds matters.
struct Node {
    process: Child,
    address: SocketAddr,
    data: PathBuf,
}

impl Node {
    fn start(
        sayso: &Path,
        data: PathBuf,
        store: &str,
        key: &Path,
        balancer: SocketAddr,
    ) -> Result<Self> {
        let port = balancer.port();
        let mut command = Command::new("setpriv");
        // By the environment: it would be seen among the arguments.
        command
            .args(["--pdeathsig", "TERM"])
            .arg(sayso)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(["--host", &balancer.to_string()])
            .args(["--host", &format!("localhost:{port}")])
            .env("SAYSO_DATA", &data)
            .env("SAYSO_STORE", store)
            .env("SAYSO_SECRETS_KEY", key)
            .stdin(Stdio::null())
            .stderr(Stdio::null());
        let mut process = command.spawn().context("cannot start sayso")?;
        for _ in 0..LOOKS {
            if let Some(address) = address(&data) {
                return Ok(Self {
                    process,
                    address,
                    data,
                });
            }
            if process.try_wait()?.is_some() {
                break;
            }
            thread::sleep(LOOK);
        }
        bail!("no node comes up on {store}")
    }
}

/// Where the node of this directory says that it listens.
fn address(data: &Path) -> Option<SocketAddr> {
    let text = fs::read(data.join("desk.json")).ok()?;
    let said: serde_json::Value = serde_json::from_slice(&text).ok()?;
    said["url"].as_str()?.strip_prefix("http://")?.parse().ok()
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
