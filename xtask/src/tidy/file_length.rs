//! Rule: a source file has one subject, and so at most 500 lines; tests are not counted.

use super::violation::Violation;
use crate::tree::Tree;

const LIMIT: usize = 500;

/// Files that may be longer, each with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    tree.files
        .iter()
        .filter(|file| file.is_source())
        .filter(|file| EXCEPTIONS.iter().all(|(path, _reason)| file.path != *path))
        .map(|file| (file, file.product_lines().count()))
        .filter(|(_, lines)| *lines > LIMIT)
        .map(|(file, lines)| {
            let problem = format!("{lines} lines, the limit is {LIMIT}");
            let remedy = "split it, one type or verb a file";
            Violation::new(file, LIMIT + 1, problem, remedy)
        })
        .collect()
}
