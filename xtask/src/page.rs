//! The page: its types, its tests, what people do with it in a real Chromium, its pictures.

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};

use crate::run;

/// Where the pictures of the manual lie.
const PICTURES: &str = "docs/images";

/// Installs the page's packages, unless they are there.
pub(crate) fn packages() -> Result<()> {
    ensure!(
        run::answers("node", &["--version"]),
        "Node is not installed: the page is built with it; take 20.19 or later from your package \
         manager or from nodejs.org"
    );
    let changed = |path: &str| {
        let about = fs::metadata(crate::root().join("web").join(path));
        about.and_then(|about| about.modified()).ok()
    };
    let installed = changed("node_modules/.package-lock.json");
    if installed.is_some() && installed >= changed("package-lock.json") {
        return Ok(());
    }
    npm(&["ci", "--no-audit", "--no-fund"])
}

/// Everything that must hold of the page.
pub(crate) fn test() -> Result<()> {
    packages()?;
    npm(&["run", "--silent", "typecheck"])?;
    npm(&["run", "--silent", "test"])?;
    run::run("cargo", &["build", "--package", "sayso"])?;
    node("e2e/run.mjs", &[])
}

/// The page's budgets.
pub(crate) fn bench() -> Result<()> {
    packages()?;
    run::run("cargo", &["build", "--release", "--package", "sayso"])?;
    node("e2e/bench.mjs", &[])
}

/// Makes the pictures of the manual anew.
pub(crate) fn screenshots() -> Result<()> {
    packages()?;
    run::run("cargo", &["build", "--package", "sayso"])?;
    let pictures = crate::root().join(PICTURES);
    node("e2e/screenshots.mjs", &[&pictures.to_string_lossy()])
}

fn npm(args: &[&str]) -> Result<()> {
    let mut all = vec!["--prefix", "web"];
    all.extend(args);
    run::run("npm", &all)
}

fn node(script: &str, args: &[&str]) -> Result<()> {
    let script = Path::new("web").join(script);
    let script = script.to_string_lossy();
    let mut all = vec![&*script];
    all.extend(args);
    run::run("node", &all)
}
