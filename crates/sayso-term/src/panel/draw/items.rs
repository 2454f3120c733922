//! The rows of options, own words and notes.

use ratatui_core::style::Style;
use sayso_core::choice::Choice;
use sayso_core::exact_text::shown_exactly_on_one_line;
use sayso_core::kind::Kind;
use sayso_core::safe_text::{shown, shown_on_one_line};

use super::row::{Row, rows_of, window};
use super::{ask, exact};
use crate::panel::item::{Item, Spot};
use crate::panel::look::Role;
use crate::panel::words::Words;
use crate::panel::{Panel, wording};
use crate::wrapped::{columns, shortened, wrapped};

/// From this many columns on, descriptions stand beside the labels.
const BESIDE_FROM: usize = 68;
/// The widest column of labels.
const LABELS: usize = 30;
/// Rows that words take before they scroll.
const WORDS_ROWS: usize = 8;

/// How much is drawn of a row that one is not on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// Everything.
    Full,
    /// Its label on one row.
    Brief,
    /// Nothing but labels, also of the one that one is on: more would leave none beside it.
    Labels,
}

/// Columns that words have on a row.
pub(super) fn words_width(panel: &Panel, depth: usize, spot: Spot, inner: usize) -> usize {
    let before = match spot {
        Spot::Text => depth * 4 + 2,
        Spot::Note => depth * 4 + 4 + columns(panel.look.signs().pen),
        _ => {
            let other = columns(wording::other(panel.lang)) + 2;
            depth * 4 + 4 + columns(panel.look.signs().one_off) + 1 + other
        }
    };
    // One column for a cursor behind the last character.
    inner.saturating_sub(before + 1).max(8)
}

/// The rows of one item.
pub(super) fn rows(panel: &Panel, item: &Item<'_>, inner: usize, detail: Detail) -> Vec<Row> {
    let on = panel.focus().is_some_and(|focus| item.is(focus));
    let mut rows = Vec::new();
    if item.first && item.depth > 0 {
        rows.extend(follow_up(panel, item, inner));
    }
    match item.spot {
        Spot::Choice(at) => rows.extend(choice(panel, item, at, inner, detail, on)),
        Spot::Yes(yes) => rows.push(boolean(panel, item, yes, on)),
        Spot::Other | Spot::Text | Spot::Note => rows.extend(words(panel, item, inner, detail, on)),
    }
    rows
}

/// The question that hangs under an option.
fn follow_up(panel: &Panel, item: &Item<'_>, inner: usize) -> Vec<Row> {
    let signs = panel.look.signs();
    let indent = " ".repeat(item.depth * 4 - 2);
    let first = format!("{indent}{} ", signs.branch);
    let room = inner.saturating_sub(columns(&first)).max(8);
    let mut rows = if panel.is_approval() && item.question.kind != Kind::Text {
        // It is read above, with all that is asked.
        let text = shown_exactly_on_one_line(&item.question.text);
        vec![Row::of(
            shortened(&text, room),
            panel.look.of(Role::Question),
        )]
    } else {
        ask::rows(panel, item.question, room, true)
    };
    for (at, row) in rows.iter_mut().enumerate() {
        let before = if at == 0 {
            first.clone()
        } else {
            " ".repeat(columns(&first))
        };
        let style = panel.look.of(Role::Frame);
        row.spans
            .insert(0, crate::panel::picture::piece(before, style));
    }
    rows
}

/// `❯ ` before the row one is on.
fn pointer(panel: &Panel, item: &Item<'_>, on: bool) -> Row {
    let sign = if on { panel.look.signs().focus } else { " " };
    let text = format!("{}{sign} ", " ".repeat(item.depth * 4));
    Row::of(text, panel.look.of(Role::Focus))
}

/// The digit that takes a row; none where digits take nothing.
fn number(panel: &Panel, item: &Item<'_>, number: usize) -> String {
    let count = item.question.choices.len();
    if panel.is_approval() || count >= super::super::FILTER_FROM {
        String::new()
    } else if number > 9 {
        "  ".into()
    } else {
        format!("{number} ")
    }
}

fn mark(panel: &Panel, kind: Kind, on: bool) -> &'static str {
    let signs = panel.look.signs();
    match (kind, on) {
        (Kind::Checkbox, true) => signs.many_on,
        (Kind::Checkbox, false) => signs.many_off,
        (_, true) => signs.one_on,
        (_, false) => signs.one_off,
    }
}

fn label_style(panel: &Panel, on: bool, picked: bool) -> Style {
    match (on, picked) {
        (true, _) => panel.look.of(Role::Focus),
        (false, true) => panel.look.of(Role::Picked),
        (false, false) => panel.look.of(Role::Text),
    }
}

