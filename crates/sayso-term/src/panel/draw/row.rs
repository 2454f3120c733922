//! Rows while they are put together.

use std::ops::Range;

use ratatui_core::style::Style;
use ratatui_core::text::Span;

use crate::panel::picture::piece;
use crate::panel::reading::Part;
use crate::wrapped::{columns, shortened, wrapped};

/// A row behind the side line.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) spans: Vec<Span<'static>>,
    /// The column of the cursor, if it is on this row.
    pub(super) cursor: Option<usize>,
}

/// The rows between head and foot.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    pub(super) rows: Vec<Row>,
    /// The first row of the part that scrolls.
    pub(super) first: usize,
    /// How many rows there are without the air below.
    pub(super) last: usize,
    /// Whether there is more above and below it.
    pub(super) above: bool,
    pub(super) below: bool,
    /// What is asked, and on which row it starts.
    pub(super) asked: Option<(usize, Sight)>,
}

/// The part of what is asked that is in sight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::panel) struct Sight {
    /// Which of its rows.
    pub(in crate::panel) rows: Range<usize>,
    /// Where each part of an approval ends among them.
    pub(in crate::panel) ends: Vec<(Part, usize)>,
}

impl Row {
    pub(super) fn of(text: impl Into<String>, style: Style) -> Self {
        Self::default().and(text, style)
    }

    pub(super) fn and(mut self, text: impl Into<String>, style: Style) -> Self {
        self.spans.push(piece(text, style));
        self
    }

    pub(super) fn width(&self) -> usize {
        self.spans.iter().map(|span| columns(&span.content)).sum()
    }
}

impl Row {
    /// No wider than this, whatever was put into it.
    pub(super) fn clipped(mut self, width: usize) -> Self {
        if self.width() <= width {
            return self;
        }
        let mut left = width;
        for span in &mut self.spans {
            let wide = columns(&span.content);
            if wide > left {
                let short = shortened(&span.content, left);
                span.content = if left == 0 { "".into() } else { short.into() };
            }
            left = left.saturating_sub(columns(&span.content));
            if wide > columns(&span.content) {
                left = 0;
            }
        }
        self.cursor = self.cursor.map(|column| column.min(width));
        self
    }
}

/// A text in rows, wrapped.
pub(super) fn rows_of(text: &str, width: usize, style: Style) -> Vec<Row> {
    let lines = wrapped(text, width).into_iter();
    lines.map(|line| Row::of(line, style)).collect()
}

/// The part of the rows that is in sight: `room` of them, `on` among them.
pub(super) fn window(len: usize, on: Range<usize>, room: usize) -> Range<usize> {
    if len <= room {
        return 0..len;
    }
    let before = room.saturating_sub(on.len()) / 2;
    let start = on.start.saturating_sub(before).min(len - room);
    start..start + room
}
