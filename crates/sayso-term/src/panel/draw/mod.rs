//! From the state of a panel to its picture.

mod answer;
mod ask;
mod exact;
mod foot;
mod head;
mod items;
mod layers;
mod page;
mod review;
mod row;
mod tabs;

use ratatui_core::text::{Line, Span};
use sayso_core::safe_text::shown_on_one_line;

use super::look::Role;
use super::picture::{Picture, piece};
use super::{Layer, Panel, wording};
use crate::wrapped::{columns, shortened};
pub(crate) use answer::answer_of;
use page::Plan;
pub(super) use row::Sight;
use row::{Body, Row};

/// Narrower than this nothing can be read, and what does not fit is cut by the terminal.
const NARROWEST: u16 = 20;
/// And lower than this neither.
const LOWEST: u16 = 4;
/// From this height on there is room for air.
const AIRY: u16 = 16;

/// The panel for this much room.
pub(super) fn picture(panel: &Panel, width: u16, height: u16) -> Picture {
    laid(panel, width, height).0
}

/// The part of what is asked that is in sight in the picture for this much room; none when the room
/// is so small that the terminal itself cuts it.
pub(super) fn in_sight(panel: &Panel, width: u16, height: u16) -> Option<Sight> {
    let fits = width >= NARROWEST && height >= LOWEST;
    laid(panel, width, height).1.filter(|_| fits)
}

fn laid(panel: &Panel, width: u16, height: u16) -> (Picture, Option<Sight>) {
    let (width, height) = (width.max(NARROWEST), height.max(LOWEST));
    let inner = inner(width);
    if matches!(panel.layer, Some(Layer::Folded)) {
        return (folded(panel, inner), None);
    }
    let head = head::rows(panel, inner);
    let foot = foot::rows(panel, inner, height);
    let room = room(height, &head, &foot);
    let mut body = match &panel.layer {
        None if panel.in_review() => review::body(panel, inner, room),
        None => page::body(panel, inner, room, height >= AIRY),
        Some(layer) => layers::body(panel, layer, inner, room),
    };
    body.last = body.rows.len();
    if height >= AIRY {
        body.rows.push(Row::default());
    }
    let asked = body.asked.take();
    let asked = asked.map(|(at, sight)| (head.len() + at, sight));
    let picture = compose(panel, inner, head, body, foot);
    let cut = picture.rows.len().saturating_sub(usize::from(height));
    let sight = asked.map(|(at, mut sight)| {
        // The rows behind the first one go.
        let gone = (cut + 1).saturating_sub(at);
        sight.rows.start = (sight.rows.start + gone).min(sight.rows.end);
        sight
    });
    (squashed(picture, cut), sight)
}

/// In a room that is far too low, what can be answered goes before what is asked.
fn squashed(mut picture: Picture, cut: usize) -> Picture {
    for _ in 0..cut {
        picture.rows.remove(1);
        picture.seam = picture.seam.saturating_sub(1);
        picture.cursor = picture
            .cursor
            .map(|(column, row)| (column, row.saturating_sub(1)));
    }
    picture
}

/// The rows that are left between head and foot.
fn room(height: u16, head: &[Row], foot: &[Row]) -> usize {
    let air = usize::from(height >= AIRY);
    usize::from(height)
        .saturating_sub(head.len() + foot.len() + air)
        .max(1)
}

/// How many columns there are behind the side line; the last one stays free, so that no terminal
/// breaks a row by itself.
fn inner(width: u16) -> usize {
    usize::from(width).saturating_sub(3)
}

/// How many rows of the question are in sight, and how many there are.
pub(super) fn ask_room(panel: &Panel) -> (usize, usize) {
    let (width, height) = (panel.size.0.max(NARROWEST), panel.size.1.max(LOWEST));
    let inner = inner(width);
    let room = room(
        height,
        &head::rows(panel, inner),
        &foot::rows(panel, inner, height),
    );
    let plan = Plan::new(panel, inner, room, height >= AIRY);
    (plan.ask_room, plan.ask.len())
}

/// How far what lies over the page can be scrolled.
pub(super) fn layer_scroll(panel: &Panel) -> usize {
    let (width, height) = (panel.size.0.max(NARROWEST), panel.size.1.max(LOWEST));
    let inner = inner(width);
    let room = room(
        height,
        &head::rows(panel, inner),
        &foot::rows(panel, inner, height),
    );
    let all = panel
        .layer
        .as_ref()
        .map_or(0, |layer| layers::rows(panel, layer, inner).len());
    all.saturating_sub(room)
}

