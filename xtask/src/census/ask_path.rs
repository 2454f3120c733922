//! The files that one must follow to understand `sayso ask`, approximated from the source: every
//! path that a file names leads to the file that defines what the path ends at, and a type leads to
//! the files with its `impl` blocks. Methods and macros are not resolved.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};
use syn::{Item, UseTree};

use super::source::Source;

/// Where the path begins.
const START: &str = "crates/sayso/src/cmd/ask.rs";

/// Names behind names are followed so far; `use` can run in circles.
const DEEPEST: usize = 12;

type Path = Vec<String>;

pub(super) fn files(sources: &[Source]) -> Vec<String> {
    let modules: BTreeMap<Path, Module> = sources
        .iter()
        .map(|source| (source.module.clone(), Module::of(source)))
        .collect();
    let map = Map { modules: &modules };
    let start = sources.iter().find(|source| source.path == START);
    let mut reached: BTreeSet<&Path> = BTreeSet::new();
    let mut left: Vec<&Path> = start.iter().map(|source| &source.module).collect();
    while let Some(at) = left.pop() {
        let Some(module) = modules.get(at) else {
            continue;
        };
        if !reached.insert(at) {
            continue;
        }
        for named in &module.named {
            left.extend(map.definition(at, named, 0));
        }
        // The other files with `impl` blocks of the types that this one defines.
        for (other, candidate) in &modules {
            let mut types = candidate.implemented.iter();
            if types.any(|named| map.definition(other, named, 0) == Some(at)) {
                left.push(other);
            }
        }
    }
    let on_it = sources
        .iter()
        .filter(|source| reached.contains(&source.module));
    on_it.map(|source| source.path.clone()).collect()
}

/// What one file defines, imports and names.
#[derive(Default)]
struct Module {
    defined: BTreeSet<String>,
    /// The local name, and the path behind it.
    imported: BTreeMap<String, Path>,
    globs: Vec<Path>,
    named: BTreeSet<Path>,
    implemented: BTreeSet<Path>,
}

impl Module {
    fn of(source: &Source) -> Self {
        let mut module = Self::default();
        for item in &source.syntax.items {
            let name = match item {
                Item::Const(item) => Some(&item.ident),
                Item::Enum(item) => Some(&item.ident),
                Item::Fn(item) => Some(&item.sig.ident),
                Item::Static(item) => Some(&item.ident),
                Item::Struct(item) => Some(&item.ident),
                Item::Trait(item) => Some(&item.ident),
                Item::Type(item) => Some(&item.ident),
                Item::Union(item) => Some(&item.ident),
                _ => None,
            };
            module.defined.extend(name.map(ToString::to_string));
        }
        module.visit_file(&source.syntax);
        module
    }

    fn import(&mut self, before: &Path, tree: &UseTree) {
        let with = |name: &syn::Ident| {
            let mut path = before.clone();
            if name != "self" || path.is_empty() {
                path.push(name.to_string());
            }
            path
        };
        let (local, path) = match tree {
            UseTree::Path(path) => return self.import(&with(&path.ident), &path.tree),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(before, tree);
                }
                return;
            }
            UseTree::Glob(_) => return self.globs.push(before.clone()),
            UseTree::Name(name) => (None, with(&name.ident)),
            UseTree::Rename(rename) => (Some(rename.rename.to_string()), with(&rename.ident)),
        };
        let local = local.or_else(|| path.last().cloned()).unwrap_or_default();
        self.named.insert(path.clone());
        self.imported.insert(local, path);
    }
}

impl<'s> Visit<'s> for Module {
    fn visit_item_use(&mut self, item: &'s syn::ItemUse) {
        // What a module hands on is followed where somebody names it.
        let named = self.named.clone();
        self.import(&Path::new(), &item.tree);
        if !matches!(item.vis, syn::Visibility::Inherited) {
            self.named = named;
        }
    }

    fn visit_path(&mut self, path: &'s syn::Path) {
        self.named.insert(segments(path));
        visit::visit_path(self, path);
    }

    fn visit_item_impl(&mut self, item: &'s syn::ItemImpl) {
        if let syn::Type::Path(of) = &*item.self_ty {
            self.implemented.insert(segments(&of.path));
        }
        visit::visit_item_impl(self, item);
    }
}

fn segments(path: &syn::Path) -> Path {
    let segments = path.segments.iter();
    segments.map(|segment| segment.ident.to_string()).collect()
}

struct Map<'m> {
    modules: &'m BTreeMap<Path, Module>,
}

impl<'m> Map<'m> {
    /// The module that defines what this path, read inside `at`, leads to.
    fn definition(&self, at: &Path, path: &[String], depth: usize) -> Option<&'m Path> {
        if depth > DEEPEST {
            return None;
        }
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.walk(at[..1].to_vec(), rest, depth),
            "self" => self.walk(at.clone(), rest, depth),
            "super" => {
                let (_, above) = at.split_last()?;
                let mut path = vec!["self".to_owned()];
                path.extend_from_slice(rest);
                if rest.first().is_some_and(|next| next == "super") {
                    path.remove(0);
                }
                self.definition(&above.to_vec(), &path, depth + 1)
            }
            _ if self.modules.contains_key(&path[..1]) => {
                self.walk(path[..1].to_vec(), rest, depth)
            }
            _ => self.walk(at.clone(), path, depth),
        }
    }

    /// Follows names down from a module. A module and a function in it often have one name: the
    /// last word of a path is the function.
    fn walk(&self, at: Path, path: &[String], depth: usize) -> Option<&'m Path> {
        let (first, rest) = path.split_first()?;
        let (here, module) = self.modules.get_key_value(&at)?;
        let mut child = at;
        child.push(first.clone());
        if !rest.is_empty() && self.modules.contains_key(&child) {
            return self.walk(child, rest, depth + 1);
        }
        if module.defined.contains(first) {
            return Some(here);
        }
        if let Some(import) = module.imported.get(first) {
            let mut behind = import.clone();
            behind.extend_from_slice(rest);
            return self.definition(here, &behind, depth + 1);
        }
        module.globs.iter().find_map(|glob| {
            let mut behind = glob.clone();
            behind.extend_from_slice(path);
            self.definition(here, &behind, depth + 1)
        })
    }
}
