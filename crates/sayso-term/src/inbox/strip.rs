//! One row while it is put together.

use ratatui_core::style::Style;
use ratatui_core::text::{Line, Span};
use sayso_core::safe_text::shown_on_one_line;

use crate::panel::picture::piece;
use crate::wrapped::{columns, shortened};

/// One row while it is put together; never wider than it was made for.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    spans: Vec<Span<'static>>,
    left: usize,
}

impl Strip {
    /// An empty row of this many columns.
    pub(super) fn new(width: usize) -> Self {
        Self {
            spans: Vec::new(),
            left: width,
        }
    }

    /// With our own words, cut where the row ends.
    pub(super) fn and(mut self, text: &str, style: Style) -> Self {
        if self.left == 0 || text.is_empty() {
            return self;
        }
        let wide = columns(text);
        let text = shortened(text, self.left);
        // A row that was cut ends there, also when a wide character left a column free.
        self.left = self.left.saturating_sub(wide);
        self.spans.push(piece(text, style));
        self
    }

    /// With words that others wrote, made harmless and cut to `most` columns.
    pub(super) fn foreign(self, text: &str, most: usize, style: Style) -> Self {
        let text = shortened(&shown_on_one_line(text), most);
        self.and(&text, style)
    }

    /// With one more part of our own words behind a dot, if there is room for all of it.
    pub(super) fn part(self, (dot, quiet): (&str, Style), text: &str, style: Style) -> Self {
        if columns(dot) + columns(text) > self.left {
            return self;
        }
        self.and(dot, quiet).and(text, style)
    }

    /// With words at its right end, if there is room for all of them.
    pub(super) fn ending(self, text: &str, style: Style) -> Self {
        let wide = columns(text);
        if wide >= self.left {
            return self;
        }
        let gap = " ".repeat(self.left - wide);
        self.and(&gap, Style::new()).and(text, style)
    }

    /// Columns that are left.
    pub(super) fn left(&self) -> usize {
        self.left
    }

    /// Followed by a row that was put together elsewhere and fits.
    pub(super) fn then(mut self, line: Line<'static>) -> Line<'static> {
        self.spans.extend(line.spans);
        Line::from(self.spans)
    }

    pub(super) fn line(self) -> Line<'static> {
        Line::from(self.spans)
    }
}