fn compose(panel: &Panel, inner: usize, head: Vec<Row>, body: Body, foot: Vec<Row>) -> Picture {
    let signs = panel.look.signs();
    let frame = panel.look.of(Role::Frame);
    let mut picture = Picture {
        seam: head.len() + body.rows.len(),
        ..Picture::default()
    };
    let heads = head.len();
    let all = heads + body.rows.len() + foot.len();
    for (at, row) in head.into_iter().chain(body.rows).chain(foot).enumerate() {
        let row = row.clipped(inner);
        let sign = match at {
            0 => signs.top,
            at if at + 1 == all => signs.bottom,
            at if at == heads + body.first && body.above => signs.more_above,
            at if at + 1 == heads + body.last && body.below => signs.more_below,
            _ => signs.side,
        };
        if let Some(column) = row.cursor {
            let row = u16::try_from(at).unwrap_or(u16::MAX);
            let column = u16::try_from(column + columns(sign) + 1).unwrap_or(u16::MAX);
            picture.cursor = Some((column, row));
        }
        let mut spans = vec![piece(sign, frame), Span::raw(" ")];
        spans.extend(row.spans);
        picture.rows.push(Line::from(spans));
    }
    picture
}

/// The whole panel in one row.
fn folded(panel: &Panel, inner: usize) -> Picture {
    let look = panel.look;
    let shown = panel.form.shown();
    let done = shown
        .iter()
        .filter(|shown| panel.form.is_answered(shown.question))
        .count();
    let key = panel.keys.hint(super::Command::Fold, false, false);
    let unfold = wording::brief(wording::Brief::Unfold, panel.lang);
    let unfold = key.map(|key| format!("{key} {unfold}")).unwrap_or_default();
    let dot = look.signs().dot;
    let mut end = format!("{dot}{}", wording::answered(done, shown.len(), panel.lang));
    if let Some(told) = &panel.clock {
        end += dot;
        end += &super::clock::countdown(told.seconds(panel.now));
    }
    end = format!("{end}{dot}{unfold}");
    let text = panel.root().or_else(|| panel.roots().first());
    let text = text.map(|root| shown_on_one_line(&root.text).into_owned());
    let text = shortened(
        &text.unwrap_or_default(),
        inner.saturating_sub(columns(&end)),
    );
    let row = Row::of(format!("{} ", look.signs().folded), look.of(Role::Frame))
        .and(text, look.of(Role::Question))
        .and(end, look.of(Role::Quiet))
        .clipped(inner + 2);
    Picture {
        rows: vec![Line::from(row.spans)],
        ..Picture::default()
    }
}

/// What stays on the screen: each question with its answer, a row each.
pub(super) fn record(panel: &Panel, width: u16) -> Picture {
    let look = panel.look;
    let inner = inner(width.max(NARROWEST));
    let mut picture = Picture::default();
    for shown in panel.form.shown() {
        let name = review::name(shown.question);
        let answer = answer_of(&panel.form, shown.question, look.signs().pen, panel.lang);
        let (sign, role, words) = match &answer {
            Some(words) => (look.signs().done, Role::Picked, words.as_str()),
            None => (
                look.signs().open,
                Role::Quiet,
                wording::unanswered(false, panel.lang),
            ),
        };
        let indent = "  ".repeat(shown.depth);
        let name = shortened(&name, inner / 2);
        let taken = columns(&indent) + columns(sign) + columns(&name) + 3;
        let words = shortened(words, inner.saturating_sub(taken));
        picture.rows.push(Line::from(vec![
            piece(format!("{indent}{sign} "), look.of(role)),
            piece(format!("{name}  "), look.of(Role::Quiet)),
            piece(words, look.of(Role::Text)),
        ]));
    }
    picture
}

impl Panel {
    /// Columns that words have where one writes: what the cursor climbs by.
    pub(super) fn writing_width(&self) -> usize {
        let width = self.root().and_then(|root| {
            let items = self.items(root);
            let on = self.focus()?;
            let list = page::list_width(self, &items, self.inner_width());
            let item = items.iter().find(|item| item.is(on))?;
            Some(items::words_width(self, item.depth, item.spot, list))
        });
        width.unwrap_or(20)
    }

    pub(super) fn inner_width(&self) -> usize {
        inner(self.size.0.max(NARROWEST))
    }
}
