//! The answers before they go, with what is missing.

use sayso_core::question::Question;
use sayso_core::safe_text::shown_on_one_line;

use super::answer::answer_of;
use super::row::{Body, Row, window};
use super::tabs;
use crate::panel::look::Role;
use crate::panel::{Panel, wording};
use crate::wrapped::{columns, shortened, wrapped};

/// What a question goes by where there is little room.
pub(super) fn name(question: &Question) -> String {
    let name = question.header.as_ref().unwrap_or(&question.text);
    shown_on_one_line(name).into_owned()
}

pub(super) fn body(panel: &Panel, inner: usize, room: usize) -> Body {
    let look = panel.look;
    let mut body = Body::default();
    if panel.roots().len() > 1 {
        body.rows.push(tabs::row(panel, inner));
    }
    if room > 8 {
        body.rows.push(Row::default());
        body.rows.push(Row::of(
            wording::review_title(panel.lang),
            look.of(Role::Question),
        ));
    }
    body.first = body.rows.len();
    let (mut rows, mut here) = (Vec::new(), 0..0);
    let shown = panel.form.shown();
    let names: Vec<String> = shown.iter().map(|s| name(s.question)).collect();
    let widest = names.iter().map(|name| columns(name)).max().unwrap_or(0);
    let widest = widest.min(inner / 3);
    for (at, (shown, name)) in shown.iter().zip(&names).enumerate() {
        let start = rows.len();
        let on = panel.review_row == at;
        let answer = answer_of(&panel.form, shown.question, look.signs().pen, panel.lang);
        let (sign, role) = match (&answer, shown.question.required) {
            (Some(_), _) => (look.signs().done, Role::Picked),
            (None, true) => (look.signs().called_off, Role::Warning),
            (None, false) => (look.signs().open, Role::Quiet),
        };
        let name_role = if on { Role::Focus } else { Role::Text };
        let name = shortened(name, widest);
        let pad = " ".repeat(widest.saturating_sub(columns(&name)) + 2);
        let pointer = if on { look.signs().focus } else { " " };
        let first = Row::of(format!("{pointer} "), look.of(Role::Focus))
            .and(
                format!("{}{sign} ", "  ".repeat(shown.depth)),
                look.of(role),
            )
            .and(name, look.of(name_role))
            .and(pad, look.of(Role::Text));
        let lead = first.width();
        let missing = wording::unanswered(shown.question.required, panel.lang);
        let text = answer.unwrap_or_else(|| missing.to_owned());
        let text_role = match role {
            Role::Picked => Role::Text,
            role => role,
        };
        let mut before = Some(first);
        for line in wrapped(&text, inner.saturating_sub(lead)) {
            let start = before
                .take()
                .unwrap_or_else(|| Row::of(" ".repeat(lead), look.of(Role::Text)));
            rows.push(start.and(line, look.of(text_role)));
        }
        if on {
            here = start..rows.len();
        }
    }
    if room > 12 {
        rows.push(Row::default());
    }
    let on = panel.review_row >= shown.len();
    if on {
        here = rows.len()..rows.len() + 1;
    }
    let missing = panel.form.missing().len();
    let pointer = if on { look.signs().focus } else { " " };
    let submit = Row::of(format!("{pointer} "), look.of(Role::Focus));
    rows.push(match missing {
        0 => submit.and(
            wording::submit(panel.lang),
            look.of(if on { Role::Focus } else { Role::Text }),
        ),
        count => submit.and(wording::missing(count, panel.lang), look.of(Role::Warning)),
    });
    let left = room.saturating_sub(body.rows.len()).max(1);
    let sight = window(rows.len(), here, left);
    body.above = sight.start > 0;
    body.below = sight.end < rows.len();
    body.rows.extend(rows[sight].to_vec());
    body
}
