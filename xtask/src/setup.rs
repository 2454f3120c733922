//! `cargo xtask setup`: the programs that tests and benches start.

use anyhow::{Result, bail};

use crate::run;

/// Debian packages, each named after the one program that is needed from it.
const PACKAGES: &[&str] = &["dialog", "strace", "tmux", "whiptail"];

pub(crate) fn setup() -> Result<()> {
    let missing: Vec<&str> = PACKAGES
        .iter()
        .copied()
        .filter(|name| !installed(name))
        .collect();
    if missing.is_empty() {
        println!("nothing to install: {} are there", PACKAGES.join(", "));
        return Ok(());
    }
    let list = missing.join(" ");
    if !rustix::process::geteuid().is_root() || !installed("apt-get") {
        bail!(
            "the tests need programs that are not installed: {list}\n\
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
