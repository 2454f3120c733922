//! Who asks, which round it is, and what the clock says: rows that the asker's words never reach.

use sayso_core::safe_text::shown_on_one_line;

use super::row::{Row, rows_of};
use crate::panel::clock::countdown;
use crate::panel::look::Role;
use crate::panel::{Panel, wording};
use crate::wrapped::{columns, shortened};

/// Below this many seconds the clock is drawn as a warning.
const SOON: u64 = 30;

pub(super) fn rows(panel: &Panel, inner: usize) -> Vec<Row> {
    let look = panel.look;
    let dot = look.signs().dot;
    let mut first = Row::default();
    if panel.is_approval() {
        let word = wording::approval(panel.lang);
        first = first
            .and(word, look.of(Role::Warning))
            .and(dot, look.of(Role::Quiet));
    }
    let round = crate::round::round(panel.round, panel.total_rounds, panel.lang);
    let round = round
        .map(|round| format!("{dot}{round}"))
        .unwrap_or_default();
    let heading = panel
        .heading
        .as_deref()
        .unwrap_or_else(|| wording::asks(panel.lang));
    let room = inner.saturating_sub(first.width() + columns(&round));
    let heading = squeezed(&shown_on_one_line(heading), room);
    first = first
        .and(heading, look.of(Role::Asker))
        .and(round, look.of(Role::Quiet));
    let mut rows = vec![first];
    if let Some(told) = &panel.clock {
        let seconds = told.seconds(panel.now);
        let held = told.clock.held;
        let text = wording::clock(&countdown(seconds), &told.clock.at_zero, held, panel.lang);
        let role = match held {
            false if seconds <= SOON => Role::Warning,
            _ => Role::Quiet,
        };
        let text = shown_on_one_line(&text);
        rows.extend(rows_of(&text, inner, look.of(role)));
    }
    rows
}

/// Cut in the middle: who asks stands at the start, the project's own name at the end.
fn squeezed(text: &str, room: usize) -> String {
    if columns(text) <= room {
        return text.to_owned();
    }
    let half = room.saturating_sub(1) / 2;
    let start = shortened(text, half.max(2));
    let mut end = String::new();
    for c in text.chars().rev() {
        let longer = format!("{c}{end}");
        if columns(&longer) + columns(&start) > room {
            break;
        }
        end = longer;
    }
    start + &end
}
