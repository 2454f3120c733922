//! From the state of the inbox to its picture.

mod foot;
mod list;
mod preview;
mod search;
mod several;
mod texts;

use ratatui_core::text::Line;

use super::strip::Strip;
use super::view::View;
use super::{Inbox, SMALLEST, wording};
use crate::panel::{Picture, Role};
use crate::wrapped::{columns, wrapped};

/// From this width on the list and what one is on stand side by side.
const WIDE: u16 = 110;
/// From this height on there is room for air.
const AIRY: u16 = 16;

/// How the screen is divided.
struct Plan {
    /// Columns of the list; the last one of the screen stays free, so that no terminal breaks a
    /// row by itself.
    list: usize,
    /// Columns beside it, behind the line.
    beside: Option<usize>,
    /// Rows above.
    head: usize,
    height: usize,
}

fn plan(width: u16, height: u16) -> Plan {
    let head = if height >= AIRY { 2 } else { 1 };
    let all = usize::from(width).saturating_sub(1);
    let height = usize::from(height);
    if width < WIDE {
        return Plan {
            list: all,
            beside: None,
            head,
            height,
        };
    }
    let list = (all * 2 / 5).clamp(44, 76);
    Plan {
        list,
        beside: Some(all - list - 3),
        head,
        height,
    }
}

/// How much room a panel has.
pub(super) fn panel_size(inbox: &Inbox) -> (u16, u16) {
    let (width, height) = inbox.size;
    let plan = plan(width, height);
    let columns = plan.beside.map_or(usize::from(width), |beside| beside + 1);
    let rows = plan.height.saturating_sub(plan.head).max(1);
    let small = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
    (small(columns), small(rows))
}

/// How many questions of the list are in sight.
pub(super) fn list_page(inbox: &Inbox) -> usize {
    body_room(inbox) / list::ROWS
}

/// How many rows there are between head and foot.
fn body_room(inbox: &Inbox) -> usize {
    let (width, height) = inbox.size;
    let plan = plan(width, height);
    let foot = foot::rows(inbox, usize::from(width).saturating_sub(1), height);
    plan.height.saturating_sub(plan.head + foot.len()).max(1)
}

/// How many rows a page of text has.
pub(super) fn text_page(inbox: &Inbox) -> usize {
    body_room(inbox).saturating_sub(3).max(1)
}

/// How far what can be read can be scrolled.
pub(super) fn text_scroll(inbox: &Inbox) -> usize {
    let width = usize::from(inbox.size.0).saturating_sub(1);
    texts::rows(inbox, width)
        .len()
        .saturating_sub(body_room(inbox))
}

/// How far the list of those that get the answer can be scrolled.
pub(super) fn sending_scroll(inbox: &Inbox) -> usize {
    let width = usize::from(inbox.size.0).saturating_sub(1);
    several::sending_scroll(inbox, width, body_room(inbox))
}

/// Whether nothing can be shown in a window of this size.
pub(super) fn is_too_small((width, height): (u16, u16)) -> bool {
    width < SMALLEST.0 || height < SMALLEST.1
}

/// The whole screen.
pub(super) fn picture(inbox: &Inbox, width: u16, height: u16) -> Picture {
    if is_too_small((width, height)) {
        return too_small(inbox, width, height);
    }
    let plan = plan(width, height);
    let mut picture = match &inbox.view {
        View::List => list_screen(inbox, &plan, width, height),
        View::Question(question) => question_screen(inbox, &question.panel, &plan, width, height),
        _ => other_screen(inbox, &plan, width, height),
    };
    picture.rows.truncate(usize::from(height));
    picture
}

fn list_screen(inbox: &Inbox, plan: &Plan, width: u16, height: u16) -> Picture {
    let all = usize::from(width).saturating_sub(1);
    let foot = foot::rows(inbox, all, height);
    let room = plan.height.saturating_sub(plan.head + foot.len());
    let list = list::rows(inbox, plan.list, room);
    let body = match plan.beside {
        None => list,
        Some(columns) => {
            let beside = preview::rows(inbox, columns, room);
            beside_each_other(inbox, plan, list, beside, room)
        }
    };
    Picture {
        rows: stacked(inbox, plan, all, body, foot, room),
        ..Picture::default()
    }
}

