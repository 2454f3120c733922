//! What was decided, by the words in it.

use ratatui_core::text::Line;

use super::list::{ROWS, window};
use crate::inbox::strip::Strip;
use crate::inbox::view::Search;
use crate::inbox::{Inbox, Past, wording};
use crate::panel::Role;
use crate::wrapped::columns;

/// The row to write in, what was found, and the column of the cursor.
pub(super) fn rows(
    inbox: &Inbox,
    search: &Search,
    width: usize,
    room: usize,
) -> (Vec<Line<'static>>, u16) {
    let (look, lang) = (inbox.look, inbox.lang);
    let quiet = look.of(Role::Quiet);
    let laid = search.words.laid(width.saturating_sub(3), false);
    let (row, column) = laid.cursor;
    let written = laid.rows.get(row).map_or("", String::as_str);
    let mut line = Strip::new(width)
        .and("/ ", look.of(Role::Key))
        .and(written, look.of(Role::Text));
    if search.words.text().is_empty() {
        line = line.and(wording::search(lang), quiet);
    }
    let count = search.found.as_ref().map(|found| {
        let text = wording::found(found.past.len(), found.more, lang);
        format!("  {text}")
    });
    let line = line.ending(count.as_deref().unwrap_or_default(), quiet);
    let mut rows = vec![line.line()];
    let past = search.found.as_ref().map(|found| &found.past[..]);
    match past {
        None => rows.push(Strip::new(width).and(wording::reading(lang), quiet).line()),
        Some([]) => rows.push(
            Strip::new(width)
                .and(wording::none_found(lang), quiet)
                .line(),
        ),
        Some(past) => {
            let most = (room.saturating_sub(1) / ROWS).max(1);
            for at in window(past.len(), search.row, most) {
                rows.extend(two_rows(inbox, &past[at], at == search.row, width));
            }
        }
    }
    let column = u16::try_from(columns("/ ") + column).unwrap_or(u16::MAX);
    (rows, column)
}

fn two_rows(inbox: &Inbox, past: &Past, is_on: bool, width: usize) -> [Line<'static>; 2] {
    let look = inbox.look;
    let (sign, style) = match is_on {
        true => (look.signs().focus, look.of(Role::Focus)),
        false => (" ", look.of(Role::Text)),
    };
    let quiet = look.of(Role::Quiet);
    [
        Strip::new(width)
            .and(sign, style)
            .and(" ", style)
            .foreign(&past.title, width, style)
            .line(),
        Strip::new(width)
            .and("    ", quiet)
            .foreign(&past.ending, width, quiet)
            .and(look.signs().dot, quiet)
            .foreign(&past.about, width, quiet)
            .line(),
    ]
}
