//! Rule: nothing unfinished and no test switched off, in tests as well.

use super::violation::Violation;
use super::word;
use crate::tree::Tree;

const FORBIDDEN: &[&str] = &[
    "todo!(",
    "unimplemented!(",
    "dbg!(",
    "FIXME",
    "XXX",
    "#[ignore",
];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    let sources = tree.files.iter().filter(|file| file.is_source());
    for file in sources.filter(|file| !file.defines_rules()) {
        for (number, line) in file.lines() {
            if let Some(word) = word::first(line, FORBIDDEN) {
                let remedy = "finish it, or open an issue and take it out";
                violations.push(Violation::new(file, number, format!("`{word}`"), remedy));
            }
        }
    }
    violations
}
