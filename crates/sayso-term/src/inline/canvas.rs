//! A picture to bytes: inline, over the picture before, and nowhere else.

use std::fmt::Write as _;

use ratatui_core::style::{Color, Modifier, Style};
use ratatui_core::text::Line;

use crate::panel::Picture;
use crate::wrapped::columns;

/// Held back until all of it is there, where the terminal knows how.
pub(crate) const BEGIN: &str = "\x1b[?2026h\x1b[?25l";
pub(crate) const FINISH: &str = "\x1b[?2026l";
/// Marks what is pasted.
pub(crate) const TAKE: &str = "\x1b[?2004h";
/// As it was: pastes not marked, the cursor in sight, plain letters.
pub(crate) const GIVE_BACK: &str = "\x1b[?2004l\x1b[0m\x1b[?25h";

/// What is on the screen of ours, and how to change it into something else.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    rows: Vec<Line<'static>>,
    /// The row that the terminal's cursor is on.
    at: usize,
    cursor: Option<(u16, u16)>,
    width: u16,
    /// Whether the terminal breaks rows anew that no longer fit.
    pub reflows: bool,
}

impl Canvas {
    /// Nothing drawn yet.
    pub fn new(reflows: bool) -> Self {
        Self {
            reflows,
            ..Self::default()
        }
    }

    /// The bytes that turn what is there into this picture; none when it is there already.
    pub fn draw(&mut self, picture: &Picture, width: u16) -> String {
        if self.rows == picture.rows && self.cursor == picture.cursor {
            return String::new();
        }
        let mut bytes = String::from(BEGIN);
        self.to_top(&mut bytes);
        let old = self.rows.len();
        let last = picture.rows.len().saturating_sub(1);
        for (at, row) in picture.rows.iter().enumerate() {
            if self.rows.get(at) != Some(row) {
                write_row(row, &mut bytes);
                bytes.push_str("\x1b[K");
            }
            if at < last {
                bytes.push_str("\r\n");
            }
        }
        if old > picture.rows.len() {
            bytes.push_str("\x1b[J");
        }
        self.at = last;
        self.rows.clone_from(&picture.rows);
        self.cursor = picture.cursor;
        self.width = width;
        bytes.push('\r');
        if let Some((column, row)) = picture.cursor {
            let row = usize::from(row).min(last);
            up(last - row, &mut bytes);
            let _ = write!(bytes, "\x1b[{}G\x1b[?25h", column + 1);
            self.at = row;
        }
        bytes.push_str(FINISH);
        bytes
    }

    /// The bytes that take it off the screen, the cursor where it began.
    pub fn clear(&mut self) -> String {
        let mut bytes = String::from(BEGIN);
        self.to_top(&mut bytes);
        bytes.push_str("\x1b[J");
        bytes.push_str(FINISH);
        self.forget();
        bytes
    }

    /// The bytes that take it off after the window changed to this width, as far as that can be
    /// known: rows that no longer fit were broken by terminals that do such a thing.
    pub fn clear_resized(&mut self, width: u16) -> String {
        if self.reflows && width < self.width && width > 0 {
            let wide = |row: &Line<'_>| -> usize {
                let text: String = row.spans.iter().map(|span| span.content.as_ref()).collect();
                columns(text.trim_end()).max(1).div_ceil(usize::from(width))
            };
            let above = self.rows.iter().take(self.at).map(wide).sum::<usize>();
            let column = self.cursor.map_or(0, |(column, _)| usize::from(column));
            self.at = above + column / usize::from(width);
        }
        self.clear()
    }

    /// The bytes that leave it on the screen as it is, the cursor below it.
    pub fn leave(&mut self) -> String {
        let mut bytes = String::new();
        let below = self.rows.len().saturating_sub(self.at + 1);
        if below > 0 {
            let _ = write!(bytes, "\x1b[{below}B");
        }
        if !self.rows.is_empty() {
            bytes.push_str("\r\n");
        }
        self.forget();
        bytes
    }

    /// Something else was drawn over it, or it has scrolled away.
    pub fn forget(&mut self) {
        self.rows.clear();
        self.at = 0;
        self.cursor = None;
    }

    fn to_top(&self, bytes: &mut String) {
        bytes.push('\r');
        up(self.at, bytes);
    }
}

fn up(rows: usize, bytes: &mut String) {
    if rows > 0 {
        let _ = write!(bytes, "\x1b[{rows}A");
    }
}

/// One row, plain at its end.
pub(crate) fn write_row(row: &Line<'_>, bytes: &mut String) {
    for span in &row.spans {
        let codes = codes(span.style);
        if codes.is_empty() {
            bytes.push_str(&span.content);
        } else {
            let _ = write!(bytes, "\x1b[{codes}m{}\x1b[0m", span.content);
        }
    }
}

/// The numbers that make letters look like this.
fn codes(style: Style) -> String {
    let mut codes = String::new();
    let mut add = |code: u8| {
        if !codes.is_empty() {
            codes.push(';');
        }
        let _ = write!(codes, "{code}");
    };
    for (modifier, code) in [
        (Modifier::BOLD, 1),
        (Modifier::DIM, 2),
        (Modifier::UNDERLINED, 4),
        (Modifier::REVERSED, 7),
    ] {
        if style.add_modifier.contains(modifier) {
            add(code);
        }
    }
    match style.fg {
        Some(Color::Red) => add(31),
        Some(Color::Green) => add(32),
        Some(Color::Yellow) => add(33),
        Some(Color::Blue) => add(34),
        Some(Color::Magenta) => add(35),
        Some(Color::Cyan) => add(36),
        _ => {}
    }
    codes
}
