//! The last rows: what there is to tell, and which keys do what here.

use std::ops::Range;

use ratatui_core::text::Line;
use sayso_core::safe_text::shown_on_one_line;

use crate::inbox::Inbox;
use crate::inbox::strip::Strip;
use crate::inbox::view::View;
use crate::inbox::wording::{self, Does};
use crate::panel::{Command, Role};
use crate::wrapped::{columns, wrapped};

/// Rows that a notice may take.
const NOTICE: usize = 3;

pub(super) fn rows(inbox: &Inbox, width: usize, height: u16) -> Vec<Line<'static>> {
    let (look, lang) = (inbox.look, inbox.lang);
    let mut rows = Vec::new();
    if let Some(notice) = &inbox.notice {
        let role = match notice.warns {
            true => Role::Warning,
            false => Role::Text,
        };
        // A reason may be in somebody's own words.
        let text = shown_on_one_line(&notice.text);
        for line in wrapped(&text, width).into_iter().take(NOTICE) {
            rows.push(Strip::new(width).and(&line, look.of(role)).line());
        }
    }
    if let Some(guard) = &inbox.guard {
        let text = wording::moment(guard.refused(), lang);
        let quiet = look.of(Role::Quiet);
        rows.extend(
            wrapped(text, width)
                .iter()
                .map(|line| Strip::new(width).and(line, quiet).line()),
        );
        return rows;
    }
    let most = if height < 14 { 1 } else { 2 };
    rows.extend(hint_rows(inbox, hints(inbox), width, most));
    rows
}

/// A key, what it does, and how soon it is left out where there is no room.
struct Hint {
    key: String,
    what: &'static str,
    spare: u8,
}

impl Hint {
    fn wide(&self) -> usize {
        columns(&self.key) + 1 + columns(self.what)
    }
}

/// As many whole hints as there is room for; those that can be spared go first.
fn hint_rows(inbox: &Inbox, mut hints: Vec<Hint>, width: usize, most: usize) -> Vec<Line<'static>> {
    let look = inbox.look;
    let dot = look.signs().dot;
    let lines = loop {
        let lines = broken(&hints, columns(dot), width);
        let spared = (0..hints.len()).max_by_key(|at| hints[*at].spare);
        match spared {
            Some(at) if lines.len() > most => drop(hints.remove(at)),
            _ => break lines,
        }
    };
    let mut rows = Vec::new();
    for line in lines {
        let mut strip = Strip::new(width);
        for (at, hint) in hints[line].iter().enumerate() {
            if at > 0 {
                strip = strip.and(dot, look.of(Role::Quiet));
            }
            strip = strip
                .and(&hint.key, look.of(Role::Key))
                .and(" ", look.of(Role::Quiet))
                .and(hint.what, look.of(Role::Quiet));
        }
        rows.push(strip.line());
    }
    rows
}

/// The hints in rows, none of them broken.
fn broken(hints: &[Hint], gap: usize, width: usize) -> Vec<Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut taken = 0;
    for (at, hint) in hints.iter().enumerate() {
        match lines.last_mut() {
            Some(line) if taken + gap + hint.wide() <= width => {
                line.end = at + 1;
                taken += gap + hint.wide();
            }
            _ => {
                lines.push(at..at + 1);
                taken = hint.wide();
            }
        }
    }
    lines
}

fn hints(inbox: &Inbox) -> Vec<Hint> {
    let lang = inbox.lang;
    let writing = matches!(&inbox.view, View::Search(search) if search.open.is_none());
    let bound = |command: Command| {
        let key = inbox.keys.hint(command, writing, false);
        key.map(|key| key.to_string()).unwrap_or_default()
    };
    let arrows = match inbox.look.signs {
        true => format!("{}{}", bound(Command::Up), bound(Command::Down)),
        false => "Up/Down".to_owned(),
    };
    let hint = |key: String, does: Does, spare: u8| Hint {
        key,
        what: wording::key(does, lang),
        spare,
    };
    match &inbox.view {
        View::List => {
            let mut hints = Vec::new();
            if inbox.count() > 0 {
                hints.push(hint(arrows, Does::Move, 5));
                hints.push(hint(bound(Command::Choose), Does::Open, 0));
            }
            if super::list::alike_count(inbox) > 1 {
                hints.push(hint("b".into(), Does::Together, 3));
            }
            hints.push(hint(bound(Command::Filter), Does::Search, 4));
            hints.push(hint("q".into(), Does::Leave, 2));
            hints.push(hint(bound(Command::Help), Does::Keys, 1));
            hints
        }
        View::Ticking => vec![
            hint(arrows, Does::Move, 3),
            hint(bound(Command::Toggle), Does::Tick, 1),
            hint(bound(Command::Choose), Does::GoOn, 0),
            hint(bound(Command::Back), Does::Back, 2),
        ],
        View::Sending(_) => vec![
            hint(arrows, Does::Move, 2),
            hint(bound(Command::Choose), Does::Choose, 0),
            hint(bound(Command::Back), Does::Back, 1),
        ],
        View::Search(search) if search.open.is_none() => vec![
            hint(arrows, Does::Move, 2),
            hint(bound(Command::Choose), Does::ReadAll, 0),
            hint(bound(Command::Back), Does::Back, 1),
        ],
        _ => vec![
            hint(arrows, Does::Scroll, 1),
            hint(bound(Command::Back), Does::Back, 0),
        ],
    }
}
