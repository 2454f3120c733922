//! Lines of an approval in rows, to the letter.

use sayso_core::approval::Line;
use sayso_core::exact_text::shown_exactly_on_one_line;
use sayso_core::lang::Lang;

use crate::panel::Signs;
use crate::wrapped::{columns, wrapped_exactly};

/// A row of a line: the sign before it, which no words reach, and the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExactRow {
    pub(crate) sign: &'static str,
    pub(crate) words: String,
}

/// The rows of a line, none wider than `width`. A line break in it is written out.
pub(crate) fn rows(line: Line<'_>, width: usize, signs: &Signs) -> Vec<ExactRow> {
    let (first, words) = match line {
        Line::Own(words) => ("", words),
        Line::Foreign(words) => (signs.gutter, words),
    };
    let room = width.saturating_sub(columns(signs.gutter));
    let rows = wrapped_exactly(&shown_exactly_on_one_line(words), room).into_iter();
    let row = |(at, words)| ExactRow {
        sign: if at == 0 { first } else { signs.goes_on },
        words,
    };
    rows.enumerate().map(row).collect()
}

/// Somebody else's text, line by line.
pub(crate) fn foreign(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.split('\n').map(Line::Foreign)
}

/// Names the one action that a yes is bound to.
pub(crate) fn bound_to(digest: &str, lang: Lang) -> String {
    let digest = digest.get(..16).unwrap_or(digest);
    lang.pick(
        format!("Only this action: {digest}"),
        format!("仅限此操作：{digest}"),
    )
}

/// Stands above what a choice permits.
pub(crate) fn carried(label: &str, lang: Lang) -> String {
    lang.pick(format!("\"{label}\" means:"), format!("「{label}」表示："))
}
