//! Rule: no file knows on which machine, or through which mirror, it was written.

use super::violation::Violation;
use crate::file::File;
use crate::tree::Tree;

/// Beginnings of paths that exist on one machine only.
const FOLDERS: &[&str] = &["/home/", "/root/", "/work/"];

/// Hosts that serve packages; tools find them through their own settings.
const REGISTRIES: &[&str] = &[
    "index.crates.io",
    "static.crates.io",
    "rsproxy.cn",
    "registry.npmjs.org",
    "registry.yarnpkg.com",
    "npmmirror.com",
    "files.pythonhosted.org",
    "deb.debian.org",
];

/// The one registry that cargo writes into its lockfile, by this name for everyone.
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let files = tree.files.iter().filter(|file| !file.defines_rules());
    files.flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (number, line) in file.lines() {
        if let Some(folder) = FOLDERS.iter().find(|folder| begins_path(line, folder)) {
            let problem = format!("`{folder}` is a place on one machine");
            let remedy = "write a relative path, or one that a variable gives";
            violations.push(Violation::new(file, number, problem, remedy));
        }
        if let Some(host) = registry(line) {
            let problem = format!("`{host}` is a package registry");
            let remedy = "leave the registry to each machine's own settings";
            violations.push(Violation::new(file, number, problem, remedy));
        }
    }
    violations
}

/// Whether the folder stands in the line at the beginning of a path, not inside one.
fn begins_path(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "_-.~*}".contains(c))
    })
}

fn registry(line: &str) -> Option<&'static str> {
    let host = REGISTRIES.iter().copied().find(|host| line.contains(host));
    let other = || {
        let foreign = line.contains("\"registry+") && !line.contains(CRATES_IO);
        foreign.then_some("registry+")
    };
    host.or_else(other)
}
