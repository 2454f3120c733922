//! The terminal while a panel has it.

use std::io;

use super::canvas::{Canvas, GIVE_BACK, TAKE};
use super::console::Console;
use crate::panel::{Panel, Picture};
use crate::terminal::Terminal;

/// A terminal that a panel has. Dropping it takes the panel off and gives the terminal back.
pub struct Stage<'t> {
    pub(super) console: Console<'t>,
    pub(super) canvas: Canvas,
    size: (u16, u16),
    /// The highest the panel has been: one that shrinks and grows under one's eyes is restless.
    height: usize,
}

impl<'t> Stage<'t> {
    /// Takes the terminal. What was typed before was not meant for the panel, and is dropped.
    pub fn take(terminal: &'t Terminal, reflows: bool) -> io::Result<Self> {
        let console = Console::take(terminal)?;
        let stage = Self {
            size: console.size(),
            console,
            canvas: Canvas::new(reflows),
            height: 0,
        };
        stage.write(&format!("\r\n{TAKE}"))?;
        Ok(stage)
    }

    /// Shows a panel that takes no key yet: its question is not on record.
    pub fn show(&mut self, panel: &mut Panel) -> io::Result<()> {
        self.measure(panel);
        panel.arm(false, false);
        self.paint(panel)
    }

    /// Tells the panel how large the terminal is; whether that has changed.
    pub(super) fn measure(&mut self, panel: &mut Panel) -> bool {
        let before = self.size;
        self.size = self.console.size();
        panel.resize(self.size.0, self.room());
        self.size != before
    }

    pub(super) fn paint(&mut self, panel: &mut Panel) -> io::Result<()> {
        let (width, room) = (self.size.0, self.room());
        loop {
            let picture = self.settled(panel.picture(width, room));
            let bytes = self.canvas.draw(&picture, width);
            self.write(&bytes)?;
            if !panel.drawn(width, room) {
                return Ok(());
            }
        }
    }

    /// Takes off what was drawn for another size.
    pub(super) fn clear_resized(&mut self) -> io::Result<()> {
        self.height = 0;
        let bytes = self.canvas.clear_resized(self.size.0);
        self.write(&bytes)
    }

    /// Gives the terminal back for a while.
    pub(super) fn step_aside(&mut self) -> io::Result<()> {
        let bytes = self.canvas.clear() + GIVE_BACK;
        self.write(&bytes)?;
        self.console.modes.give_back()
    }

    /// Takes it again.
    pub(super) fn come_back(&mut self) -> io::Result<()> {
        self.console.modes.take_back()?;
        self.canvas.forget();
        self.height = 0;
        self.write(&format!("\r{TAKE}"))
    }

    pub(super) fn write(&self, bytes: &str) -> io::Result<()> {
        self.console.write(bytes)
    }

    /// Rows for the panel: one is left for what was there before.
    fn room(&self) -> u16 {
        self.size.1.saturating_sub(1).max(1)
    }

    /// As high as it has been, unless it is folded: then it shall be small.
    fn settled(&mut self, picture: Picture) -> Picture {
        if picture.rows.len() < 2 {
            self.height = 0;
            return picture;
        }
        self.height = self.height.max(picture.rows.len());
        picture.stretched(self.height)
    }
}

impl Drop for Stage<'_> {
    /// However it ends, also by a panic: nothing of ours stays in the terminal's way.
    fn drop(&mut self) {
        if !self.console.modes.is_ours() {
            return;
        }
        // What a panic said stands where the panel was: nobody knows any more where that begins.
        let bytes = match std::thread::panicking() {
            true => "\r\n".to_owned(),
            false => self.canvas.clear(),
        };
        let _ = self.write(&(bytes + GIVE_BACK));
    }
}

impl std::fmt::Debug for Stage<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stage")
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}
