//! What is asked, whole.

use sayso_core::question::Question;
use sayso_core::safe_text::{shown, shown_on_one_line};

use super::exact;
use super::row::{Row, rows_of};
use crate::panel::look::Role;
use crate::panel::{Panel, wording};
use crate::wrapped::columns;

/// The words of a question, of an approval to the letter: its header when no tab shows it, itself, what was said beside it, and
/// the files it is about.
pub(super) fn rows(panel: &Panel, question: &Question, inner: usize, header: bool) -> Vec<Row> {
    if panel.is_approval() {
        return exact::words(panel, question, inner, header);
    }
    let look = panel.look;
    let mut rows = Vec::new();
    if let Some(header) = question.header.as_deref().filter(|_| header) {
        let header = shown_on_one_line(header);
        rows.extend(rows_of(&header, inner, look.of(Role::Frame)));
    }
    rows.extend(rows_of(
        &shown(&question.text),
        inner,
        look.of(Role::Question),
    ));
    if !question.required {
        let optional = wording::optional(panel.lang);
        let optional = panel
            .lang
            .pick(format!(" ({optional})"), format!("（{optional}）"));
        let quiet = look.of(Role::Quiet);
        match rows.last_mut() {
            Some(row) if row.width() + columns(&optional) <= inner => {
                *row = std::mem::take(row).and(optional, quiet);
            }
            _ => rows.push(Row::of(optional.trim(), quiet)),
        }
    }
    if let Some(description) = &question.description {
        rows.extend(rows_of(&shown(description), inner, look.of(Role::Text)));
    }
    for context in panel
        .contexts
        .iter()
        .filter(|context| context.question == question.id)
    {
        let text = wording::context(&shown_on_one_line(&context.place), panel.lang);
        rows.extend(rows_of(&text, inner, look.of(Role::Quiet)));
    }
    rows
}
