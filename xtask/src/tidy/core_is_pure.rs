//! Rule: the core is told everything. No IO, no clock, no environment, no async.

use super::violation::Violation;
use super::word;
use crate::file::File;
use crate::tree::Tree;

const CORE: &str = "crates/sayso-core/src/";

const FORBIDDEN: &[&str] = &[
    "std::env",
    "std::fs",
    "std::io",
    "std::net",
    "std::process",
    "std::thread",
    "Instant",
    "SystemTime",
    "Timestamp::now",
    "Zoned::now",
    "async fn",
    ".await",
    "tokio",
    "SystemRandom",
    "println!",
    "eprintln!",
];

/// The modules of `std` from above, as they appear inside `use std::{…};`.
const FORBIDDEN_IN_GROUP: &[&str] = &["env", "fs", "io", "net", "process", "thread"];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let core = tree.files.iter().filter(|file| file.path.starts_with(CORE));
    core.flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut in_group = false;
    for (number, line) in file.code_lines() {
        in_group |= line.contains("use std::{");
        let grouped = if in_group { FORBIDDEN_IN_GROUP } else { &[] };
        let found = word::first(line, FORBIDDEN).or_else(|| word::first(line, grouped));
        if let Some(word) = found {
            let problem = format!("`{word}` in the core, which is pure");
            let remedy = "take the value as an argument, or do this in the desk or a face";
            violations.push(Violation::new(file, number, problem, remedy));
        }
        in_group &= !line.contains(';');
    }
    violations
}
