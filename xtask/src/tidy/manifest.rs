use crate::file::File;
use crate::tree::Tree;

/// The `Cargo.toml` of one crate.
pub(super) struct Manifest<'t> {
    pub(super) file: &'t File,
    /// The name of the package.
    pub(super) name: String,
    pub(super) table: toml::Table,
}

/// One line under `[dependencies]` or one of its sisters.
pub(super) struct Dependency {
    /// The name of the package, also where it goes by another one here.
    pub(super) package: String,
    pub(super) line: usize,
    /// Whether only tests use it.
    pub(super) dev: bool,
}

impl<'t> Manifest<'t> {
    /// The manifests of all crates; cargo itself refuses the ones that cannot be read.
    pub(super) fn all(tree: &'t Tree) -> Vec<Self> {
        tree.files
            .iter()
            .filter(|file| file.name() == "Cargo.toml")
            .filter_map(|file| {
                let table: toml::Table = file.text.parse().ok()?;
                // A project of its own, which others are compared with, is no crate of ours.
                let apart = table.contains_key("workspace");
                let name = table.get("package")?.get("name")?.as_str()?.to_owned();
                (!apart).then_some(Self { file, name, table })
            })
            .collect()
    }

    /// Everything that the crate depends on, on any platform.
    pub(super) fn dependencies(&self) -> Vec<Dependency> {
        let platforms = self.table.get("target").and_then(|t| t.as_table());
        let platforms = platforms.into_iter().flatten();
        let platforms = platforms.filter_map(|(_, platform)| platform.as_table());
        std::iter::once(&self.table)
            .chain(platforms)
            .flat_map(|table| self.dependencies_in(table))
            .collect()
    }

    fn dependencies_in(&self, table: &toml::Table) -> Vec<Dependency> {
        let mut found = Vec::new();
        for section in ["dependencies", "build-dependencies", "dev-dependencies"] {
            let entries = table.get(section).and_then(|s| s.as_table());
            for (key, entry) in entries.into_iter().flatten() {
                let renamed = entry.get("package").and_then(|p| p.as_str());
                found.push(Dependency {
                    package: renamed.unwrap_or(key).to_owned(),
                    line: self.file.line_of(key),
                    dev: section == "dev-dependencies",
                });
            }
        }
        found
    }
}
