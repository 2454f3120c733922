//! The row of tabs: one a question, and the review.

use sayso_core::on_the_table::whole_tree;
use sayso_core::question::Question;

use super::review::name;
use super::row::Row;
use crate::panel::look::Role;
use crate::panel::{Panel, wording};
use crate::wrapped::{columns, shortened};

/// Narrowest that a tab's words become before its neighbours are left out.
const NARROWEST: usize = 4;

pub(super) fn row(panel: &Panel, inner: usize) -> Row {
    let look = panel.look;
    let missing = panel.form.missing();
    let names = names(panel);
    let widths = widths(panel, &names, inner);
    let mut row = Row::default();
    for (at, (name, width)) in names.iter().zip(widths).enumerate() {
        let root = panel.roots().get(at);
        let done = root.is_some_and(|root| is_done(panel, root, &missing));
        let mark = match root {
            Some(_) if done => format!("{} ", look.signs().done),
            Some(_) => format!("{} ", look.signs().open),
            None => String::new(),
        };
        let role = match at == panel.tab {
            true => Role::Tab,
            false if done => Role::Picked,
            false => Role::Quiet,
        };
        let mark_role = if done { Role::Picked } else { Role::Quiet };
        let name = shortened(name, width);
        let gap = if at == 0 { "" } else { "  " };
        row = row
            .and(format!("{gap}{mark}"), look.of(mark_role))
            .and(name, look.of(role));
    }
    row
}

/// Whether the tab that is on has no room for its whole name.
pub(super) fn cuts_name(panel: &Panel, inner: usize) -> bool {
    let names = names(panel);
    let widths = widths(panel, &names, inner);
    let on = names.iter().zip(widths).nth(panel.tab);
    on.is_some_and(|(name, width)| columns(name) > width)
}

fn names(panel: &Panel) -> Vec<String> {
    let review = wording::review(panel.lang).to_owned();
    let names = panel.roots().iter().map(name);
    names.chain([review]).collect()
}

fn widths(panel: &Panel, names: &[String], inner: usize) -> Vec<usize> {
    shares(names, panel.tab, inner.saturating_sub(names.len() * 4))
}

/// Whether everything on a page that needs an answer has one, and something was answered.
fn is_done(panel: &Panel, root: &Question, missing: &[sayso_core::id::QuestionId]) -> bool {
    let mut tree = whole_tree(std::slice::from_ref(root));
    panel.form.is_answered(root) && !tree.any(|q| missing.contains(&q.id))
}

/// How wide each name may be: the short ones whole, the rest share; the one that is on is whole as
/// long as half the room will do.
fn shares(names: &[String], on: usize, room: usize) -> Vec<usize> {
    let wants: Vec<usize> = names.iter().map(|name| columns(name)).collect();
    let mut shares = vec![0; wants.len()];
    let mut left = room;
    if let Some(want) = wants.get(on) {
        shares[on] = (*want).min(room / 2).max(NARROWEST);
        left = left.saturating_sub(shares[on]);
    }
    let mut order: Vec<usize> = (0..wants.len()).filter(|at| *at != on).collect();
    order.sort_by_key(|at| wants[*at]);
    let mut rest = order.len();
    for at in order {
        let share = wants[at].min(left / rest.max(1)).max(NARROWEST);
        shares[at] = share;
        left = left.saturating_sub(share);
        rest -= 1;
    }
    shares
}
