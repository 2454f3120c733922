//! What lies over the page.

use sayso_core::safe_text::{shown, shown_on_one_line};

use super::items;
use super::row::{Body, Row, rows_of, window};
use super::{ask, review};
use crate::panel::item::Spot;
use crate::panel::keymap::Keymap;
use crate::panel::layer::Layer;
use crate::panel::look::Role;
use crate::panel::words::Words;
use crate::panel::{Panel, wording};
use crate::wrapped::{columns, wrapped};

pub(super) fn body(panel: &Panel, layer: &Layer, inner: usize, room: usize) -> Body {
    let rows = rows(panel, layer, inner);
    let (len, scroll) = (
        rows.len(),
        match layer {
            Layer::Help { scroll } | Layer::View { scroll } | Layer::History { scroll, .. } => {
                *scroll
            }
            Layer::Folded | Layer::Leave { .. } | Layer::Reason { .. } => 0,
        },
    );
    let cursor = rows.iter().position(|row| row.cursor.is_some());
    let sight = match cursor {
        Some(at) => window(len, at..at + 1, room),
        None => {
            let start = scroll.min(len.saturating_sub(room));
            start..(start + room).min(len)
        }
    };
    Body {
        above: sight.start > 0,
        below: sight.end < len,
        rows: rows[sight].to_vec(),
        ..Body::default()
    }
}

/// All of its rows.
pub(super) fn rows(panel: &Panel, layer: &Layer, inner: usize) -> Vec<Row> {
    match layer {
        Layer::Help { .. } => help(panel, inner),
        Layer::View { .. } => view(panel, inner),
        Layer::History { earlier, .. } => {
            let mut rows = Vec::new();
            for round in earlier {
                rows.extend(history(panel, round, inner));
            }
            if rows.is_empty() {
                rows.push(Row::of(
                    wording::no_history(panel.lang),
                    panel.look.of(Role::Quiet),
                ));
            }
            rows
        }
        Layer::Leave { row } => leave(panel, *row, inner),
        Layer::Reason { words } => reason(panel, words, inner),
        Layer::Folded => Vec::new(),
    }
}

fn help(panel: &Panel, inner: usize) -> Vec<Row> {
    let look = panel.look;
    let mut lines: Vec<(String, &str)> = vec![
        ("1…9 0".into(), wording::digits(panel.lang)),
        ("Ctrl+C".into(), wording::interrupt(panel.seat, panel.lang)),
        ("Ctrl+Z".into(), wording::suspend(panel.lang)),
    ];
    for command in Keymap::commands() {
        let keys: Vec<String> = panel
            .keys
            .keys(command)
            .iter()
            .map(ToString::to_string)
            .collect();
        lines.insert(
            lines.len() - 2,
            (keys.join(" "), wording::command(command, panel.lang)),
        );
    }
    let widest = lines
        .iter()
        .map(|(keys, _)| columns(keys))
        .max()
        .unwrap_or(0);
    let widest = widest.min(inner / 2);
    let mut rows = Vec::new();
    for (keys, what) in lines {
        let pad = " ".repeat(widest.saturating_sub(columns(&keys)) + 2);
        let first = Row::of(keys, look.of(Role::Key)).and(pad, look.of(Role::Text));
        let lead = first.width();
        let mut first = Some(first);
        for line in wrapped(what, inner.saturating_sub(lead).max(8)) {
            let below = || Row::of(" ".repeat(lead), look.of(Role::Text));
            rows.push(
                first
                    .take()
                    .unwrap_or_else(below)
                    .and(line, look.of(Role::Text)),
            );
        }
    }
    rows
}

