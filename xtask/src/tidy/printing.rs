//! Rule: only the commands write to the standard streams; a stray line breaks MCP and scripts.

use super::violation::Violation;
use super::word;
use crate::tree::Tree;

const MAY_PRINT: &[&str] = &[
    "crates/sayso/src/cmd/",
    "crates/sayso/src/main.rs",
    // Cargo reads what a build script prints.
    "crates/sayso/build.rs",
    "crates/sayso-web/build.rs",
    "benches/",
    "xtask/",
];

const FORBIDDEN: &[&str] = &["print!", "println!", "eprint!", "eprintln!"];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    let rust = tree.files.iter().filter(|file| file.is_rust());
    for file in rust.filter(|file| !MAY_PRINT.iter().any(|path| file.path.starts_with(path))) {
        for (number, line) in file.code_lines() {
            if let Some(word) = word::first(line, FORBIDDEN) {
                let problem = format!("`{word}` outside the commands");
                let remedy = "return the text, and let crates/sayso/src/cmd/ print it";
                violations.push(Violation::new(file, number, problem, remedy));
            }
        }
    }
    violations
}
