//! Rule: every crate keeps the lints of the workspace.

use super::manifest::Manifest;
use super::violation::Violation;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    Manifest::all(tree)
        .into_iter()
        .filter(|manifest| !keeps_lints(manifest))
        .map(|manifest| {
            let problem = format!("`{}` has lints of its own, or none", manifest.name);
            let remedy = "write `[lints]` and `workspace = true`; \
                          relax one in the source with `#![allow(…, reason = \"…\")]`";
            let line = manifest.file.line_of("[lints");
            Violation::new(manifest.file, line, problem, remedy)
        })
        .collect()
}

fn keeps_lints(manifest: &Manifest) -> bool {
    let lints = manifest.table.get("lints");
    lints
        .and_then(|lints| lints.get("workspace"))
        .and_then(|workspace| workspace.as_bool())
        .unwrap_or(false)
}
