//! An agent's transcript: how fast it is indexed, beside a bare pass over the same fields and the
//! JSON readers that other tools use; and how fast a page of it opens then.
//!
//! Readers are compared by the processor's time, which other work on the machine disturbs least;
//! each is one process, all its threads counted. The time on the wall stands beside it.

mod aims;
mod floor;
mod made;
mod others;
mod taken;

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use sayso_agents::transcripts::{DiskShelf, Roots, Transcript};
use sayso_core::transcript::{Shelf, Span};

use aims::Aims;
use taken::Taken;

use crate::bars::Bars;
use crate::settings::{Settings, scratch};
use crate::table::Table;

/// Turns of each reader; the middle one counts.
const TURNS: usize = 5;
/// Items of a page.
const PAGE: usize = 100;

type Reader = (&'static str, fn(&Path) -> Result<Taken>);

const INDEX: &str = "sayso index";
const FLOOR: &str = "floor: serde, same fields";
const PYTHON: &str = "python json";
const NODE: &str = "node JSON.parse";
const READERS: &[Reader] = &[
    ("floor: line breaks alone", floor::line_breaks),
    (FLOOR, floor::same_fields),
    (INDEX, index),
    (PYTHON, others::python),
    (NODE, others::node),
];

pub(crate) fn run(_: &Settings) -> Result<()> {
    let folder = scratch()?;
    let project = folder.path().join("-srv-dev-project");
    std::fs::create_dir(&project)?;
    let path = project.join("s.jsonl");
    let bytes = made::write(&path)?;
    let mut taken: Vec<Vec<Taken>> = vec![Vec::new(); READERS.len()];
    for turn in 0..TURNS {
        for ((name, read), taken) in READERS.iter().zip(&mut taken) {
            match read(&path) {
                Ok(once) => taken.push(once),
                Err(error) if turn == 0 => println!("left out: {name}: {error:#}"),
                Err(_) => {}
            }
        }
    }
    let of = |wanted: &str| {
        let place = READERS.iter().position(|(name, _)| *name == wanted);
        place.and_then(|place| Taken::median(&taken[place]))
    };
    let (index, floor) = (of(INDEX).context("no index")?, of(FLOOR));
    let head = [
        "reader",
        "CPU s",
        "wall s",
        "MB a CPU second",
        "index is",
        "of the floor",
    ];
    let mut table = Table::new(head);
    let mut bars = Bars::default();
    for ((name, _), taken) in READERS.iter().zip(&taken) {
        let Some(Taken { cpu, wall }) = Taken::median(taken) else {
            continue;
        };
        let speed = bytes as f64 / 1e6 / cpu;
        let share = floor.map_or("–".to_owned(), |floor| format!("{:.2}", floor.cpu / cpu));
        table.row([
            (*name).to_owned(),
            format!("{cpu:.3}"),
            format!("{wall:.3}"),
            format!("{speed:.0}"),
            format!("{:.1}×", cpu / index.cpu),
            share,
        ]);
        bars.row(*name, speed);
    }
    println!(
        "{} lines, {} MB\n\n{table}\n{bars}",
        made::LINES,
        bytes / 1_000_000
    );
    let mut aims = Aims::new();
    let faster = |other: Option<Taken>| other.map(|other| other.cpu / index.cpu);
    aims.at_least("times faster than python json", 6.0, faster(of(PYTHON)));
    aims.at_least("times faster than node JSON.parse", 6.0, faster(of(NODE)));
    aims.at_least("of a bare serde pass", 0.7, faster(floor));
    let seconds = pages(folder.path(), &path)?;
    aims.below("s to list it and open three pages", 1.0, Some(seconds));
    println!("{aims}");
    Ok(())
}

fn index(path: &Path) -> Result<Taken> {
    let (transcript, taken) = Taken::by(|| Ok(Transcript::open(path)?))?;
    anyhow::ensure!(
        transcript.index().entries().len() == made::LINES,
        "lines were lost"
    );
    Ok(taken)
}

/// Listing and opening it, the first time and then; says how many seconds the list and three pages
/// took on the wall, after the first index.
fn pages(root: &Path, path: &Path) -> Result<f64> {
    let shelf = DiskShelf::new(Roots::new([root.to_owned()]));
    let mut table = Table::new(["after the first index", "ms"]);
    let mut time = |what: &str, run: &dyn Fn() -> Result<()>| -> Result<f64> {
        let start = Instant::now();
        run()?;
        let seconds = start.elapsed().as_secs_f64();
        table.row([what.to_owned(), format!("{:.2}", seconds * 1e3)]);
        Ok(seconds)
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
    let middle = made::LINES as u32 / 2;
    let mut seconds = time("list", &list)?;
    seconds += time("first page", &|| page(at(0)))?;
    seconds += time("page in the middle", &|| page(at(middle)))?;
    seconds += time("last page", &|| page(last()))?;
    let grown = made::line(7) + "\n";
    let mut file = std::fs::OpenOptions::new().append(true).open(path)?;
    std::io::Write::write_all(&mut file, grown.as_bytes())?;
    time("last page, after it grew by a line", &|| page(last()))?;
    println!("{table}");
    Ok(seconds)
}
