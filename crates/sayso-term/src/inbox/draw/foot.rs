//! The last rows: what there is to tell, and which keys do what here.

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
    let guard = inbox.guard.as_ref().filter(|guard| {
        let opens = guard.opens_at();
        opens.is_some_and(|at| at > inbox.now)
    });
    if let Some(guard) = guard {
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
    rows.extend(hint_rows(inbox, &hints(inbox), width, most));
    rows
}

/// As many whole hints as there is room for; the last one always.
fn hint_rows(
    inbox: &Inbox,
    hints: &[(String, &'static str)],
    width: usize,
    most: usize,
) -> Vec<Line<'static>> {
    let look = inbox.look;
    let dot = look.signs().dot;
    let wide = |hint: &(String, &str)| columns(&hint.0) + 1 + columns(hint.1);
    let Some((last, others)) = hints.split_last() else {
        return Vec::new();
    };
    let mut lines: Vec<Vec<&(String, &'static str)>> = vec![Vec::new()];
    let mut taken = 0;
    let mut put = |hint, reserve: usize| {
        let full = lines.len() == most;
        let gap = if taken == 0 { 0 } else { columns(dot) };
        let reserve = if full { reserve } else { 0 };
        if taken > 0 && taken + gap + wide(hint) + reserve > width {
            if full {
                return false;
            }
            lines.push(Vec::new());
            taken = 0;
        }
        let gap = if taken == 0 { 0 } else { columns(dot) };
        taken += gap + wide(hint);
        if let Some(line) = lines.last_mut() {
            line.push(hint);
        }
        true
    };
    let reserve = wide(last) + columns(dot);
    for hint in others {
        if !put(hint, reserve) {
            break;
        }
    }
    put(last, 0);
    let drawn = lines.into_iter().map(|line| {
        let mut strip = Strip::new(width);
        for (at, (key, what)) in line.into_iter().enumerate() {
            if at > 0 {
                strip = strip.and(dot, look.of(Role::Quiet));
            }
            strip = strip
                .and(key, look.of(Role::Key))
                .and(" ", look.of(Role::Quiet))
                .and(what, look.of(Role::Quiet));
        }
        strip.line()
    });
    drawn.collect()
}

fn hints(inbox: &Inbox) -> Vec<(String, &'static str)> {
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
    let hint = |key: String, does: Does| (key, wording::key(does, lang));
    match &inbox.view {
        View::List => {
            let mut hints = Vec::new();
            if inbox.count() > 0 {
                hints.push(hint(arrows, Does::Move));
                hints.push(hint(bound(Command::Choose), Does::Open));
            }
            if super::list::alike_count(inbox) > 1 {
                hints.push(hint("b".into(), Does::Together));
            }
            hints.push(hint(bound(Command::Filter), Does::Search));
            hints.push(hint(bound(Command::Help), Does::Keys));
            hints.push(hint("q".into(), Does::Leave));
            hints
        }
        View::Ticking => vec![
            hint(arrows, Does::Move),
            hint(bound(Command::Toggle), Does::Tick),
            hint(bound(Command::Choose), Does::GoOn),
            hint(bound(Command::Back), Does::Back),
        ],
        View::Sending(_) => vec![
            hint(arrows, Does::Move),
            hint(bound(Command::Choose), Does::Choose),
            hint(bound(Command::Back), Does::Back),
        ],
        View::Search(search) if search.open.is_none() => vec![
            hint(arrows, Does::Move),
            hint(bound(Command::Choose), Does::ReadAll),
            hint(bound(Command::Back), Does::Back),
        ],
        _ => vec![
            hint(arrows, Does::Scroll),
            hint(bound(Command::Back), Does::Back),
        ],
    }
}
