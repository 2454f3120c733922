//! `cargo xtask test`: everything that must hold, in the order in which it fails fastest; with
//! `--quick`, what answers within three minutes on a warm build.

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

const FORMAT: Step = Step {
    name: "format",
    rerun: "cargo fmt --all --check",
    run: || run::run("cargo", &["fmt", "--all", "--check"]),
};
const LINTS: Step = Step {
    name: "clippy",
    rerun: "cargo clippy --workspace --all-targets --all-features -- -D warnings",
    run: || run::run("cargo", CLIPPY),
};
const TIDY: Step = Step {
    name: "tidy",
    rerun: "cargo xtask tidy",
    run: tidy::tidy,
};
const GENERATED: Step = Step {
    name: "generated files",
    rerun: "cargo xtask generate --check",
    run: generate::check,
};

const ALL: &[Step] = &[
    Step {
        name: "setup",
        rerun: "cargo xtask setup",
        run: || setup::setup(false),
    },
    FORMAT,
    LINTS,
    Step {
        name: "tests",
        rerun: "cargo nextest run --workspace (or cargo test --workspace)",
        run: || tests(&["--workspace"]),
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
    TIDY,
    GENERATED,
];

const QUICK: &[Step] = &[
    FORMAT,
    LINTS,
    TIDY,
    GENERATED,
    Step {
        name: "unit tests",
        rerun: "cargo nextest run --workspace --lib --bins",
        run: || tests(&["--workspace", "--lib", "--bins"]),
    },
    Step {
        name: "the pure crates from outside",
        rerun: "cargo nextest run -p sayso-core -p sayso-term -p xtask --tests",
        run: || tests(PURE),
    },
];

/// Crates whose integration tests start no process and wait for nothing. `xtask` is along so that
/// the others are built with the same features as in the whole workspace.
const PURE: &[&str] = &[
    "-p",
    "sayso-core",
    "-p",
    "sayso-term",
    "-p",
    "xtask",
    "--tests",
];

/// Runs all steps, or those of `--quick`.
pub(crate) fn test(quick: bool) -> Result<()> {
    let begun = Instant::now();
    let steps = if quick { QUICK } else { ALL };
    for step in steps {
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
        steps.len(),
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}

/// The tests of these packages and targets.
fn tests(which: &[&str]) -> Result<()> {
    let runner: &[&str] = if run::answers("cargo", &["nextest", "--version"]) {
        &["nextest", "run"]
    } else {
        &["test"]
    };
    run::run("cargo", &[runner, which, &["--no-fail-fast"]].concat())
}
