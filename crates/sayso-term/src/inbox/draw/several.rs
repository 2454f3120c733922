//! One answer for several: for which, once more before it goes, and what came of it.

use ratatui_core::text::Line;
use sayso_core::safe_text::{shown, shown_on_one_line};
use unicode_segmentation::UnicodeSegmentation;

use super::list::{since, title, who, window};
use crate::inbox::batch::Member;
use crate::inbox::strip::Strip;
use crate::inbox::view::Sending;
use crate::inbox::{Inbox, wording};
use crate::panel::Role;
use crate::wrapped::{columns, wrapped};

/// Which of them are meant.
pub(super) fn ticking(inbox: &Inbox, width: usize, room: usize) -> Vec<Line<'static>> {
    let (look, signs) = (inbox.look, inbox.look.signs());
    let Some(batch) = &inbox.batch else {
        return Vec::new();
    };
    let count = batch.ticked().count();
    let mut rows = headline(inbox, &wording::ticking(count, inbox.lang), width);
    if let Some(first) = batch.members.first() {
        let text = title(&first.entry);
        let text = Strip::new(width)
            .and("  ", look.of(Role::Text))
            .and(&text, look.of(Role::Text));
        rows.push(text.line());
    }
    let left = room.saturating_sub(rows.len()).max(1);
    let seen = window(batch.members.len(), batch.row, left);
    for at in seen {
        let member = &batch.members[at];
        let is_on = at == batch.row;
        let focus = look.of(Role::Focus);
        let sign = if is_on { signs.focus } else { " " };
        let (tick, style) = match member.ticked {
            true => (signs.many_on, look.of(Role::Picked)),
            false => (signs.many_off, look.of(Role::Quiet)),
        };
        let strip = Strip::new(width)
            .and(sign, focus)
            .and(" ", focus)
            .and(tick, style)
            .and(" ", style);
        rows.push(member_row(inbox, member, strip));
    }
    rows
}

/// Who it is and in which project, whole as far as it can be told apart; or how it was closed
/// meanwhile.
fn member_row(inbox: &Inbox, member: &Member, strip: Strip) -> Line<'static> {
    let (look, dot) = (inbox.look, inbox.look.signs().dot);
    let quiet = look.of(Role::Quiet);
    let most = strip.left() / 3;
    let mut strip = who(inbox, &member.entry, most, strip);
    if let Some(project) = &member.entry.project {
        strip = strip.and(dot, quiet);
        // Two projects may have one name; their paths differ.
        let path = ending_of(&shown_on_one_line(project), strip.left() * 2 / 3);
        strip = strip.and(&path, look.of(Role::Text));
    }
    strip = match &member.closed {
        None => since(inbox, &member.entry, strip),
        Some(how) => {
            let most = strip.left();
            strip
                .and(dot, quiet)
                .foreign(how, most, look.of(Role::Warning))
        }
    };
    strip.line()
}

/// The end of a text, cut at its start.
fn ending_of(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let mut end = String::new();
    for character in text.graphemes(true).rev() {
        if columns(character) + columns(&end) + 1 > width {
            break;
        }
        end.insert_str(0, character);
    }
    format!("…{end}")
}

/// Every one that the answer goes to, and the answer; then the two rows that can be chosen.
pub(super) fn sending(
    inbox: &Inbox,
    sending: &Sending,
    width: usize,
    room: usize,
) -> Vec<Line<'static>> {
    let (look, signs) = (inbox.look, inbox.look.signs());
    let count = inbox.batch.as_ref().map_or(0, |b| b.ticked().count());
    let all = listed(inbox, sending, width);
    let left = room.saturating_sub(2).max(1);
    let scroll = sending.scroll.min(all.len().saturating_sub(left));
    let mut rows: Vec<_> = all.into_iter().skip(scroll).take(left).collect();
    let choices = [
        (!sending.on_send, wording::back_to_answer(inbox.lang).into()),
        (sending.on_send, wording::send(count, inbox.lang)),
    ];
    for (is_on, text) in choices {
        let (sign, style) = match is_on {
            true => (signs.focus, look.of(Role::Focus)),
            false => (" ", look.of(Role::Text)),
        };
        let strip = Strip::new(width)
            .and(sign, style)
            .and(" ", style)
            .and(&text, style);
        rows.push(strip.line());
    }
    rows
}

pub(super) fn sending_scroll(inbox: &Inbox, width: usize, room: usize) -> usize {
    let crate::inbox::view::View::Sending(sending) = &inbox.view else {
        return 0;
    };
    let all = listed(inbox, sending, width).len();
    all.saturating_sub(room.saturating_sub(2).max(1))
}

fn listed(inbox: &Inbox, sending: &Sending, width: usize) -> Vec<Line<'static>> {
    let look = inbox.look;
    let mut rows = headline(inbox, wording::sending(inbox.lang), width);
    let first = sending.question.entry.questions.first();
    if first.is_some_and(|first| first.header.is_some()) {
        // Else its words stand before the answer.
        let text = title(&sending.question.entry);
        let style = look.of(Role::Text);
        rows.extend(
            wrapped(&text, width)
                .iter()
                .map(|line| Strip::new(width).and(line, style).line()),
        );
    }
    let columns = u16::try_from(width + 1).unwrap_or(u16::MAX);
    rows.extend(sending.question.panel.record(columns).rows);
    let members = inbox.batch.iter().flat_map(|batch| batch.ticked());
    for member in members {
        let sign = format!("  {} ", look.signs().many_on);
        let strip = Strip::new(width).and(&sign, look.of(Role::Picked));
        rows.push(member_row(inbox, member, strip));
    }
    rows
}

/// What came of each.
pub(super) fn told(inbox: &Inbox, width: usize) -> Vec<Line<'static>> {
    let (look, signs) = (inbox.look, inbox.look.signs());
    let Some(batch) = &inbox.batch else {
        return Vec::new();
    };
    let sent = || batch.members.iter().filter(|member| member.told.is_some());
    let answered = sent().filter(|member| member.told == Some(Ok(()))).count();
    let text = wording::told(answered, sent().count(), inbox.lang);
    let mut rows = headline(inbox, &text, width);
    for member in sent() {
        let (sign, role) = match &member.told {
            Some(Ok(())) => (signs.done, Role::Picked),
            _ => (signs.called_off, Role::Warning),
        };
        let strip = Strip::new(width)
            .and(sign, look.of(role))
            .and(" ", look.of(role));
        rows.push(member_row(inbox, member, strip));
        let what = match &member.told {
            Some(Err(why)) => why.as_str(),
            _ => wording::answered(inbox.lang),
        };
        for line in wrapped(&shown(what), width.saturating_sub(4)) {
            let strip = Strip::new(width)
                .and("    ", look.of(Role::Quiet))
                .and(&line, look.of(role));
            rows.push(strip.line());
        }
    }
    rows
}

fn headline(inbox: &Inbox, text: &str, width: usize) -> Vec<Line<'static>> {
    let style = inbox.look.of(Role::Question);
    let lines = wrapped(text, width).into_iter();
    lines
        .map(|line| Strip::new(width).and(&line, style).line())
        .collect()
}
