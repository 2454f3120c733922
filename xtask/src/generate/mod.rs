//! `cargo xtask generate`: files made from the Rust types, and the check that they have not drifted.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// A path relative to the root of the workspace, and the contents that belong there.
type Generated = (String, String);

pub(crate) fn generate() -> Result<()> {
    let files = files();
    for (path, contents) in drifted(crate::root(), &files) {
        write(&crate::root().join(path), contents)?;
        println!("wrote {path}");
    }
    Ok(())
}

pub(crate) fn check() -> Result<()> {
    let files = files();
    let drifted = drifted(crate::root(), &files);
    if drifted.is_empty() {
        println!("{} generated files are up to date", files.len());
        return Ok(());
    }
    let paths: Vec<&str> = drifted.iter().map(|(path, _)| path.as_str()).collect();
    bail!(
        "generated files differ from the Rust types: {}\nrun `cargo xtask generate`",
        paths.join(", ")
    );
}

/// Everything that is generated.
fn files() -> Vec<Generated> {
    let mut files = sayso_core::schema::files();
    files.push(("schema/openapi.json".into(), sayso_web::openapi::document()));
    files
}

/// The files whose contents on disk are not the ones that belong there.
fn drifted<'a>(root: &Path, files: &'a [Generated]) -> Vec<&'a Generated> {
    files
        .iter()
        .filter(|(path, contents)| {
            fs::read_to_string(root.join(path)).ok().as_ref() != Some(contents)
        })
        .collect()
}

fn write(path: &Path, contents: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    fs::write(path, contents).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests;
