//! The types that the product defines, and those that hold an interaction.

use syn::visit::{self, Visit};
use syn::{Fields, Type};

use super::source::Source;

/// Fields that name an interaction.
const INTERACTION: &[&str] = &["interaction", "interaction_id"];
/// Fields that say what an interaction is, or how it ended.
const CONTENT: &[&str] = &[
    "answers",
    "closing",
    "outcome",
    "questions",
    "session",
    "session_id",
];

/// The name and file of every struct, enum, union and trait.
pub(super) fn definitions(sources: &[Source]) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for source in sources {
        let mut found = Definitions::default();
        found.visit_file(&source.syntax);
        all.extend(
            found
                .names
                .into_iter()
                .map(|name| (name, source.path.clone())),
        );
    }
    all
}

#[derive(Default)]
struct Definitions {
    names: Vec<String>,
}

impl<'s> Visit<'s> for Definitions {
    fn visit_item_struct(&mut self, item: &'s syn::ItemStruct) {
        self.names.push(item.ident.to_string());
    }

    fn visit_item_enum(&mut self, item: &'s syn::ItemEnum) {
        self.names.push(item.ident.to_string());
    }

    fn visit_item_union(&mut self, item: &'s syn::ItemUnion) {
        self.names.push(item.ident.to_string());
    }

    fn visit_item_trait(&mut self, item: &'s syn::ItemTrait) {
        self.names.push(item.ident.to_string());
        visit::visit_item_trait(self, item);
    }
}

/// The structs and variants that hold an interaction, as `file: Name`.
pub(super) fn shapes(sources: &[Source]) -> Vec<String> {
    let mut all = Vec::new();
    for source in sources {
        let mut found = Shapes::default();
        found.visit_file(&source.syntax);
        all.extend(
            found
                .names
                .iter()
                .map(|name| format!("{}: {name}", source.path)),
        );
    }
    all
}

#[derive(Default)]
struct Shapes {
    names: Vec<String>,
}

impl<'s> Visit<'s> for Shapes {
    fn visit_item_struct(&mut self, item: &'s syn::ItemStruct) {
        if holds_interaction(&item.fields) {
            self.names.push(item.ident.to_string());
        }
    }

    fn visit_item_enum(&mut self, item: &'s syn::ItemEnum) {
        for variant in item
            .variants
            .iter()
            .filter(|one| holds_interaction(&one.fields))
        {
            self.names
                .push(format!("{}::{}", item.ident, variant.ident));
        }
    }
}

fn holds_interaction(fields: &Fields) -> bool {
    let named = |names: &[&str]| {
        let mut idents = fields.iter().filter_map(|field| field.ident.as_ref());
        idents.any(|ident| names.iter().any(|name| ident == name))
    };
    let id = fields.iter().any(|field| is_id(&field.ty));
    (id || named(INTERACTION)) && named(CONTENT)
}

fn is_id(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|last| last.ident == "InteractionId")
}
