//! The clients and the suite, in folders of their own below the build folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::build_folder;
use crate::run;

/// Pinned: they change weekly.
const PYTHON: &str = "mcp==2.3.0";
const CLIENTS: &[&str] = &[
    "@modelcontextprotocol/sdk@1.32.2",
    "@modelcontextprotocol/client@2.4.0",
];
/// The suite wants a newer Node than Debian's, which npm carries.
const SUITE: &[&str] = &[
    "@modelcontextprotocol/conformance@0.2.0-alpha.12",
    "node@24.21.0",
];

/// Where everything is.
pub(crate) struct Tools {
    pub(crate) folder: PathBuf,
    /// The interpreter that has the Python SDK.
    pub(crate) python: PathBuf,
    /// The folder that has the TypeScript SDKs.
    pub(crate) modules: PathBuf,
    /// The newer Node.
    pub(crate) node: PathBuf,
    /// The suite's program.
    pub(crate) suite: PathBuf,
}

pub(crate) fn install() -> Result<Tools> {
    let folder = build_folder().join("mcp");
    fs::create_dir_all(&folder).context("cannot create a folder for the clients")?;
    let python = folder.join("python");
    if !python.join("done").exists() {
        println!("installing the Python SDK");
        run::run("python3", &["-m", "venv", &python.to_string_lossy()])?;
        run::run(python.join("bin/pip"), &["install", "--quiet", PYTHON])?;
        fs::write(python.join("done"), PYTHON)?;
    }
    let modules = folder.join("node");
    npm(&modules, CLIENTS)?;
    let suite = folder.join("conformance");
    npm(&suite, SUITE)?;
    let inside = suite.join("node_modules");
    Ok(Tools {
        python: python.join("bin/python"),
        node: inside.join("node/bin/node"),
        suite: inside.join("@modelcontextprotocol/conformance/dist/index.js"),
        modules,
        folder,
    })
}

fn npm(folder: &Path, packages: &[&str]) -> Result<()> {
    let (done, wanted) = (folder.join("done"), packages.join(" "));
    if fs::read_to_string(&done).is_ok_and(|there| there == wanted) {
        return Ok(());
    }
    println!("installing {wanted}");
    fs::create_dir_all(folder)?;
    fs::write(folder.join("package.json"), "{\"private\":true}")?;
    let prefix = folder.to_string_lossy().into_owned();
    let mut args = vec!["install", "--no-audit", "--no-fund", "--prefix", &prefix];
    args.extend(packages);
    run::run("npm", &args)?;
    fs::write(done, wanted)?;
    Ok(())
}
