//! `cargo xtask bench`: builds the benches, and the binary they measure, as users get it, and runs them.

use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::run;

const BUILD: &[&str] = &[
    "build",
    "--release",
    "--package=sayso",
    "--package=sayso-bench",
    "--message-format=json-render-diagnostics",
];

pub(crate) fn bench(args: &[String]) -> Result<()> {
    let messages = run::output("cargo", BUILD)?;
    let bench = executable(&messages, "sayso-bench").context("cargo built no sayso-bench")?;
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    run::run(bench, &args)
}

/// Where cargo, in the messages of a build, says it put a binary.
fn executable(messages: &[u8], name: &str) -> Option<PathBuf> {
    serde_json::Deserializer::from_slice(messages)
        .into_iter::<Value>()
        .filter_map(Result::ok)
        .filter(|message| message["target"]["name"] == name)
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
}
