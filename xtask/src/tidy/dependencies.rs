//! Rule: which crate may use which, and what the core may use at all.

use super::manifest::{Dependency, Manifest};
use super::violation::Violation;
use crate::tree::Tree;

/// What a crate may use of the other crates of the workspace, its tests included.
enum May {
    Only(&'static [&'static str]),
    Any,
}

/// The arrows of the architecture. A crate without a row may not exist.
const ARROWS: &[(&str, May)] = &[
    ("sayso-core", May::Only(&[])),
    ("own-postgres", May::Only(&[])),
    ("sayso-desk", May::Only(&["own-postgres", "sayso-core"])),
    (
        "sayso-web",
        May::Only(&["own-postgres", "sayso-core", "sayso-desk"]),
    ),
    ("sayso-term", May::Only(&["sayso-core"])),
    ("sayso-mcp", May::Only(&["sayso-core", "sayso-desk"])),
    ("sayso-agents", May::Only(&["sayso-core", "sayso-desk"])),
    ("sayso", May::Any),
    ("sayso-bench", May::Any),
    ("xtask", May::Any),
];

/// What the core may use from outside: data, text, hashes; nothing that does IO. Its tests are free.
const CORE_MAY_USE: &[&str] = &[
    "jiff",
    "litemap",
    "memchr",
    "ring",
    "schemars",
    "serde",
    "serde_json",
    "thiserror",
    "ts-rs",
    "unicode-segmentation",
    "unicode-width",
];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let manifests = Manifest::all(tree);
    let ours: Vec<&str> = manifests.iter().map(|m| m.name.as_str()).collect();
    manifests
        .iter()
        .flat_map(|manifest| check_crate(manifest, &ours))
        .collect()
}

fn check_crate(manifest: &Manifest, ours: &[&str]) -> Vec<Violation> {
    let Manifest { file, name, .. } = manifest;
    let Some((_, may)) = ARROWS.iter().find(|(row, _)| row == name) else {
        let problem = format!("`{name}` has no row in the table of arrows");
        let remedy = "give it one in xtask/src/tidy/dependencies.rs and in ARCHITECTURE.md";
        return vec![Violation::new(file, file.line_of("name"), problem, remedy)];
    };
    let allowed = |used: &Dependency| {
        let used_name = used.package.as_str();
        if ours.contains(&used_name) {
            match may {
                May::Only(names) => names.contains(&used_name),
                May::Any => true,
            }
        } else {
            name != "sayso-core" || used.dev || CORE_MAY_USE.contains(&used_name)
        }
    };
    manifest
        .dependencies()
        .into_iter()
        .filter(|used| !allowed(used))
        .map(|used| {
            let problem = format!("`{name}` may not use `{}`", used.package);
            let remedy = "move the code to a crate that may";
            Violation::new(file, used.line, problem, remedy)
        })
        .collect()
}
