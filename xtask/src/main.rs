//! The project's automation, in Rust: `cargo xtask <verb>`, one file a verb.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "automation talks to people and measures time; no product code lives here"
)]

mod agents;
mod bench;
mod census;
mod cluster;
mod file;
mod generate;
mod http_fuzz;
mod long_session;
mod mcp;
mod page;
mod peers;
mod picture;
mod run;
mod setup;
mod test;
mod tidy;
mod tree;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

/// The automation of Sayso.
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Verb {
    /// Everything CI runs: set-up, format, clippy, tests, tidy, generated files.
    Test {
        /// Only format, lints, unit tests and the pure crates: within three minutes on a warm build.
        #[arg(long)]
        quick: bool,
    },
    /// Install the programs that the tests need.
    Setup {
        /// And those that only benches compare with.
        #[arg(long)]
        bench: bool,
    },
    /// Check the house rules.
    Tidy,
    /// Print the figures that the redesign is judged by.
    Census {
        /// Also print what was counted.
        #[arg(long)]
        list: bool,
    },
    /// Write the files that are made from the Rust types.
    Generate {
        /// Compare only; fail when a file has drifted.
        #[arg(long)]
        check: bool,
    },
    /// Drive the real desk by its OpenAPI document with a property-based tester.
    HttpFuzz,
    /// The page: its types, its tests, and what people do with it in a real Chromium.
    Page,
    /// Write a store that holds a long session, for the page's tests.
    LongSession {
        /// The store, which must not be there yet.
        file: std::path::PathBuf,
        /// How many messages.
        #[arg(default_value_t = 100_000)]
        messages: usize,
    },
    /// The page's budgets, measured in a real Chromium.
    PageBench,
    /// Make the pictures of the manual anew.
    Screenshots,
    /// Turn a terminal's screen on standard input into an SVG, for the manual.
    Picture {
        /// Columns and rows, like 80x24.
        size: String,
    },
    /// Run the official MCP conformance suite and real MCP clients.
    Mcp,
    /// PostgreSQL and some nodes behind a small balancer on this machine, for trying.
    Cluster {
        /// Where the balancer listens.
        #[arg(long, default_value = "127.0.0.1:7320", value_name = "ADDRESS")]
        listen: std::net::SocketAddr,
        /// How many nodes.
        #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
        nodes: u8,
        /// With a release build.
        #[arg(long)]
        release: bool,
    },
    /// Measure, in one run, beside bare floors on the same disk.
    #[command(disable_help_flag = true)]
    Bench {
        /// Handed on to the benches; `cargo xtask bench --help` says what they take.
        #[arg(
            value_name = "NAME",
            trailing_var_arg = true,
            allow_hyphen_values = true
        )]
        args: Vec<String>,
    },
}

fn main() -> ExitCode {
    let Err(error) = run_verb(Verb::parse()) else {
        return ExitCode::SUCCESS;
    };
    eprintln!("error: {error}");
    for cause in error.chain().skip(1) {
        eprintln!("  because: {cause}");
    }
    ExitCode::FAILURE
}

fn run_verb(verb: Verb) -> anyhow::Result<()> {
    match verb {
        Verb::Test { quick } => test::test(quick),
        Verb::Setup { bench } => setup::setup(bench),
        Verb::Tidy => tidy::tidy(),
        Verb::Census { list } => census::census(list),
        Verb::Generate { check: false } => generate::generate(),
        Verb::Generate { check: true } => generate::check(),
        Verb::HttpFuzz => http_fuzz::http_fuzz(),
        Verb::Page => page::test(),
        Verb::LongSession { file, messages } => long_session::write(&file, messages),
        Verb::PageBench => page::bench(),
        Verb::Screenshots => page::screenshots(),
        Verb::Picture { size } => picture::picture(&size),
        Verb::Mcp => mcp::mcp(),
        Verb::Cluster {
            listen,
            nodes,
            release,
        } => cluster::cluster(listen, nodes.into(), release),
        Verb::Bench { args } => bench::bench(&args),
    }
}

/// The folder that holds the workspace.
fn root() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}

/// Where cargo builds to.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}
