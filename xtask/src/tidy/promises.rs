//! Rule: every promise of `docs/security.md` names tests, and each of them exists.

use crate::file::File;
use crate::tree::Tree;

use super::violation::Violation;

const PROMISES: &str = "docs/security.md";

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let promises = tree.files.iter().filter(|file| file.path == PROMISES);
    promises
        .flat_map(|file| file.lines().map(move |line| (file, line)))
        .filter(|(_, (_, line))| is_row(line))
        .flat_map(|(file, (number, line))| row(tree, file, number, line))
        .collect()
}

/// A row of a table, but for its two first.
fn is_row(line: &str) -> bool {
    line.starts_with('|') && !line.starts_with("|---") && line != "| Promise | Tests |"
}

fn row(tree: &Tree, file: &File, number: usize, line: &str) -> Vec<Violation> {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let tests = match cells.as_slice() {
        [promise, tests] if !promise.is_empty() && !tests.is_empty() => tests,
        _ => {
            let problem = "a row is a promise and its tests";
            let remedy = "write `| promise | `file::test`, `file::test` |`";
            return vec![Violation::new(file, number, problem, remedy)];
        }
    };
    let missing = tests.split("`, `").map(|test| test.trim_matches('`'));
    let missing = missing.filter(|test| !exists(tree, test));
    missing
        .map(|test| {
            let problem = format!("there is no test `{test}`");
            Violation::new(
                file,
                number,
                problem,
                "name the test that holds the promise",
            )
        })
        .collect()
}

/// Whether `file::test` is a test in the tree: a function in Rust, a quoted title elsewhere.
fn exists(tree: &Tree, test: &str) -> bool {
    let Some((path, name)) = test.split_once("::") else {
        return false;
    };
    let Some(file) = tree.file(path) else {
        return false;
    };
    if file.is_rust() {
        file.text.contains(&format!("fn {name}("))
    } else {
        file.text.contains(&format!("(\"{name}\""))
    }
}
