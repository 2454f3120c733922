use anyhow::{Context, Result};
use syn::{Attribute, Item, ItemImpl, ItemMod};

use crate::tree::Tree;

/// One parsed Rust file of the product.
pub(super) struct Source {
    /// Relative to the root of the workspace.
    pub(super) path: String,
    /// The crate as code names it, then the modules: `["sayso_core", "session", "asking"]`.
    pub(super) module: Vec<String>,
    pub(super) lines: usize,
    pub(super) syntax: syn::File,
}

impl Source {
    pub(super) fn product(tree: &Tree) -> Result<Vec<Self>> {
        let mut sources = Vec::new();
        for file in tree.files.iter().filter(|file| file.is_product_rust()) {
            let mut syntax = syn::parse_file(&file.text).with_context(|| file.path.clone())?;
            syntax.items.retain(|item| !is_test_module(item));
            sources.push(Self {
                path: file.path.clone(),
                module: module(&file.path),
                lines: file.text.lines().count(),
                syntax,
            });
        }
        Ok(sources)
    }
}

/// `crates/sayso-core/src/session/mod.rs` is `sayso_core::session`.
fn module(path: &str) -> Vec<String> {
    let mut parts: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
    if parts
        .last()
        .is_some_and(|last| ["lib", "main", "mod"].contains(last))
    {
        parts.pop();
    }
    // Without `crates` and `src`.
    let kept = parts.into_iter().enumerate();
    let kept = kept.filter(|(at, _)| ![0, 2].contains(at));
    kept.map(|(_, part)| part.replace('-', "_")).collect()
}

fn is_test_module(item: &Item) -> bool {
    match item {
        Item::Mod(ItemMod { attrs, .. }) | Item::Impl(ItemImpl { attrs, .. }) => {
            attrs.iter().any(is_for_tests)
        }
        _ => false,
    }
}

/// `#[cfg(test)]`.
fn is_for_tests(attribute: &Attribute) -> bool {
    let condition = attribute.parse_args::<syn::Path>();
    attribute.path().is_ident("cfg") && condition.is_ok_and(|condition| condition.is_ident("test"))
}
