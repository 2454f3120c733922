//! What is to be seen.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};
use ratatui_core::style::Style;
use ratatui_core::text::{Line, Span};

/// What is to be seen: rows that fit the width they were drawn for, and the cursor when the person
/// writes. It can be put on a terminal row by row, or into a part of a larger picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The rows; as many as it wants to be high.
    pub rows: Vec<Line<'static>>,
    /// Column and row of the cursor.
    pub cursor: Option<(u16, u16)>,
    /// The row before which it can be drawn out without harm.
    pub seam: usize,
}

impl Picture {
    /// How many rows it wants.
    pub fn height(&self) -> u16 {
        u16::try_from(self.rows.len()).unwrap_or(u16::MAX)
    }

    /// Draws it into a part of a larger picture. Says where the cursor is there.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        for (row, y) in self.rows.iter().zip(area.top()..area.bottom()) {
            buffer.set_line(area.x, y, row, area.width);
        }
        let (column, row) = self.cursor?;
        let position = Position::new(area.x + column, area.y + row);
        area.contains(position).then_some(position)
    }

    /// The same, drawn out to at least this height.
    #[must_use]
    pub fn stretched(mut self, height: usize) -> Self {
        let side = self.rows.get(1).and_then(|row| row.spans.first().cloned());
        let missing = height.saturating_sub(self.rows.len());
        let seam = self.seam.min(self.rows.len());
        let air = Line::from(side.into_iter().collect::<Vec<_>>());
        self.rows
            .splice(seam..seam, std::iter::repeat_n(air, missing));
        let below = |(column, row): (u16, u16)| {
            let moved = if usize::from(row) >= seam { missing } else { 0 };
            (
                column,
                row.saturating_add(u16::try_from(moved).unwrap_or(0)),
            )
        };
        self.cursor = self.cursor.map(below);
        self
    }

    /// Its words alone, row by row.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let words: String = row.spans.iter().map(|span| span.content.as_ref()).collect();
            text.push_str(words.trim_end());
            text.push('\n');
        }
        text
    }
}

/// A piece of a row.
pub(crate) fn piece(text: impl Into<String>, style: Style) -> Span<'static> {
    Span::styled(text.into(), style)
}