fn question_screen(
    inbox: &Inbox,
    panel: &crate::panel::Panel,
    plan: &Plan,
    width: u16,
    height: u16,
) -> Picture {
    let all = usize::from(width).saturating_sub(1);
    let room = plan.height.saturating_sub(plan.head);
    let (columns, rows) = match plan.beside {
        None => (width, room),
        Some(beside) => (u16::try_from(beside + 1).unwrap_or(width), room),
    };
    let shown = panel.picture(columns, u16::try_from(rows).unwrap_or(height));
    let down = u16::try_from(plan.head).unwrap_or(0);
    let right = match plan.beside {
        None => 0,
        Some(_) => u16::try_from(plan.list + 3).unwrap_or(0),
    };
    let cursor = shown
        .cursor
        .map(|(column, row)| (column + right, row + down));
    let body = match plan.beside {
        None => shown.rows,
        Some(_) => {
            let list = list::rows(inbox, plan.list, room);
            beside_each_other(inbox, plan, list, shown.rows, room)
        }
    };
    Picture {
        rows: stacked(inbox, plan, all, body, Vec::new(), room),
        cursor,
        ..Picture::default()
    }
}

fn other_screen(inbox: &Inbox, plan: &Plan, width: u16, height: u16) -> Picture {
    let all = usize::from(width).saturating_sub(1);
    let foot = foot::rows(inbox, all, height);
    let room = plan.height.saturating_sub(plan.head + foot.len());
    let (body, cursor) = match &inbox.view {
        View::Ticking => (several::ticking(inbox, all, room), None),
        View::Sending(sending) => (several::sending(inbox, sending, all, room), None),
        View::Search(search) if search.open.is_none() => {
            let (rows, column) = search::rows(inbox, search, all, room);
            let head = u16::try_from(plan.head).unwrap_or(0);
            (rows, Some((column, head)))
        }
        _ => {
            let scroll = texts::scroll(inbox);
            let rows = texts::rows(inbox, all);
            let scroll = scroll.min(rows.len().saturating_sub(room));
            (rows.into_iter().skip(scroll).take(room).collect(), None)
        }
    };
    Picture {
        rows: stacked(inbox, plan, all, body, foot, room),
        cursor,
        ..Picture::default()
    }
}

/// Head, body and foot, the foot on the last rows.
fn stacked(
    inbox: &Inbox,
    plan: &Plan,
    width: usize,
    mut body: Vec<Line<'static>>,
    foot: Vec<Line<'static>>,
    room: usize,
) -> Vec<Line<'static>> {
    body.truncate(room);
    let mut rows = vec![head(inbox, width)];
    if plan.head > 1 {
        rows.push(Line::default());
    }
    let missing = room - body.len();
    rows.extend(body);
    rows.extend(std::iter::repeat_n(Line::default(), missing));
    rows.extend(foot);
    rows
}

fn beside_each_other(
    inbox: &Inbox,
    plan: &Plan,
    list: Vec<Line<'static>>,
    beside: Vec<Line<'static>>,
    room: usize,
) -> Vec<Line<'static>> {
    let side = format!(" {} ", inbox.look.signs().side);
    let quiet = inbox.look.of(Role::Quiet);
    let (mut list, mut beside) = (list.into_iter(), beside.into_iter());
    let mut rows = Vec::with_capacity(room);
    for _ in 0..room {
        let left = list.next().unwrap_or_default();
        let wide: usize = left
            .spans
            .iter()
            .map(|span| crate::wrapped::columns(&span.content))
            .sum();
        let gap = Strip::new(plan.list.saturating_sub(wide) + 3)
            .and(
                &" ".repeat(plan.list.saturating_sub(wide)),
                ratatui_core::style::Style::new(),
            )
            .and(&side, quiet);
        let mut line = left;
        line.spans
            .extend(gap.then(beside.next().unwrap_or_default()).spans);
        rows.push(line);
    }
    rows
}

/// Our own name, how much is open, and whether it is live.
fn head(inbox: &Inbox, width: usize) -> Line<'static> {
    let (look, lang) = (inbox.look, inbox.lang);
    let (state, role) = match (&inbox.away, inbox.told) {
        (Some(_), _) => (wording::away(lang), Role::Warning),
        (None, true) => (wording::live(lang), Role::Picked),
        (None, false) => (wording::reading(lang), Role::Quiet),
    };
    let mut strip = Strip::new(width).and(wording::name(lang), look.of(Role::Asker));
    if inbox.told {
        strip = strip.and(look.signs().dot, look.of(Role::Quiet)).and(
            &wording::waiting(inbox.count(), lang),
            look.of(Role::Question),
        );
    }
    // What is old is never shown as if it were not.
    let state = match inbox.away {
        Some(_) if columns(state) >= strip.left() => wording::away_briefly(lang),
        _ => state,
    };
    strip.ending(state, look.of(role)).line()
}

fn too_small(inbox: &Inbox, width: u16, height: u16) -> Picture {
    let text = wording::too_small(inbox.lang);
    let width = usize::from(width).saturating_sub(1).max(2);
    let rows = wrapped(text, width)
        .into_iter()
        .take(usize::from(height))
        .map(|line| {
            Strip::new(width)
                .and(&line, inbox.look.of(Role::Warning))
                .line()
        });
    Picture {
        rows: rows.collect(),
        ..Picture::default()
    }
}
