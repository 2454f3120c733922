//! A picture to bytes on a screen of our own, over the picture before.

use std::fmt::Write as _;

use ratatui_core::text::Line;

use crate::inline::{BEGIN, FINISH, GIVE_BACK, TAKE, write_row};
use crate::panel::Picture;

/// The other screen, and a place for the title to come back to; pastes are marked.
const ENTER: &str = "\x1b[?1049h\x1b[22;2t";
/// The title is emptied for terminals that keep none, then as it was for those that do.
const LEAVE: &str = "\x1b]2;\x1b\\\x1b[23;2t\x1b[?1049l";

/// What is on the screen, and how to change it into something else.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    rows: Vec<Line<'static>>,
    cursor: Option<(u16, u16)>,
    title: String,
    /// Whether nothing is known of what is on the screen.
    blank: bool,
}

impl Sheet {
    /// The bytes that take the screen.
    pub(super) fn enter(&mut self) -> String {
        *self = Self {
            blank: true,
            ..Self::default()
        };
        format!("{ENTER}{TAKE}")
    }

    /// The bytes that give it back, with what was on it and in the title before.
    pub(super) fn leave(&mut self) -> String {
        *self = Self::default();
        format!("{GIVE_BACK}{LEAVE}")
    }

    /// Everything is drawn anew next time.
    pub(super) fn forget(&mut self) {
        self.blank = true;
    }

    /// The bytes that turn what is there into this; none when it is there already.
    pub(super) fn draw(&mut self, picture: &Picture, title: &str) -> String {
        let mut bytes = String::new();
        if self.title != title {
            let plain: String = title.chars().filter(|c| !c.is_control()).collect();
            let _ = write!(bytes, "\x1b]2;{plain}\x1b\\");
            title.clone_into(&mut self.title);
        }
        if !self.blank && self.rows == picture.rows && self.cursor == picture.cursor {
            return bytes;
        }
        bytes.push_str(BEGIN);
        if self.blank {
            bytes.push_str("\x1b[0m\x1b[2J");
            self.rows.clear();
            self.blank = false;
        }
        for (at, row) in picture.rows.iter().enumerate() {
            if self.rows.get(at) != Some(row) {
                let _ = write!(bytes, "\x1b[{};1H", at + 1);
                write_row(row, &mut bytes);
                bytes.push_str("\x1b[K");
            }
        }
        if self.rows.len() > picture.rows.len() {
            let _ = write!(bytes, "\x1b[{};1H\x1b[J", picture.rows.len() + 1);
        }
        if let Some((column, row)) = picture.cursor {
            let _ = write!(bytes, "\x1b[{};{}H\x1b[?25h", row + 1, column + 1);
        }
        self.rows.clone_from(&picture.rows);
        self.cursor = picture.cursor;
        bytes.push_str(FINISH);
        bytes
    }
}
