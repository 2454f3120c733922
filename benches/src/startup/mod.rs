//! From exec to the first sight of the question, from a key to its effect, and memory, through a real
//! terminal.
//!
//! The programs take turns, start after start, and the median counts.

mod paint;
mod program;

use anyhow::Result;

use crate::bars::Bars;
use crate::median::median;
use crate::settings::{Settings, scratch};
use crate::table::Table;
use program::Program;

/// A program, and what each start took, in milliseconds and megabytes.
struct Measured {
    program: Program,
    paints: Vec<f64>,
    repaints: Vec<f64>,
    residents: Vec<f64>,
}

pub(crate) fn run(settings: &Settings) -> Result<()> {
    let data = scratch()?;
    let mut measured: Vec<Measured> = program::all(settings, data.path())?
        .into_iter()
        .filter(starts)
        .map(|program| Measured {
            program,
            paints: Vec::new(),
            repaints: Vec::new(),
            residents: Vec::new(),
        })
        .collect();
    for _ in 0..settings.starts {
        for one in &mut measured {
            let seen = paint::paint(&one.program)?;
            one.paints.push(seen.paint.as_secs_f64() * 1e3);
            let repaint = seen.repaint.map(|repaint| repaint.as_secs_f64() * 1e3);
            one.repaints.extend(repaint);
            one.residents.push(seen.resident / 1e6);
        }
    }
    print(&measured);
    Ok(())
}

/// Starts a program once, uncounted; one that cannot be measured is said and left out.
fn starts(program: &Program) -> bool {
    let tried = paint::paint(program);
    if let Err(error) = &tried {
        println!("left out: {}: {error:#}", program.name);
    }
    tried.is_ok()
}

fn print(measured: &[Measured]) {
    let middle = |one: &Measured| median(&one.paints).unwrap_or_default();
    let of = |name: &str| measured.iter().find(|one| one.program.name == name);
    let bare = of(program::BARE_PROMPT).map(middle);
    let whiptail = of(program::WHIPTAIL).map(middle);

    let ratio = |paint: f64, to: Option<f64>| {
        to.map_or("–".to_owned(), |to| format!("{:.2}", paint / to))
    };
    let mut table = Table::new([
        "program",
        "paint",
        "of bare prompt",
        "of whiptail",
        "key",
        "memory",
    ]);
    let mut bars = Bars::default();
    for one in measured {
        let paint = middle(one);
        table.row([
            one.program.name.to_owned(),
            format!("{paint:.2} ms"),
            ratio(paint, bare),
            ratio(paint, whiptail),
            median(&one.repaints).map_or("–".to_owned(), |key| format!("{key:.2} ms")),
            median(&one.residents).map_or("–".to_owned(), |size| format!("{size:.1} MB")),
        ]);
        bars.row(one.program.name, paint);
    }
    println!("{table}\n{bars}");
}
