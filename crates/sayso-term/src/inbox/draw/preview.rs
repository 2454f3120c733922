//! What one is on, to be read before it is opened.

use ratatui_core::style::Style;
use ratatui_core::text::Line;
use sayso_core::approval::{self, lines};
use sayso_core::kind::Kind;
use sayso_core::question::Question;
use sayso_core::safe_text::{shown, shown_on_one_line};
use sayso_core::source::Source;

use crate::exact;
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
    for question in one.entry.questions.iter() {
        match one.entry.source {
            Source::Tool => question_rows(inbox, question, width, &mut rows),
            Source::Approval => approval_rows(inbox, question, width, &mut rows),
        }
        rows.push(Line::default());
    }
    if rows.len() > room {
        rows.truncate(room.saturating_sub(1));
        let more = Strip::new(width).and(look.signs().more, look.of(Role::Quiet));
        rows.push(more.line());
    }
    rows
}

fn question_rows(inbox: &Inbox, question: &Question, width: usize, rows: &mut Vec<Line<'static>>) {
    let look = inbox.look;
    let mut put = |text: &str, indent: &str, style: Style| {
        for line in wrapped(text, width.saturating_sub(indent.len()).max(2)) {
            let strip = Strip::new(width).and(indent, style).and(&line, style);
            rows.push(strip.line());
        }
    };
    if let Some(header) = &question.header {
        put(&shown_on_one_line(header), "", look.of(Role::Frame));
    }
    put(&shown(&question.text), "", look.of(Role::Question));
    if let Some(description) = &question.description {
        put(&shown(description), "", look.of(Role::Text));
    }
    let sign = match question.kind {
        Kind::Checkbox => look.signs().many_off,
        _ => look.signs().one_off,
    };
    for choice in question.choices.iter() {
        let label = format!("{sign} {}", shown_on_one_line(&choice.label));
        put(&label, "  ", look.of(Role::Text));
        if let Some(description) = &choice.description {
            put(&shown(description), "      ", look.of(Role::Quiet));
        }
    }
}

/// An approval, to the letter.
fn approval_rows(inbox: &Inbox, question: &Question, width: usize, rows: &mut Vec<Line<'static>>) {
    let look = inbox.look;
    let mut put = |line: approval::Line<'_>, role: Role| {
        for row in exact::rows(line, width, look.signs()) {
            let strip = Strip::new(width).and(row.sign, look.of(Role::Frame));
            rows.push(strip.and(&row.words, look.of(role)).line());
        }
    };
    if let Some(header) = &question.header {
        let line = match question.action_digest {
            Some(_) => approval::Line::Own(header),
            None => approval::Line::Foreign(header),
        };
        put(line, Role::Frame);
    }
    for line in lines(question) {
        let role = match line {
            approval::Line::Own(_) => Role::Question,
            approval::Line::Foreign(_) => Role::Text,
        };
        put(line, role);
    }
    if let Some(digest) = &question.action_digest {
        put(
            approval::Line::Own(&exact::bound_to(digest, inbox.lang)),
            Role::Quiet,
        );
    }
    for choice in question.choices.iter() {
        let label = format!("{} {}", look.signs().one_off, choice.label);
        put(approval::Line::Own(&label), Role::Text);
        for line in choice
            .description
            .iter()
            .flat_map(|text| exact::foreign(text))
        {
            put(line, Role::Quiet);
        }
    }
}
