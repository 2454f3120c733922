//! `cargo xtask setup`: the programs that tests and benches start.

use anyhow::{Result, bail};

use crate::{agents, page, peers, run};

/// Debian packages, each beside the one program that is needed from it.
const PACKAGES: &[(&str, &str)] = &[
    ("chromium", "chromium"),
    ("dialog", "dialog"),
    ("iproute2", "ip"),
    ("npm", "npm"),
    ("openssl", "openssl"),
    ("strace", "strace"),
    ("tmux", "tmux"),
    ("whiptail", "whiptail"),
];

/// Debian packages that only benches compare with. They leave a row out when it is not there.
const BENCH_PACKAGES: &[&str] = &["fzf", "nginx", "libnginx-mod-nchan"];

pub(crate) fn setup(bench: bool) -> Result<()> {
    programs(bench)?;
    if bench {
        peers::install()?;
    }
    agents::install()?;
    page::packages()
}

fn programs(bench: bool) -> Result<()> {
    let mut missing: Vec<&str> = PACKAGES
        .iter()
        .filter(|(_, program)| !installed(program))
        .map(|(package, _)| *package)
        .collect();
    // Its programs are off the PATH.
    if !own_postgres::is_installed() {
        missing.push("postgresql");
    }
    if bench {
        missing.extend(BENCH_PACKAGES.iter().filter(|name| !unpacked(name)));
    }
    if missing.is_empty() {
        println!("nothing to install: all programs are there");
        return Ok(());
    }
    let list = missing.join(" ");
    if !rustix::process::geteuid().is_root() || !installed("apt-get") {
        bail!(
            "programs are not installed: {list}\n\
             install them with your package manager, e.g. `sudo apt-get install {list}`"
        );
    }
    println!("installing {list}");
    run::run("apt-get", &["update"])?;
    let mut install = vec!["install", "-y", "--no-install-recommends"];
    install.extend(missing);
    run::run("apt-get", &install)
}

fn installed(program: &str) -> bool {
    run::answers("sh", &["-c", "command -v \"$0\"", program])
}

/// Whether a package is there that brings no program of its name.
fn unpacked(package: &str) -> bool {
    run::answers("dpkg", &["--status", package])
}
