//! What one is on, to be read before it is opened.

use ratatui_core::style::Style;
use ratatui_core::text::Line;
use sayso_core::exact_text::shown_exactly;
use sayso_core::kind::Kind;
use sayso_core::question::Question;
use sayso_core::safe_text::{shown, shown_on_one_line};
use sayso_core::source::Source;

use crate::inbox::strip::Strip;
use crate::inbox::{Inbox, wording};
use crate::panel::Role;
use crate::wrapped::wrapped;

pub(super) fn rows(inbox: &Inbox, width: usize, room: usize) -> Vec<Line<'static>> {
    let look = inbox.look;
    let on = inbox.at().map(|at| &inbox.list[at]);
    let Some(one) = on.filter(|one| one.closed.is_none()) else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    if let Some(heading) = one.entry.heading() {
        let line = Strip::new(width).foreign(&heading, width, look.of(Role::Asker));
        rows.push(line.line());
        rows.push(Line::default());
    }
    if one.entry.unattended {
        for line in wrapped(wording::unattended(inbox.lang), width.max(2)) {
            let strip = Strip::new(width).and(&line, look.of(Role::Warning));
            rows.push(strip.line());
        }
        rows.push(Line::default());
    }
    let exact = one.entry.source == Source::Approval;
    for question in one.entry.questions.iter() {
        question_rows(inbox, question, exact, width, &mut rows);
        rows.push(Line::default());
    }
    if rows.len() > room {
        rows.truncate(room.saturating_sub(1));
        let more = Strip::new(width).and(look.signs().more, look.of(Role::Quiet));
        rows.push(more.line());
    }
    rows
}

fn question_rows(
    inbox: &Inbox,
    question: &Question,
    exact: bool,
    width: usize,
    rows: &mut Vec<Line<'static>>,
) {
    let look = inbox.look;
    let words = |text: &str| match exact {
        true => shown_exactly(text),
        false => shown(text).into_owned(),
    };
    let mut put = |text: &str, indent: &str, style: Style| {
        for line in wrapped(text, width.saturating_sub(indent.len()).max(2)) {
            let strip = Strip::new(width).and(indent, style).and(&line, style);
            rows.push(strip.line());
        }
    };
    if let Some(header) = &question.header {
        put(&shown_on_one_line(header), "", look.of(Role::Frame));
    }
    put(&words(&question.text), "", look.of(Role::Question));
    if let Some(description) = &question.description {
        put(&words(description), "", look.of(Role::Text));
    }
    let sign = match question.kind {
        Kind::Checkbox => look.signs().many_off,
        _ => look.signs().one_off,
    };
    for choice in question.choices.iter() {
        let label = format!("{sign} {}", shown_on_one_line(&choice.label));
        put(&label, "  ", look.of(Role::Text));
        if let Some(description) = &choice.description {
            put(&words(description), "      ", look.of(Role::Quiet));
        }
    }
}
