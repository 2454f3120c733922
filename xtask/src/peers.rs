//! Programs that the benches compare with, below the build folder. What is not there is left out.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::run;

/// Pinned, so that two runs compare with the same.
const NODE: &str = "@inquirer/prompts@8.7.5";
const PYTHON: &str = "questionary==2.1.1";

pub(crate) fn install() -> Result<()> {
    let folder = crate::target().join("peers");
    fs::create_dir_all(&folder).context("cannot create a folder for the peers")?;
    node(&folder.join("node"))?;
    python(&folder.join("python"))?;
    ratatui(&folder.join("ratatui"))
}

fn node(folder: &Path) -> Result<()> {
    if folder.join("node_modules/@inquirer/prompts").exists() {
        return Ok(());
    }
    println!("installing {NODE}");
    fs::create_dir_all(folder)?;
    fs::write(folder.join("package.json"), "{\"private\":true}")?;
    let prefix = folder.to_string_lossy().into_owned();
    let args = [
        "install",
        "--no-audit",
        "--no-fund",
        "--prefix",
        &prefix,
        NODE,
    ];
    run::run("npm", &args)
}

fn python(folder: &Path) -> Result<()> {
    if folder.join("done").exists() {
        return Ok(());
    }
    println!("installing {PYTHON}");
    run::run("python3", &["-m", "venv", &folder.to_string_lossy()])?;
    run::run(folder.join("bin/pip"), &["install", "--quiet", PYTHON])?;
    Ok(fs::write(folder.join("done"), PYTHON)?)
}

/// A project of its own: nothing of it is built into anything of ours.
fn ratatui(folder: &Path) -> Result<()> {
    let manifest = crate::root().join("benches/bare-ratatui/Cargo.toml");
    let (manifest, target) = (manifest.to_string_lossy(), folder.to_string_lossy());
    let from = ["--manifest-path", &manifest, "--target-dir", &target];
    let mut args = vec!["build", "--release", "--locked"];
    args.extend(from);
    run::run("cargo", &args)
}
