//! What is asked in an approval, to the letter: what somebody else wrote stands behind a gutter.

use sayso_core::approval::{Line, lines};
use sayso_core::choice::Choice;
use sayso_core::question::Question;

use super::row::Row;
use crate::exact::{self, foreign};
use crate::panel::look::Role;
use crate::panel::reading::Part;
use crate::panel::{Panel, wording};

/// Everything that is read before something is allowed, and where each part of it ends.
pub(super) fn all(panel: &Panel, inner: usize, header: bool) -> (Vec<Row>, Vec<(Part, usize)>) {
    let (mut rows, mut ends) = (Vec::new(), Vec::new());
    for part in panel.parts(panel.tab) {
        let Some(question) = panel.question(&part.question) else {
            continue;
        };
        match part.choice.and_then(|at| question.choices.get(at)) {
            None => rows.extend(words(panel, question, inner, header || !rows.is_empty())),
            Some(choice) => rows.extend(carried(panel, choice, inner)),
        }
        ends.push((part, rows.len()));
    }
    (rows, ends)
}

/// The words of a question.
pub(super) fn words(panel: &Panel, question: &Question, inner: usize, header: bool) -> Vec<Row> {
    let mut rows = Vec::new();
    if let Some(header) = question.header.as_deref().filter(|_| header) {
        let line = match question.action_digest {
            Some(_) => Line::Own(header),
            None => Line::Foreign(header),
        };
        rows.extend(row_of(panel, line, inner, Role::Frame));
    }
    let asked = question.text.split('\n').count();
    for (at, line) in lines(question).enumerate() {
        let role = match line {
            _ if at < asked => Role::Question,
            Line::Own(_) => Role::Quiet,
            Line::Foreign(_) => Role::Text,
        };
        rows.extend(row_of(panel, line, inner, role));
    }
    let mut own = |line: &str| rows.extend(row_of(panel, Line::Own(line), inner, Role::Quiet));
    if !question.required {
        own(wording::optional(panel.lang));
    }
    if let Some(digest) = &question.action_digest {
        own(&exact::bound_to(digest, panel.lang));
    }
    for file in panel
        .contexts
        .iter()
        .filter(|file| file.question == question.id)
    {
        let line = wording::context(&file.place, panel.lang);
        rows.extend(row_of(panel, Line::Foreign(&line), inner, Role::Quiet));
    }
    rows
}

/// What a choice would permit beside what is asked.
pub(super) fn carried(panel: &Panel, choice: &Choice, inner: usize) -> Vec<Row> {
    let title = exact::carried(&choice.label, panel.lang);
    let mut rows = row_of(panel, Line::Own(&title), inner, Role::Quiet);
    for line in choice.description.iter().flat_map(|text| foreign(text)) {
        rows.extend(row_of(panel, line, inner, Role::Text));
    }
    rows
}

/// Somebody else's text behind the gutter.
pub(super) fn behind_gutter(panel: &Panel, text: &str, inner: usize) -> Vec<Row> {
    let lines = foreign(text);
    lines
        .flat_map(|line| row_of(panel, line, inner, Role::Text))
        .collect()
}

fn row_of(panel: &Panel, line: Line<'_>, inner: usize, role: Role) -> Vec<Row> {
    let look = panel.look;
    let rows = exact::rows(line, inner, look.signs()).into_iter();
    rows.map(|row| Row::of(row.sign, look.of(Role::Frame)).and(row.words, look.of(role)))
        .collect()
}
