//! `cargo xtask census`: the figures that the redesign is judged by, read from the tracked files.
//!
//! The product is `crates/sayso*/src`, without test files and without `#[cfg(test)]`.

mod ask_path;
mod lines;
mod source;
mod switches;
#[cfg(test)]
mod tests;
mod types;

use std::collections::BTreeMap;

use anyhow::Result;

use crate::tree::Tree;
use source::Source;

/// A Rust file of so many lines or fewer counts as small.
const SMALL: usize = 40;

/// One figure: its name, the rule by which it is counted, the count, and what was counted.
struct Figure {
    name: &'static str,
    rule: &'static str,
    count: usize,
    /// Printed with `--list`.
    members: Vec<String>,
}

impl Figure {
    fn of(name: &'static str, rule: &'static str, members: Vec<String>) -> Self {
        Self {
            name,
            rule,
            count: members.len(),
            members,
        }
    }

    fn number(name: &'static str, rule: &'static str, count: usize) -> Self {
        Self {
            name,
            rule,
            count,
            members: Vec::new(),
        }
    }
}

/// Prints the table; with `list`, also what was counted.
pub(crate) fn census(list: bool) -> Result<()> {
    let figures = figures(&Tree::tracked()?)?;
    println!("| figure | count | counted is |\n|---|---:|---|");
    for figure in &figures {
        println!("| {} | {} | {} |", figure.name, figure.count, figure.rule);
    }
    for figure in figures.iter().filter(|_| list) {
        println!("\n## {}", figure.name);
        for member in &figure.members {
            println!("{member}");
        }
    }
    Ok(())
}

fn figures(tree: &Tree) -> Result<Vec<Figure>> {
    let sources = Source::product(tree)?;
    let definitions = types::definitions(&sources);
    let repeated: Vec<String> = places_by_name(&definitions)
        .into_iter()
        .filter(|(_, places)| places.len() > 1)
        .map(|(name, places)| format!("{name}: {}", places.join(", ")))
        .collect();
    let mut figures = vec![
        Figure::of(
            "shapes of an interaction",
            "structs, and enum variants with named fields, that hold an interaction's id beside a \
             session, questions, answers or an outcome",
            types::shapes(&sources),
        ),
        Figure::of(
            "small files",
            "Rust files of the product with 40 lines or fewer",
            small(&sources),
        ),
        Figure::of(
            "local/remote switches",
            "files that match both a local and a remote variant of the desk, or branch on whether \
             the settings name a desk's address",
            switches::files(&sources),
        ),
        Figure::of(
            "files on the path of `sayso ask`",
            "files reached from `cmd/ask.rs` through the paths that code names, and the `impl` \
             blocks of the types found there; an upper bound",
            ask_path::files(&sources),
        ),
        Figure::number(
            "type names",
            "different names of structs, enums, unions and traits",
            places_by_name(&definitions).len(),
        ),
        Figure::of(
            "duplicate type names",
            "those that are defined in more than one place",
            repeated,
        ),
    ];
    figures.extend(lines::figures(tree));
    Ok(figures)
}

fn small(sources: &[Source]) -> Vec<String> {
    let few = sources.iter().filter(|source| source.lines <= SMALL);
    few.map(|source| source.path.clone()).collect()
}

fn places_by_name(definitions: &[(String, String)]) -> BTreeMap<&str, Vec<&str>> {
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, path) in definitions {
        places.entry(name).or_default().push(path);
    }
    places
}
