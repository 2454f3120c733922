//! `cargo xtask test`: everything that must hold, in the order in which it fails fastest.

use std::time::Instant;

use anyhow::{Context, Result};

use crate::{generate, http_fuzz, mcp, page, run, setup, tidy};

const CLIPPY: &[&str] = &[
    "clippy",
    "--workspace",
    "--all-targets",
    "--all-features",
    "--",
    "-D",
    "warnings",
];

struct Step {
    name: &'static str,
    /// The command that runs this step alone.
    rerun: &'static str,
    run: fn() -> Result<()>,
}

const STEPS: &[Step] = &[
    Step {
        name: "setup",
        rerun: "cargo xtask setup",
        run: || setup::setup(false),
    },
    Step {
        name: "format",
        rerun: "cargo fmt --all --check",
        run: || run::run("cargo", &["fmt", "--all", "--check"]),
    },
    Step {
        name: "clippy",
        rerun: "cargo clippy --workspace --all-targets --all-features -- -D warnings",
        run: || run::run("cargo", CLIPPY),
    },
    Step {
        name: "tests",
        rerun: "cargo nextest run --workspace (or cargo test --workspace)",
        run: tests,
    },
    Step {
        name: "page",
        rerun: "cargo xtask page",
        run: page::test,
    },
    Step {
        name: "http fuzz",
        rerun: "cargo xtask http-fuzz",
        run: http_fuzz::http_fuzz,
    },
    Step {
        name: "mcp clients and conformance",
        rerun: "cargo xtask mcp",
        run: mcp::mcp,
    },
    Step {
        name: "tidy",
        rerun: "cargo xtask tidy",
        run: tidy::tidy,
    },
    Step {
        name: "generated files",
        rerun: "cargo xtask generate --check",
        run: generate::check,
    },
];

pub(crate) fn test() -> Result<()> {
    let begun = Instant::now();
    for step in STEPS {
        let name = step.name;
        println!("==> {name}");
        let started = Instant::now();
        (step.run)()
            .with_context(|| format!("step `{name}` failed; to run it alone: {}", step.rerun))?;
        println!(
            "==> {name}: passed in {:.1} s\n",
            started.elapsed().as_secs_f64()
        );
    }
    println!(
        "all {} steps passed in {:.1} s",
        STEPS.len(),
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}

fn tests() -> Result<()> {
    if run::answers("cargo", &["nextest", "--version"]) {
        run::run(
            "cargo",
            &["nextest", "run", "--workspace", "--no-fail-fast"],
        )
    } else {
        run::run("cargo", &["test", "--workspace", "--no-fail-fast"])
    }
}
