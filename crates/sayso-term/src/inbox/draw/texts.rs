//! What can only be read: all keys, what came of an answer, what was decided.

use ratatui_core::style::Style;
use ratatui_core::text::Line;
use sayso_core::safe_text::shown;

use super::several;
use crate::inbox::strip::Strip;
use crate::inbox::view::View;
use crate::inbox::{Inbox, wording};
use crate::panel::Role;
use crate::wrapped::{columns, wrapped};

/// How far it is scrolled.
pub(super) fn scroll(inbox: &Inbox) -> usize {
    match &inbox.view {
        View::Help { scroll } | View::Told { scroll } => *scroll,
        View::Lost(lost) => lost.scroll,
        View::Search(search) => search.open.unwrap_or(0),
        _ => 0,
    }
}

/// All of it.
pub(super) fn rows(inbox: &Inbox, width: usize) -> Vec<Line<'static>> {
    let look = inbox.look;
    let mut rows = Vec::new();
    let mut put = |text: &str, style: Style| {
        for line in wrapped(&shown(text), width) {
            rows.push(Strip::new(width).and(&line, style).line());
        }
    };
    match &inbox.view {
        View::Help { .. } => return help(inbox, width),
        View::Told { .. } => return several::told(inbox, width),
        View::Lost(lost) => {
            put(&lost.ending, look.of(Role::Warning));
            put(&lost.title, look.of(Role::Question));
            put("", look.of(Role::Text));
            put(wording::lost(inbox.lang), look.of(Role::Quiet));
            for line in &lost.entered {
                put(line, look.of(Role::Text));
            }
        }
        View::Search(search) => {
            let found = search.found.as_ref();
            if let Some(past) = found.and_then(|found| found.past.get(search.row)) {
                put(&past.ending, look.of(Role::Picked));
                put(&past.about, look.of(Role::Quiet));
                put("", look.of(Role::Text));
                for line in &past.lines {
                    put(line, look.of(Role::Text));
                }
            }
        }
        _ => {}
    }
    rows
}

fn help(inbox: &Inbox, width: usize) -> Vec<Line<'static>> {
    let look = inbox.look;
    let keys = wording::help(inbox.lang);
    let wide = keys.iter().map(|(key, _)| columns(key)).max().unwrap_or(0) + 2;
    let mut rows = Vec::new();
    for (key, what) in keys {
        for (at, line) in wrapped(what, width.saturating_sub(wide)).iter().enumerate() {
            let key = if at == 0 { key } else { "" };
            let gap = " ".repeat(wide.saturating_sub(columns(key)));
            let strip = Strip::new(width)
                .and(key, look.of(Role::Key))
                .and(&gap, look.of(Role::Text))
                .and(line, look.of(Role::Text));
            rows.push(strip.line());
        }
    }
    rows
}
