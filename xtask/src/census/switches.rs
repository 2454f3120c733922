//! Files that do one thing for a desk in this process and another for a desk elsewhere.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};
use syn::{Expr, ExprMethodCall, Member, Pat};

use super::source::Source;

/// Pairs of variants that tell a local desk from a remote one.
const PAIRS: &[[&str; 2]] = &[["Here", "There"], ["Embedded", "Remote"]];

pub(super) fn files(sources: &[Source]) -> Vec<String> {
    let switching = sources.iter().filter(|source| {
        let mut found = Switches::default();
        found.visit_file(&source.syntax);
        found.any()
    });
    switching.map(|source| source.path.clone()).collect()
}

#[derive(Default)]
struct Switches {
    /// Variants that patterns name.
    matched: BTreeSet<String>,
    address: bool,
}

impl Switches {
    fn any(&self) -> bool {
        let whole = |pair: &[&str; 2]| pair.iter().all(|name| self.matched.contains(*name));
        self.address || PAIRS.iter().any(whole)
    }
}

impl<'s> Visit<'s> for Switches {
    fn visit_pat(&mut self, pattern: &'s Pat) {
        let path = match pattern {
            Pat::TupleStruct(tuple) => Some(&tuple.path),
            Pat::Struct(fields) => Some(&fields.path),
            Pat::Path(path) => Some(&path.path),
            _ => None,
        };
        let last = path.and_then(|path| path.segments.last());
        self.matched.extend(last.map(|last| last.ident.to_string()));
        visit::visit_pat(self, pattern);
    }

    fn visit_expr_match(&mut self, branch: &'s syn::ExprMatch) {
        self.address |= is_address(&branch.expr);
        visit::visit_expr_match(self, branch);
    }

    fn visit_expr_let(&mut self, branch: &'s syn::ExprLet) {
        self.address |= is_address(&branch.expr);
        visit::visit_expr_let(self, branch);
    }

    fn visit_local(&mut self, local: &'s syn::Local) {
        let otherwise = local.init.as_ref().filter(|init| init.diverge.is_some());
        self.address |= otherwise.is_some_and(|init| is_address(&init.expr));
        visit::visit_local(self, local);
    }

    fn visit_expr_method_call(&mut self, call: &'s ExprMethodCall) {
        let asks = call.method == "is_some" || call.method == "is_none";
        self.address |= asks && is_address(&call.receiver);
        visit::visit_expr_method_call(self, call);
    }
}

/// `config.desk`, the address of a desk elsewhere, or a reference to it; not a field of `self`.
fn is_address(expression: &Expr) -> bool {
    match expression {
        Expr::Reference(reference) => is_address(&reference.expr),
        Expr::Field(field) => {
            let own = matches!(&*field.base, Expr::Path(base) if base.path.is_ident("self"));
            !own && matches!(&field.member, Member::Named(name) if name == "desk")
        }
        _ => false,
    }
}
