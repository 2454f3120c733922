//! A question's page: what is asked, what can be answered, and what that would bring.

use sayso_core::safe_text::shown_on_one_line;

use super::items::{self, Detail};
use super::row::{Body, Row, Sight, window};
use super::{ask, exact, tabs};
use crate::panel::item::{Item, Spot};
use crate::panel::keymap::Command;
use crate::panel::look::Role;
use crate::panel::reading::Part;
use crate::panel::{FILTER_FROM, Panel, wording};

/// Rows of options that are always in sight, however long the question is.
const OPTIONS: usize = 3;
/// Rows of a preview that are always in sight.
const PREVIEW: usize = 4;
/// With fewer rows for options than this there are only labels.
const CRAMPED: usize = 6;
/// Lists longer than this are drawn briefly from the start.
const LONG: usize = 60;

/// From this many columns on, what an option would bring stands beside the list.
const BESIDE_FROM: usize = 100;
/// Columns between the list and what stands beside it.
const GAP: usize = 3;

/// How many columns the list has. It is the same for every option of the page, whether that one
/// would bring something or not: a list that changes its width under one's eyes is restless.
pub(super) fn list_width(panel: &Panel, items: &[Item<'_>], inner: usize) -> usize {
    let brings = |item: &Item<'_>| match item.spot {
        Spot::Choice(at) => item.question.choices[at].preview.is_some(),
        _ => false,
    };
    if inner < BESIDE_FROM || panel.layer.is_some() || !items.iter().any(brings) {
        return inner;
    }
    inner * 2 / 5
}

/// What goes where on a page.
pub(super) struct Plan<'p> {
    tabs: bool,
    /// Whether there is room for air between the parts.
    air: bool,
    pub(super) ask: Vec<Row>,
    /// Where each part of an approval ends in it.
    ends: Vec<(Part, usize)>,
    pub(super) ask_room: usize,
    items: Vec<Item<'p>>,
    detail: Detail,
    items_room: usize,
    filter: Option<Row>,
    preview: Vec<Row>,
    preview_room: usize,
    /// How wide the list is.
    list: usize,
    /// Whether the preview stands beside it.
    beside: bool,
}

impl<'p> Plan<'p> {
    pub(super) fn new(panel: &'p Panel, inner: usize, room: usize, air: bool) -> Self {
        let tabs = panel.roots().len() > 1;
        let Some(root) = panel.root() else {
            return Self::empty();
        };
        let header = !tabs || air && tabs::cuts_name(panel, inner);
        let (ask, ends) = match panel.is_approval() {
            true => exact::all(panel, inner, header),
            false => (ask::rows(panel, root, inner, header), Vec::new()),
        };
        let items = panel.items(root);
        let filter = filter(panel, &items);
        let list = list_width(panel, &items, inner);
        let beside = list < inner;
        let preview = items::preview(panel, if beside { inner - list - GAP } else { inner });
        let below = if beside { 0 } else { preview.len() };
        let fixed = usize::from(tabs) + usize::from(filter.is_some());
        let room = room.saturating_sub(fixed).max(2);
        let height = |detail: Detail| -> usize {
            let rows = |item: &Item<'_>| items::rows(panel, item, list, detail).len();
            items.iter().map(rows).sum()
        };
        let brief = |detail: Detail| {
            let on = items.iter().filter(|item| {
                item.first && item.depth > 0 || panel.focus().is_some_and(|focus| item.is(focus))
            });
            let more = |item: &Item<'_>| items::rows(panel, item, list, detail).len() - 1;
            items.len() + on.map(more).sum::<usize>()
        };
        let full = if items.len() > LONG {
            usize::MAX
        } else {
            height(Detail::Full)
        };
        let asked = ask.len().min(room / 2);
        let airs = if air {
            1 + usize::from(tabs) + usize::from(below > 0)
        } else {
            0
        };
        let previewed = below.min(PREVIEW);
        let (mut detail, mut wanted) = match full.saturating_add(asked + previewed + airs) <= room {
            true => (Detail::Full, full),
            false => (Detail::Brief, brief(Detail::Brief)),
        };
        let air = air && airs + ask.len() + wanted + previewed <= room;
        let room = room.saturating_sub(if air { airs } else { 0 });
        let least = wanted
            .min(OPTIONS.max(room / 3))
            .min(room.saturating_sub(1))
            .max(1);
        let ask_room = ask.len().min(room.saturating_sub(least)).max(1);
        let left = room.saturating_sub(ask_room);
        let kept = previewed.min(left.saturating_sub(least));
        let mut items_room = wanted.min(left.saturating_sub(kept)).max(1);
        let mut preview_room = below.min(left.saturating_sub(items_room));
        if beside {
            preview_room = preview.len().min(left);
        } else if preview_room < PREVIEW.min(below) {
            preview_room = 0;
            items_room = wanted.min(left).max(1);
        }
        if detail == Detail::Brief && wanted > items_room && items_room < CRAMPED {
            detail = Detail::Labels;
            wanted = brief(detail);
            items_room = items_room.min(wanted);
        }
        Self {
            tabs,
            air,
            ask,
            ends,
            ask_room,
            items,
            detail,
            items_room,
            filter,
            preview,
            preview_room,
            list,
            beside,
        }
    }

    fn empty() -> Self {
        Self {
            tabs: false,
            air: false,
            ask: Vec::new(),
            ends: Vec::new(),
            ask_room: 0,
            items: Vec::new(),
            detail: Detail::Brief,
            items_room: 0,
            filter: None,
            preview: Vec::new(),
            preview_room: 0,
            list: 0,
            beside: false,
        }
    }
}

