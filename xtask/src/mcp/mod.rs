//! `cargo xtask mcp`: the official conformance suite, and real clients, against the MCP server.

mod case;
mod clients;
mod conformance;
mod desk;
mod era;
mod install;
mod player;
mod scene;

use std::path::PathBuf;

use anyhow::Result;

pub(crate) fn mcp() -> Result<()> {
    let tools = install::install()?;
    clients::clients(&tools)?;
    conformance::conformance(&tools)
}

/// Where cargo builds.
fn build_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| crate::root().join("target"), PathBuf::from)
}

/// A file of this folder.
fn source(name: &str) -> PathBuf {
    crate::root().join("xtask/src/mcp").join(name)
}