/// Everything there is to read about where one is, whole.
fn view(panel: &Panel, inner: usize) -> Vec<Row> {
    let look = panel.look;
    let Some(question) = panel.focused() else {
        return Vec::new();
    };
    let mut rows = ask::rows(panel, question, inner, true);
    let on = match panel.focus().map(|focus| focus.spot) {
        Some(Spot::Choice(at)) if panel.is_in_sight() => question.choices.get(at),
        _ => None,
    };
    if let Some(choice) = on {
        rows.push(Row::default());
        rows.extend(items::whole(panel, choice, inner));
    }
    for context in panel
        .contexts
        .iter()
        .filter(|context| context.question == question.id)
    {
        rows.push(Row::default());
        rows.push(Row::of(
            shown_on_one_line(&context.place),
            look.of(Role::Frame),
        ));
        match &context.text {
            Err(why) => {
                let text = wording::not_read(&shown_on_one_line(why), panel.lang);
                rows.extend(rows_of(&text, inner, look.of(Role::Quiet)));
            }
            Ok(text) => {
                let text = shown(text);
                let lines: Vec<&str> = text.trim_end_matches('\n').split('\n').collect();
                let last = u64::from(context.first) + lines.len() as u64;
                let digits = last.to_string().len();
                for (at, line) in (u64::from(context.first)..).zip(lines) {
                    let number = format!("{at:>digits$} ");
                    let room = inner.saturating_sub(number.len()).max(8);
                    for (nth, part) in rows_of(line, room, look.of(Role::Text))
                        .into_iter()
                        .enumerate()
                    {
                        let before = if nth == 0 {
                            number.clone()
                        } else {
                            " ".repeat(number.len())
                        };
                        let mut row = Row::of(before, look.of(Role::Quiet));
                        row.spans.extend(part.spans);
                        rows.push(row);
                    }
                }
            }
        }
    }
    rows
}

fn history(panel: &Panel, round: &crate::panel::Earlier, inner: usize) -> Vec<Row> {
    let look = panel.look;
    let number = crate::round::round(round.round.max(1), Some(round.round.max(1)), panel.lang);
    let number = number.unwrap_or_default();
    let number = number.split('/').next().unwrap_or_default().to_owned();
    let number = panel.lang.pick(number, format!("第 {} 轮", round.round));
    let dot = look.signs().dot;
    let mut rows = vec![Row::of(number, look.of(Role::Asker)).and(
        format!("{dot}{}", shown_on_one_line(&round.ending)),
        look.of(Role::Quiet),
    )];
    for (question, answer) in &round.answers {
        rows.extend(rows_of(&shown(question), inner, look.of(Role::Text)));
        let (sign, role, text) = match answer {
            Some(answer) => (look.signs().done, Role::Picked, shown(answer).into_owned()),
            None => (
                look.signs().open,
                Role::Quiet,
                wording::unanswered(false, panel.lang).to_owned(),
            ),
        };
        for (at, line) in rows_of(&text, inner.saturating_sub(4), look.of(role))
            .into_iter()
            .enumerate()
        {
            let before = if at == 0 {
                format!("  {sign} ")
            } else {
                "    ".into()
            };
            let mut row = Row::of(before, look.of(role));
            row.spans.extend(line.spans);
            rows.push(row);
        }
    }
    rows.push(Row::default());
    rows
}

fn leave(panel: &Panel, on: usize, inner: usize) -> Vec<Row> {
    let look = panel.look;
    let mut rows = Vec::new();
    if let Some(root) = panel.root().or_else(|| panel.roots().first()) {
        let name = crate::wrapped::shortened(&review::name(root), inner);
        rows.push(Row::of(name, look.of(Role::Quiet)));
    }
    rows.push(Row::of(
        wording::leave_title(panel.lang),
        look.of(Role::Question),
    ));
    let texts = wording::leave_rows(panel.seat, panel.lang);
    for (at, text) in texts.into_iter().enumerate() {
        let (sign, role) = if at == on {
            (look.signs().focus, Role::Focus)
        } else {
            (" ", Role::Text)
        };
        for (nth, line) in rows_of(text, inner.saturating_sub(2), look.of(role))
            .into_iter()
            .enumerate()
        {
            let before = if nth == 0 {
                format!("{sign} ")
            } else {
                "  ".into()
            };
            let mut row = Row::of(before, look.of(role));
            row.spans.extend(line.spans);
            rows.push(row);
        }
    }
    rows
}

fn reason(panel: &Panel, words: &Words, inner: usize) -> Vec<Row> {
    let look = panel.look;
    let mut rows = rows_of(
        wording::reason_title(panel.lang),
        inner,
        look.of(Role::Question),
    );
    let laid = words.laid(inner.saturating_sub(3), false);
    for (at, line) in laid.rows.into_iter().enumerate() {
        let sign = if at == 0 { look.signs().focus } else { " " };
        let mut row =
            Row::of(format!("{sign} "), look.of(Role::Focus)).and(line, look.of(Role::Text));
        row.cursor = (at == laid.cursor.0).then_some(2 + laid.cursor.1);
        rows.push(row);
    }
    rows
}
