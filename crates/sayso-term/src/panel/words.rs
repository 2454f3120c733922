//! Words while they are written: a cursor between characters as a person counts them.

use sayso_core::limits::WORDS_CHARS;
use sayso_core::safe_text;
use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

use super::key::{Code, Key};
use crate::wrapped::columns;

/// Words while they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    text: String,
    /// A byte offset, always between two characters.
    cursor: usize,
}

/// What became of a key or a paste.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrote {
    /// The words changed.
    Changed,
    /// Only the cursor moved.
    Moved,
    /// It was no key for words.
    Nothing,
    /// There would be too many.
    TooMany,
}

/// Words laid out in rows for a width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// The rows; at least one.
    pub rows: Vec<String>,
    /// Row and column of the cursor.
    pub cursor: (usize, usize),
}

impl Words {
    /// These words, the cursor behind them.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let cursor = text.len();
        Self { text, cursor }
    }

    /// What is written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Puts a block in at the cursor, cleaned of what could act.
    pub fn insert(&mut self, block: &str) -> Wrote {
        let block = safe_text::cleaned(block);
        if block.is_empty() {
            return Wrote::Nothing;
        }
        if safe_text::count(&self.text) + safe_text::count(&block) > WORDS_CHARS {
            return Wrote::TooMany;
        }
        self.text.insert_str(self.cursor, &block);
        self.cursor = self.boundary(self.cursor + block.len());
        Wrote::Changed
    }

    /// Takes a key that edits or moves. `width` is that of the rows one sees.
    pub fn key(&mut self, key: Key, width: usize) -> Wrote {
        if let Some(c) = key.writes() {
            return self.insert(c.encode_utf8(&mut [0; 4]));
        }
        let by_word = key.ctrl || key.alt;
        let before = self.cursor;
        match (key.code, key.ctrl, key.alt) {
            (Code::Backspace, _, true) | (Code::Char('w'), true, _) => {
                return self.cut(self.word_before(), self.cursor);
            }
            (Code::Backspace, ..) | (Code::Char('h'), true, _) => {
                return self.cut(self.before(self.cursor), self.cursor);
            }
            (Code::Delete, ..) | (Code::Char('d'), true, _) => {
                return self.cut(self.cursor, self.after(self.cursor));
            }
            (Code::Char('d'), _, true) => return self.cut(self.cursor, self.word_after()),
            (Code::Char('u'), true, _) => return self.cut(self.line_start(), self.cursor),
            (Code::Char('k'), true, _) => return self.cut(self.cursor, self.line_end()),
            (Code::Left, ..) if by_word => self.cursor = self.word_before(),
            (Code::Right, ..) if by_word => self.cursor = self.word_after(),
            (Code::Char('b'), _, true) => self.cursor = self.word_before(),
            (Code::Char('f'), _, true) => self.cursor = self.word_after(),
            (Code::Left, ..) | (Code::Char('b'), true, _) => self.cursor = self.before(self.cursor),
            (Code::Right, ..) | (Code::Char('f'), true, _) => self.cursor = self.after(self.cursor),
            (Code::Home, ..) | (Code::Char('a'), true, _) => self.cursor = self.line_start(),
            (Code::End, ..) | (Code::Char('e'), true, _) => self.cursor = self.line_end(),
            (Code::Up, ..) => return self.climb(width, false),
            (Code::Down, ..) => return self.climb(width, true),
            _ => return Wrote::Nothing,
        }
        if before == self.cursor {
            Wrote::Nothing
        } else {
            Wrote::Moved
        }
    }

    /// The rows of these words, none wider than `width`, and where the cursor stands in them.
    /// `masked` shows how many there are and not which.
    pub fn laid(&self, width: usize, masked: bool) -> Laid {
        self.lay(width, masked).0
    }

    /// The rows, and the byte offset at which each begins.
    fn lay(&self, width: usize, masked: bool) -> (Laid, Vec<Vec<(usize, usize)>>) {
        let width = width.max(2);
        let mut rows = vec![String::new()];
        // Of each row: the offsets of its characters and the columns they begin at.
        let mut places = vec![Vec::new()];
        let (mut taken, mut cursor) = (0, None);
        for (at, character) in self.text.grapheme_indices(true) {
            let breaks = character == "\n";
            let drawn = match character {
                "\n" => "".into(),
                _ if masked => "•".into(),
                character => safe_text::shown(character),
            };
            let wide = columns(&drawn);
            if taken + wide > width {
                rows.push(String::new());
                places.push(Vec::new());
                taken = 0;
            }
            let row = rows.len() - 1;
            if at == self.cursor {
                cursor = Some((row, taken));
            }
            places[row].push((at, taken));
            rows[row].push_str(&drawn);
            taken += wide;
            if breaks {
                rows.push(String::new());
                places.push(Vec::new());
                taken = 0;
            }
        }
        if cursor.is_none() && taken >= width {
            rows.push(String::new());
            places.push(Vec::new());
            taken = 0;
        }
        let row = rows.len() - 1;
        places[row].push((self.text.len(), taken));
        let cursor = cursor.unwrap_or((row, taken));
        (Laid { rows, cursor }, places)
    }

    /// One row up or down; nothing when there is none.
    fn climb(&mut self, width: usize, down: bool) -> Wrote {
        let (laid, places) = self.lay(width, false);
        let (row, column) = laid.cursor;
        let to = if down { row + 1 } else { row.wrapping_sub(1) };
        let Some(places) = places.get(to) else {
            return Wrote::Nothing;
        };
        let nearest = places.iter().rev().find(|(_, start)| *start <= column);
        if let Some((at, _)) = nearest.or_else(|| places.first()) {
            self.cursor = *at;
        }
        Wrote::Moved
    }

    fn cut(&mut self, from: usize, to: usize) -> Wrote {
        if from >= to {
            return Wrote::Nothing;
        }
        self.text.replace_range(from..to, "");
        self.cursor = self.boundary(from);
        Wrote::Changed
    }

    fn before(&self, at: usize) -> usize {
        let mut cursor = GraphemeCursor::new(at, self.text.len(), true);
        cursor
            .prev_boundary(&self.text, 0)
            .ok()
            .flatten()
            .unwrap_or(0)
    }

    fn after(&self, at: usize) -> usize {
        let mut cursor = GraphemeCursor::new(at, self.text.len(), true);
        let next = cursor.next_boundary(&self.text, 0).ok().flatten();
        next.unwrap_or(self.text.len())
    }

    /// The first place between characters at or behind this: two halves may have become one.
    fn boundary(&self, at: usize) -> usize {
        let mut cursor = GraphemeCursor::new(at, self.text.len(), true);
        match cursor.is_boundary(&self.text, 0) {
            Ok(false) => self.after(at),
            _ => at,
        }
    }

    fn word_before(&self) -> usize {
        let mut words = self.text[..self.cursor].unicode_word_indices();
        words.next_back().map_or(0, |(at, _)| self.boundary(at))
    }

    fn word_after(&self) -> usize {
        let mut words = self.text[self.cursor..].unicode_word_indices();
        let next = words.next();
        next.map_or(self.text.len(), |(at, word)| {
            self.boundary(self.cursor + at + word.len())
        })
    }

    fn line_start(&self) -> usize {
        self.text[..self.cursor].rfind('\n').map_or(0, |at| at + 1)
    }

    fn line_end(&self) -> usize {
        let rest = self.text[self.cursor..].find('\n');
        rest.map_or(self.text.len(), |at| self.cursor + at)
    }
}
