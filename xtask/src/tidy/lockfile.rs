//! Rule: a ceiling on the number of packages we build, so that growth is a decision.

use super::violation::Violation;
use crate::tree::Tree;

/// A few above what there are with PostgreSQL and TLS (315 in November 2026), of which a build for
/// one system takes about two thirds.
pub(super) const CEILING: usize = 330;

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let Some(lockfile) = tree.file("Cargo.lock") else {
        return Vec::new();
    };
    let packages: Vec<usize> = lockfile
        .lines()
        .filter(|(_, line)| *line == "[[package]]")
        .map(|(number, _)| number)
        .collect();
    let Some(first_too_many) = packages.get(CEILING) else {
        return Vec::new();
    };
    let problem = format!("{} packages, the ceiling is {CEILING}", packages.len());
    let remedy = "do without, use what we have, or raise it in xtask/src/tidy/lockfile.rs \
                  and say in the commit what the new ones are worth";
    vec![Violation::new(lockfile, *first_too_many, problem, remedy)]
}
