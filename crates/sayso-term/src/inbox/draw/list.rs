//! The open questions, two rows each.

use std::ops::Range;

use ratatui_core::text::Line;
use sayso_core::exact_text::shown_exactly;
use sayso_core::safe_text::shown_on_one_line;
use sayso_core::source::Source;

use crate::inbox::alike::alike;
use crate::inbox::strip::Strip;
use crate::inbox::{Entry, Inbox, Listed, wording};
use crate::panel::Role;
use crate::panel::clock::countdown;
use crate::wrapped::wrapped;

/// Rows of one question.
pub(super) const ROWS: usize = 2;
/// Below this many seconds the clock is drawn as a warning.
const SOON: u64 = 30;
/// Columns that a name may take.
const NAME: usize = 28;

pub(super) fn rows(inbox: &Inbox, width: usize, room: usize) -> Vec<Line<'static>> {
    let (look, lang) = (inbox.look, inbox.lang);
    if inbox.list.is_empty() {
        let text = match inbox.told {
            true => wording::nothing(lang),
            false => wording::reading(lang),
        };
        let quiet = look.of(Role::Quiet);
        let lines = wrapped(text, width.saturating_sub(2)).into_iter();
        return lines
            .map(|line| Strip::new(width).and("  ", quiet).and(&line, quiet).line())
            .collect();
    }
    let seen = window(
        inbox.list.len(),
        inbox.at().unwrap_or(0),
        (room / ROWS).max(1),
    );
    let mut rows = Vec::new();
    for at in seen.clone() {
        let more = if at == seen.start && at > 0 {
            look.signs().more_above
        } else if at + 1 == seen.end && seen.end < inbox.list.len() {
            look.signs().more_below
        } else {
            " "
        };
        rows.extend(two_rows(inbox, &inbox.list[at], more, width));
    }
    rows
}

/// The part that is in sight: `room` of them, `on` among them.
pub(super) fn window(len: usize, on: usize, room: usize) -> Range<usize> {
    if len <= room {
        return 0..len;
    }
    let start = on.saturating_sub(room / 2).min(len - room);
    start..start + room
}

fn two_rows(inbox: &Inbox, one: &Listed, more: &str, width: usize) -> [Line<'static>; 2] {
    let (look, lang) = (inbox.look, inbox.lang);
    let entry = &one.entry;
    let is_on = inbox.on == Some(entry.id);
    let quiet = look.of(Role::Quiet);
    let (mark, text) = match (is_on, one.closed.is_some()) {
        (_, true) => (look.of(Role::Focus), quiet),
        (true, false) => (look.of(Role::Focus), look.of(Role::Focus)),
        (false, false) => (quiet, look.of(Role::Question)),
    };
    let sign = if is_on { look.signs().focus } else { more };
    let mut first = Strip::new(width).and(sign, mark).and(" ", mark);
    if entry.source == Source::Approval {
        first = first
            .and(wording::approval(lang), look.of(Role::Warning))
            .and(look.signs().dot, quiet);
    }
    first = first.and(&title(entry), text);
    let mut second = Strip::new(width).and("    ", quiet);
    if let Some(how) = &one.closed {
        let most = second.left();
        return [first.line(), second.foreign(how, most, quiet).line()];
    }
    second = about(inbox, entry, second);
    let count = alike_to(inbox, entry);
    if count > 1 {
        let alike = wording::alike(count, lang);
        second = second.part((look.signs().dot, quiet), &alike, look.of(Role::Picked));
    }
    [first.line(), second.line()]
}

/// What is asked first, on one line; of an approval, to the letter.
pub(super) fn title(entry: &Entry) -> String {
    let text = entry.questions.first().map(|first| first.text.as_str());
    let text = text.unwrap_or_default();
    match entry.source {
        Source::Approval => {
            let line = text.lines().next().unwrap_or_default();
            let more = if text.lines().nth(1).is_some() {
                " …"
            } else {
                ""
            };
            shown_exactly(line) + more
        }
        Source::Tool => shown_on_one_line(text).into_owned(),
    }
}

/// Who asks, in which project, for how long still, in which round, and since when.
fn about(inbox: &Inbox, entry: &Entry, strip: Strip) -> Strip {
    let look = inbox.look;
    let (dot, quiet) = (look.signs().dot, look.of(Role::Quiet));
    // Whoever calls itself by a long name leaves room for the rest.
    let most = (strip.left() / 3).min(NAME);
    let mut strip = who(inbox, entry, most, strip);
    if let Some(project) = entry.project_name() {
        strip = strip
            .and(dot, quiet)
            .foreign(project, most, look.of(Role::Text));
    }
    since(inbox, entry, strip)
}

/// Who asks.
pub(super) fn who(inbox: &Inbox, entry: &Entry, most: usize, strip: Strip) -> Strip {
    match &entry.agent {
        Some(agent) => strip.foreign(agent, most, inbox.look.of(Role::Frame)),
        None => strip.and(wording::no_agent(inbox.lang), inbox.look.of(Role::Quiet)),
    }
}

/// For how long still, whether somebody waits, in which round, and since when.
pub(super) fn since(inbox: &Inbox, entry: &Entry, mut strip: Strip) -> Strip {
    let (look, lang) = (inbox.look, inbox.lang);
    let quiet = look.of(Role::Quiet);
    let dot = (look.signs().dot, quiet);
    if let Some(clock) = entry.clock(inbox.time) {
        let seconds = clock.left.as_secs() + u64::from(clock.left.subsec_nanos() > 0);
        let role = match clock.held {
            false if seconds <= SOON => Role::Warning,
            _ => Role::Text,
        };
        let left = wording::left(&countdown(seconds), clock.held, lang);
        strip = strip.part(dot, &left, look.of(role));
    }
    if entry.unattended {
        let away = wording::unattended_briefly(lang);
        strip = strip.part(dot, away, look.of(Role::Warning));
    }
    if let Some(round) = crate::round::round(entry.round, entry.total_rounds, lang) {
        strip = strip.part(dot, &round, quiet);
    }
    let age = wording::age(inbox.time.since(entry.asked_at), lang);
    strip = strip.part(dot, &age, quiet);
    let count = entry.questions.len();
    if count > 1 {
        strip = strip.part(dot, &wording::questions(count, lang), quiet);
    }
    strip
}

/// How many open questions are alike to this one, with itself.
fn alike_to(inbox: &Inbox, entry: &Entry) -> usize {
    let list = inbox.open_entries();
    list.filter(|other| alike(entry, other)).count()
}

/// The same of the one that one is on.
pub(super) fn alike_count(inbox: &Inbox) -> usize {
    let on = inbox.at().map(|at| &inbox.list[at]);
    on.filter(|one| one.closed.is_none())
        .map_or(0, |one| alike_to(inbox, &one.entry))
}