fn choice(
    panel: &Panel,
    item: &Item<'_>,
    at: usize,
    inner: usize,
    detail: Detail,
    on: bool,
) -> Vec<Row> {
    let look = panel.look;
    let Some(choice) = item.question.choices.get(at) else {
        return Vec::new();
    };
    let picked = panel.form.is_picked(&item.question.id, &choice.id);
    let mark_role = if picked { Role::Picked } else { Role::Quiet };
    let before = pointer(panel, item, on)
        .and(number(panel, item, at + 1), look.of(Role::Quiet))
        .and(
            format!("{} ", mark(panel, item.question.kind, picked)),
            look.of(mark_role),
        );
    let lead = before.width();
    let room = inner.saturating_sub(lead).max(8);
    let label = label(panel, choice);
    let tags = tags(panel, item, at, choice);
    let style = label_style(panel, on, picked);
    if detail == Detail::Labels || detail == Detail::Brief && !on {
        // Short of room, what it says goes before what stands behind it.
        let tags = match columns(&label) + columns(&tags) <= room {
            true => tags,
            false => String::new(),
        };
        let label = shortened(&label, room);
        return vec![before.and(label, style).and(tags, look.of(Role::Quiet))];
    }
    // What a choice of an approval carries stands among what is read.
    let description = choice.description.as_deref();
    let description = description.filter(|_| !panel.is_approval()).map(shown);
    let beside = beside(panel, item, inner, lead);
    let label_room = beside.unwrap_or(room);
    let mut rows: Vec<Row> = Vec::new();
    for (nth, line) in wrapped(&label, label_room).into_iter().enumerate() {
        let start = if nth == 0 {
            before.clone()
        } else {
            Row::of(" ".repeat(lead), style)
        };
        rows.push(start.and(line, style));
    }
    if !tags.is_empty() {
        let fits = rows
            .last()
            .is_some_and(|row| row.width() + columns(&tags) <= lead + label_room);
        match rows.last_mut() {
            Some(row) if fits => *row = std::mem::take(row).and(tags, look.of(Role::Quiet)),
            _ => rows.push(Row::of(
                format!("{}{}", " ".repeat(lead), tags.trim()),
                look.of(Role::Quiet),
            )),
        }
    }
    let Some(description) = description else {
        return rows;
    };
    match beside {
        Some(labels) => {
            let start = lead + labels + 2;
            let lines = wrapped(&description, inner.saturating_sub(start));
            for (nth, line) in lines.into_iter().enumerate() {
                if nth == rows.len() {
                    rows.push(Row::default());
                }
                let gap = " ".repeat(start.saturating_sub(rows[nth].width()));
                let row = std::mem::take(&mut rows[nth]);
                rows[nth] = row.and(gap, Style::new()).and(line, look.of(Role::Quiet));
            }
        }
        None => {
            for line in wrapped(&description, room) {
                rows.push(Row::of(" ".repeat(lead), Style::new()).and(line, look.of(Role::Quiet)));
            }
        }
    }
    rows
}

/// A label on one line; of an approval, to the letter.
fn label(panel: &Panel, choice: &Choice) -> String {
    if panel.is_approval() {
        shown_exactly_on_one_line(&choice.label)
    } else {
        shown_on_one_line(&choice.label).into_owned()
    }
}

/// What stands behind a label.
fn tags(panel: &Panel, item: &Item<'_>, at: usize, choice: &Choice) -> String {
    let mut tags = String::new();
    if choice.default && !panel.is_approval() {
        tags += &format!(" ({})", wording::default_mark(panel.lang));
    }
    if !panel.may_take(item.question, Spot::Choice(at)) {
        tags += &format!(" ({})", wording::scroll_first(panel.lang));
    }
    tags
}

/// How wide the labels are, when descriptions stand beside them.
fn beside(panel: &Panel, item: &Item<'_>, inner: usize, lead: usize) -> Option<usize> {
    let choices = &item.question.choices;
    if panel.is_approval() || inner < BESIDE_FROM || choices.len() >= super::super::FILTER_FROM {
        return None;
    }
    let wide = |(at, choice): (usize, &Choice)| {
        columns(&shown_on_one_line(&choice.label)) + columns(&tags(panel, item, at, choice))
    };
    let widest = choices.iter().enumerate().map(wide).max()?;
    let fits = widest <= LABELS && inner >= lead + widest + 32;
    fits.then_some(widest)
}

fn boolean(panel: &Panel, item: &Item<'_>, yes: bool, on: bool) -> Row {
    let look = panel.look;
    let picked = panel.form.entry(&item.question.id).yes == Some(yes);
    let mark_role = if picked { Role::Picked } else { Role::Quiet };
    let number = number(panel, item, if yes { 1 } else { 2 });
    let row = pointer(panel, item, on)
        .and(number, look.of(Role::Quiet))
        .and(
            format!("{} ", mark(panel, Kind::Boolean, picked)),
            look.of(mark_role),
        )
        .and(
            wording::yes(yes, panel.lang),
            label_style(panel, on, picked),
        );
    if !panel.may_take(item.question, Spot::Yes(yes)) {
        row.and(
            format!(" ({})", wording::scroll_first(panel.lang)),
            look.of(Role::Quiet),
        )
    } else {
        row
    }
}

