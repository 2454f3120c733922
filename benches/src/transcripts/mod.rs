//! An agent's transcript: how fast it is indexed, beside a bare pass over the same fields and the
//! JSON readers that other tools use; and how fast a page of it opens then.
//!
//! Readers are measured in the processor's time, which other work on the machine disturbs least.

mod cpu;
mod floor;
mod made;
mod others;

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use sayso_agents::transcripts::{DiskShelf, Roots, Transcript};
use sayso_core::transcript::{Shelf, Span};

use crate::bars::Bars;
use crate::median::median;
use crate::settings::{Settings, scratch};
use crate::table::Table;

/// Turns of each reader; the middle one counts.
const TURNS: usize = 5;
/// Items of a page.
const PAGE: usize = 100;

type Reader = (&'static str, fn(&Path) -> Result<f64>);

const INDEX: &str = "sayso index";
const FLOOR: &str = "floor: serde, same fields";
const READERS: &[Reader] = &[
    ("floor: line breaks alone", floor::line_breaks),
    (FLOOR, floor::same_fields),
    (INDEX, index),
    ("python json", others::python),
    ("node JSON.parse", others::node),
];

pub(crate) fn run(_: &Settings) -> Result<()> {
    let folder = scratch()?;
    let project = folder.path().join("-srv-dev-project");
    std::fs::create_dir(&project)?;
    let path = project.join("s.jsonl");
    let bytes = made::write(&path)?;
    let mut taken: Vec<Vec<f64>> = vec![Vec::new(); READERS.len()];
    let mut left_out: Vec<&str> = Vec::new();
    for turn in 0..TURNS {
        for ((name, read), taken) in READERS.iter().zip(&mut taken) {
            match read(&path) {
                Ok(seconds) => taken.push(seconds),
                Err(error) if turn == 0 => {
                    println!("left out: {name}: {error:#}");
                    left_out.push(name);
                }
                Err(_) => {}
            }
        }
    }
    let of = |wanted: &str| {
        let place = READERS.iter().position(|(name, _)| *name == wanted);
        place.and_then(|place| median(&taken[place]))
    };
    let (index, floor) = (of(INDEX).context("no index")?, of(FLOOR));
    let mut table = Table::new(["reader", "MB a CPU second", "index is", "of the floor"]);
    let mut bars = Bars::default();
    for ((name, _), taken) in READERS.iter().zip(&taken) {
        let Some(seconds) = median(taken) else {
            continue;
        };
        let speed = bytes as f64 / 1e6 / seconds;
        let share = floor.map_or("–".to_owned(), |floor| format!("{:.2}", floor / seconds));
        table.row([
            (*name).to_owned(),
            format!("{speed:.0}"),
            format!("{:.1}×", seconds / index),
            share,
        ]);
        bars.row(*name, speed);
    }
    println!(
        "{} lines, {} MB\n\n{table}\n{bars}",
        made::LINES,
        bytes / 1_000_000
    );
    pages(folder.path(), &path)
}

fn index(path: &Path) -> Result<f64> {
    let start = cpu::seconds();
    let transcript = Transcript::open(path)?;
    let seconds = cpu::seconds() - start;
    anyhow::ensure!(
        transcript.index().entries().len() == made::LINES,
        "lines were lost"
    );
    Ok(seconds)
}

/// Listing and opening it, the first time and then.
fn pages(root: &Path, path: &Path) -> Result<()> {
    let shelf = DiskShelf::new(Roots::new([root.to_owned()]));
    let mut table = Table::new(["after the first index", "ms"]);
    let mut time = |what: &str, run: &dyn Fn() -> Result<()>| -> Result<()> {
        let start = Instant::now();
        run()?;
        let millis = start.elapsed().as_secs_f64() * 1e3;
        table.row([what.to_owned(), format!("{millis:.2}")]);
        Ok(())
    };
    let list = || -> Result<()> {
        let listed = shelf.list(None, None, 100)?;
        anyhow::ensure!(listed.len() == 1, "not listed");
        Ok(())
    };
    let page = |span: Span| -> Result<()> {
        let page = shelf.page("s", None, &span)?;
        anyhow::ensure!(page.items.len() >= PAGE, "a short page");
        Ok(())
    };
    let at = |after| Span {
        after,
        limit: PAGE,
        ..Span::default()
    };
    let last = || Span {
        before: Some(u32::MAX),
        ..at(0)
    };
    time("list, the first time (indexes it)", &list)?;
    time("list", &list)?;
    time("first page", &|| page(at(0)))?;
    time("page in the middle", &|| page(at(made::LINES as u32 / 2)))?;
    time("last page", &|| page(last()))?;
    let grown = made::line(7) + "\n";
    let mut file = std::fs::OpenOptions::new().append(true).open(path)?;
    std::io::Write::write_all(&mut file, grown.as_bytes())?;
    time("last page, after it grew by a line", &|| page(last()))?;
    println!("{table}");
    Ok(())
}