pub(super) fn body(panel: &Panel, inner: usize, room: usize, air: bool) -> Body {
    let plan = Plan::new(panel, inner, room, air);
    let mut body = Body::default();
    if plan.tabs {
        body.rows.push(tabs::row(panel, inner));
        if plan.air {
            body.rows.push(Row::default());
        }
    }
    let (rows, sight) = asked(panel, &plan);
    body.asked = Some((body.rows.len(), sight));
    body.rows.extend(rows);
    if plan.air {
        body.rows.push(Row::default());
    }
    body.rows.extend(plan.filter.clone());
    body.first = body.rows.len();
    let (rows, above, below) = options(panel, &plan);
    body.above = above;
    if plan.beside {
        body.rows.extend(side_by_side(panel, &plan, rows));
        body.below = below;
        return body;
    }
    body.rows.extend(rows);
    if plan.preview_room > 0 {
        if plan.air {
            body.rows.push(Row::default());
        }
        body.rows.extend(previewed(panel, &plan));
    } else {
        body.below = below;
    }
    body
}

/// The part of the question that is in sight, and how to see the rest.
fn asked(panel: &Panel, plan: &Plan<'_>) -> (Vec<Row>, Sight) {
    let (room, all) = (plan.ask_room, plan.ask.len());
    let start = panel.scroll.min(all.saturating_sub(room));
    let mut rows = plan.ask[start..(start + room).min(all)].to_vec();
    let mut sight = Sight {
        rows: start..start + rows.len(),
        ends: plan.ends.clone(),
    };
    let hidden = all - (start + rows.len());
    if hidden > 0 && rows.len() > 1 {
        let key = panel.keys.keys(Command::PageDown).first();
        let key = key.map(ToString::to_string).unwrap_or_default();
        let text = wording::scroll_on(hidden + 1, &key, panel.lang);
        let more = format!("{} {text}", panel.look.signs().more);
        rows.pop();
        sight.rows.end -= 1;
        rows.push(Row::of(more, panel.look.of(Role::Frame)));
    }
    (rows, sight)
}

/// The options that are in sight, and whether there are more above and below.
fn options(panel: &Panel, plan: &Plan<'_>) -> (Vec<Row>, bool, bool) {
    let on = |item: &Item<'_>| panel.focus().is_some_and(|focus| item.is(focus));
    let at = plan.items.iter().position(on).unwrap_or(0);
    // Rows of far items are never in sight: each has one at least.
    let near = at.saturating_sub(plan.items_room)..(at + plan.items_room + 1).min(plan.items.len());
    let mut rows = Vec::new();
    let mut here = 0..0;
    for (nth, item) in plan.items[near.clone()].iter().enumerate() {
        let drawn = items::rows(panel, item, plan.list, plan.detail);
        if nth + near.start == at {
            // The row one is on, and not the question above it.
            here = rows.len()..rows.len() + drawn.len();
        }
        rows.extend(drawn);
    }
    if let Some(cursor) = rows.iter().position(|row: &Row| row.cursor.is_some()) {
        here = cursor..cursor + 1;
    }
    let sight = window(rows.len(), here, plan.items_room);
    let above = near.start > 0 || sight.start > 0;
    let below = near.end < plan.items.len() || sight.end < rows.len();
    (rows[sight].to_vec(), above, below)
}

/// The list, and beside it what the option one is on would bring.
fn side_by_side(panel: &Panel, plan: &Plan<'_>, options: Vec<Row>) -> Vec<Row> {
    let mut preview = previewed(panel, plan).into_iter();
    let mut options = options.into_iter();
    let mut rows = Vec::new();
    loop {
        let (left, right) = (options.next(), preview.next());
        if left.is_none() && right.is_none() {
            return rows;
        }
        let mut row = left.unwrap_or_default().clipped(plan.list);
        if let Some(right) = right {
            let pad = " ".repeat(plan.list.saturating_sub(row.width()) + GAP);
            row = row.and(pad, panel.look.of(Role::Text));
            row.spans.extend(right.spans);
        }
        rows.push(row);
    }
}

fn previewed(panel: &Panel, plan: &Plan<'_>) -> Vec<Row> {
    let (room, all) = (plan.preview_room, plan.preview.len());
    if room == 0 {
        return Vec::new();
    }
    let mut rows = plan.preview[..room].to_vec();
    if all > room && room > 1 {
        let key = panel
            .keys
            .hint(Command::View, panel.is_writing(), panel.takes_yes_or_no());
        let key = key.map(|key| key.to_string()).unwrap_or_default();
        let text = wording::more_rows(all - room + 1, &key, panel.lang);
        rows.pop();
        let more = format!("{} {text}", panel.look.signs().more);
        rows.push(Row::of(more, panel.look.of(Role::Frame)));
    }
    rows
}

/// What a list is narrowed down to, or that it can be.
fn filter(panel: &Panel, items: &[Item<'_>]) -> Option<Row> {
    let look = panel.look;
    let choices = |id: &sayso_core::id::QuestionId| {
        let fits =
            |item: &&Item<'_>| matches!(item.spot, Spot::Choice(_)) && item.question.id == *id;
        items.iter().filter(fits).count()
    };
    if let Some((id, words)) = &panel.filter {
        let all = panel.question(id)?.choices.len();
        let mut row = Row::of("/", look.of(Role::Focus))
            .and(shown_on_one_line(words.text()), look.of(Role::Text));
        row.cursor = Some(row.width());
        let count = wording::filter(choices(id), all, panel.lang);
        return Some(row.and(format!("  {count}"), look.of(Role::Quiet)));
    }
    let question = panel
        .focused()
        .filter(|question| question.choices.len() >= FILTER_FROM)?;
    let text = wording::type_to_filter(question.choices.len(), panel.lang);
    Some(Row::of(text, look.of(Role::Quiet)))
}