/// A row that takes words.
fn words(panel: &Panel, item: &Item<'_>, inner: usize, detail: Detail, on: bool) -> Vec<Row> {
    let look = panel.look;
    let entry = panel.form.entry(&item.question.id);
    let secret = item.question.secret && item.spot == Spot::Text;
    let start = pointer(panel, item, on);
    let (start, text, hint) = match item.spot {
        Spot::Other => {
            let role = if entry.other_on {
                Role::Picked
            } else {
                Role::Quiet
            };
            let label = wording::other(panel.lang);
            let colon = panel.lang.pick(": ", "：");
            let row = start
                .and(number(panel, item, 0), look.of(Role::Quiet))
                .and(
                    format!("{} ", mark(panel, item.question.kind, entry.other_on)),
                    look.of(role),
                )
                .and(label, label_style(panel, on, entry.other_on))
                .and(colon, look.of(Role::Quiet));
            (row, entry.other, wording::other_hint(panel.lang))
        }
        Spot::Note => {
            let row = start.and(format!("  {} ", look.signs().pen), look.of(Role::Frame));
            (row, entry.note, wording::note_hint(panel.lang))
        }
        _ => (start, entry.text, wording::text_hint(secret, panel.lang)),
    };
    let lead = start.width();
    let width = words_width(panel, item.depth, item.spot, inner);
    let written = panel.words.as_ref().filter(|_| on);
    if text.is_empty() && written.is_none_or(|words| words.text().is_empty()) {
        let mut row = start.and(shortened(hint, width), look.of(Role::Quiet));
        row.cursor = on.then_some(lead);
        return vec![row];
    }
    if detail != Detail::Full && !on {
        let text = if secret {
            "••••••".into()
        } else {
            shown_on_one_line(&text)
        };
        return vec![start.and(shortened(&text, width), look.of(Role::Text))];
    }
    let resting = Words::new(text);
    let laid = written.unwrap_or(&resting).laid(width, secret);
    let (row, column) = laid.cursor;
    let window = window(laid.rows.len(), row..row + 1, WORDS_ROWS);
    let mut rows = Vec::new();
    for at in window.clone() {
        let before = if at == window.start {
            start.clone()
        } else {
            Row::of(" ".repeat(lead), Style::new())
        };
        let mut drawn = before.and(laid.rows[at].clone(), look.of(Role::Text));
        drawn.cursor = (on && at == row).then_some(lead + column);
        rows.push(drawn);
    }
    rows
}

/// What picking the option one is on would bring.
pub(super) fn preview(panel: &Panel, inner: usize) -> Vec<Row> {
    let look = panel.look;
    let focus = panel.focus().filter(|_| panel.is_in_sight());
    let Some((question, focus)) = panel.focused().zip(focus) else {
        return Vec::new();
    };
    let Spot::Choice(at) = focus.spot else {
        return Vec::new();
    };
    let choice = question.choices.get(at);
    let Some((choice, preview)) =
        choice.and_then(|choice| Some((choice, choice.preview.as_ref()?)))
    else {
        return Vec::new();
    };
    let rule = look.signs().rule;
    let title = wording::preview(&label(panel, choice), panel.lang);
    let title = format!(
        "{rule}{rule} {} ",
        shortened(&title, inner.saturating_sub(8))
    );
    let rest = inner.saturating_sub(columns(&title)).min(40) / columns(rule);
    let mut rows = vec![Row::of(title + &rule.repeat(rest), look.of(Role::Quiet))];
    rows.extend(bring(panel, preview, inner));
    rows
}

/// All that there is to read about a choice.
pub(super) fn whole(panel: &Panel, choice: &Choice, inner: usize) -> Vec<Row> {
    let look = panel.look;
    let mut rows = if panel.is_approval() {
        exact::carried(panel, choice, inner)
    } else {
        let mut rows = rows_of(&shown(&choice.label), inner, look.of(Role::Focus));
        if let Some(description) = &choice.description {
            rows.extend(rows_of(&shown(description), inner, look.of(Role::Text)));
        }
        rows
    };
    if let Some(preview) = &choice.preview {
        rows.push(Row::default());
        rows.extend(bring(panel, preview, inner));
    }
    rows
}

/// What a choice would bring: markdown, or of an approval the letters.
fn bring(panel: &Panel, preview: &str, inner: usize) -> Vec<Row> {
    match panel.is_approval() {
        true => exact::behind_gutter(panel, preview, inner),
        false => markdown(panel, preview, inner),
    }
}

/// Markdown, with its headings told apart and everything else as it was written.
fn markdown(panel: &Panel, text: &str, inner: usize) -> Vec<Row> {
    let look = panel.look;
    let mut fenced = false;
    let mut rows = Vec::new();
    for line in shown(text.trim_end()).split('\n') {
        let fence = line.trim_start().starts_with("```");
        let role = match line.trim_start() {
            _ if fence => Role::Quiet,
            start if !fenced && start.starts_with('#') => Role::Question,
            _ => Role::Text,
        };
        fenced ^= fence;
        rows.extend(rows_of(line, inner, look.of(role)));
    }
    rows
}
