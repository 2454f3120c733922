//! Rule: a file or module is named after what is in it; names that fit anything say nothing.

use super::violation::Violation;
use crate::file::File;
use crate::tree::Tree;

const FORBIDDEN: &[&str] = &[
    "common", "helper", "helpers", "manager", "misc", "util", "utils",
];

const REMEDY: &str = "name it after the type or the verb that lives in it";

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let sources = tree.files.iter().filter(|file| file.is_source());
    sources
        .flat_map(|file| in_path(file).into_iter().chain(in_text(file)))
        .collect()
}

fn in_path(file: &File) -> Option<Violation> {
    let name = file
        .parts()
        .map(|part| part.split('.').next().unwrap_or(part))
        .find(|stem| FORBIDDEN.contains(stem))?;
    let problem = format!("nothing is called `{name}` here");
    Some(Violation::new(file, 1, problem, REMEDY))
}

/// Modules written inside a file; those with a file of their own are found by its path.
fn in_text(file: &File) -> impl Iterator<Item = Violation> {
    file.lines().filter_map(|(number, line)| {
        let (before, module) = line.strip_suffix(" {")?.rsplit_once("mod ")?;
        let declared = before.trim().is_empty() || before.trim().starts_with("pub");
        (declared && FORBIDDEN.contains(&module)).then(|| {
            let problem = format!("no module is called `{module}` here");
            Violation::new(file, number, problem, REMEDY)
        })
    })
}
