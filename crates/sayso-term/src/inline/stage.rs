//! The terminal while a panel has it.

use std::io::{self, Write};
use std::os::fd::AsFd;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;

use super::canvas::{Canvas, GIVE_BACK, TAKE};
use crate::modes::Modes;
use crate::panel::{Panel, Picture};
use crate::signals::Signals;
use crate::terminal::Terminal;

/// What the size is taken for when the terminal does not say.
pub(super) const USUAL_SIZE: (u16, u16) = (80, 24);

/// A terminal that a panel has. Dropping it takes the panel off and gives the terminal back.
pub struct Stage<'t> {
    pub(super) terminal: &'t Terminal,
    pub(super) modes: Modes<'t>,
    pub(super) signals: Signals,
    pub(super) canvas: Canvas,
    size: (u16, u16),
    /// The highest the panel has been: one that shrinks and grows under one's eyes is restless.
    height: usize,
    /// Whether somebody was typing when the terminal was taken.
    pub(super) typing: bool,
}

impl<'t> Stage<'t> {
    /// Takes the terminal. What was typed before was not meant for the panel, and is dropped.
    pub fn take(terminal: &'t Terminal, reflows: bool) -> io::Result<Self> {
        let signals = Signals::listen_as_panel()?;
        let modes = Modes::keys(terminal.as_fd())?;
        // Only now is a line seen that was not ended yet.
        let typing = has_input(terminal)?;
        modes.discard_input()?;
        let stage = Self {
            terminal,
            modes,
            signals,
            canvas: Canvas::new(reflows),
            size: USUAL_SIZE,
            height: 0,
            typing,
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
        self.size = self.terminal.size().unwrap_or(USUAL_SIZE);
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
        self.modes.give_back()
    }

    /// Takes it again.
    pub(super) fn come_back(&mut self) -> io::Result<()> {
        self.modes.take_back()?;
        self.canvas.forget();
        self.height = 0;
        self.write(&format!("\r{TAKE}"))
    }

    pub(super) fn write(&self, bytes: &str) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let mut out = self.terminal;
        out.write_all(bytes.as_bytes())
    }

    /// Whether something was typed that nobody has read.
    pub(super) fn has_input(&self) -> io::Result<bool> {
        has_input(self.terminal)
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
        if !self.modes.is_ours() {
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

/// Whether something was typed that nobody has read.
pub(crate) fn has_input(terminal: &Terminal) -> io::Result<bool> {
    let mut fds = [PollFd::new(terminal, PollFlags::IN)];
    // A window that changes its size may interrupt it, and is no reason to give up.
    let ready = retry_on_intr(|| poll(&mut fds, Some(&Timespec::default())))?;
    Ok(ready > 0)
}
