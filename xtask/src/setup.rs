//! `cargo xtask setup`: the programs that tests and benches start.

use anyhow::{Result, bail};

use crate::run;

/// Debian packages, each named after the one program that is needed from it.
const PACKAGES: &[&str] = &["dialog", "openssl", "strace", "tmux", "whiptail"];

/// Debian packages that only benches compare with. They leave a row out when it is not there.
const BENCH_PACKAGES: &[&str] = &["nginx", "libnginx-mod-nchan"];

pub(crate) fn setup(bench: bool) -> Result<()> {
    let mut missing: Vec<&str> = PACKAGES
        .iter()
        .copied()
        .filter(|name| !installed(name))
        .collect();
    // Its programs are off the PATH.
    if !own_postgres::is_installed() {
        missing.push("postgresql");
    }
    if bench {
        missing.extend(BENCH_PACKAGES.iter().filter(|name| !unpacked(name)));
    }
    if missing.is_empty() {
        println!("nothing to install: {} are there", PACKAGES.join(", "));
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
