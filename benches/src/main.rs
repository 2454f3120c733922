//! Measurements of Sayso, each beside bare floors in the same run on the same disk.
//!
//! Machines differ and are noisy: only the ratios inside one table hold. Nothing here fails
//! because it was slow.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a bench measures time and prints what it saw"
)]

mod bars;
mod bench;
mod cycles;
mod desk;
mod floor;
mod http;
mod latency;
mod mcp;
mod median;
mod postgres;
mod resident;
mod settings;
mod startup;
mod table;
#[cfg(test)]
mod tests;
mod transcripts;

use anyhow::Result;
use clap::Parser;

use bench::BENCHES;
use settings::Settings;

fn main() -> Result<()> {
    let settings = Settings::parse();
    if let Some(served) = settings.serve {
        return http::serve(served, &settings.serve_in);
    }
    for bench in BENCHES {
        if settings.wants(bench.name) {
            println!("\n## {}: {}\n", bench.name, bench.about);
            (bench.run)(&settings)?;
        }
    }
    Ok(())
}
