//! `cargo xtask tidy`: the house rules, each a small function over the tree of tracked files.

mod core_is_pure;
mod dependencies;
mod file_length;
mod forbidden_words;
mod lints;
mod lockfile;
mod machine_paths;
mod manifest;
mod names;
mod printing;
mod promises;
#[cfg(test)]
mod tests;
mod violation;
mod word;

use anyhow::{Result, bail};

use crate::tree::Tree;
use violation::Violation;

/// Looks at the whole tree and returns every place that breaks the rule.
type Rule = fn(&Tree) -> Vec<Violation>;

const RULES: &[Rule] = &[
    file_length::check,
    names::check,
    forbidden_words::check,
    dependencies::check,
    core_is_pure::check,
    printing::check,
    lints::check,
    machine_paths::check,
    lockfile::check,
    promises::check,
];

pub(crate) fn tidy() -> Result<()> {
    let tree = Tree::tracked()?;
    let violations = violations(&tree);
    for violation in &violations {
        println!("{violation}");
    }
    match violations.len() {
        0 => println!("{} files keep {} rules", tree.files.len(), RULES.len()),
        count => bail!("{count} places break the house rules"),
    }
    Ok(())
}

/// All violations of all rules, in the order of their places.
fn violations(tree: &Tree) -> Vec<Violation> {
    let mut all: Vec<Violation> = RULES.iter().flat_map(|rule| rule(tree)).collect();
    all.sort();
    all
}
