//! The modes of a terminal, put back whatever happens.

use std::io;
use std::os::fd::BorrowedFd;

use rustix::process::getpgrp;
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, OutputModes, QueueSelector, SpecialCodeIndex, Termios,
    tcflush, tcgetattr, tcgetpgrp, tcsetattr,
};

/// The modes of a terminal while Sayso uses it; as they were before once this is dropped.
pub(crate) struct Modes<'t> {
    tty: BorrowedFd<'t>,
    before: Termios,
    now: Termios,
}

impl<'t> Modes<'t> {
    /// For asking in lines, even if another program left the terminal raw. Until
    /// [`Self::take_lines`] keys are handed over as they are pressed, and shown nowhere.
    pub(crate) fn lines(tty: BorrowedFd<'t>) -> io::Result<Self> {
        let before = tcgetattr(tty)?;
        let mut now = before.clone();
        now.input_modes |= InputModes::ICRNL;
        now.input_modes &= !(InputModes::IGNCR | InputModes::INLCR);
        #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
        {
            now.input_modes |= InputModes::IUTF8;
        }
        now.output_modes |= OutputModes::OPOST | OutputModes::ONLCR;
        now.local_modes |=
            LocalModes::ISIG | LocalModes::IEXTEN | LocalModes::ECHOE | LocalModes::ECHOK;
        now.local_modes &= !(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ECHONL);
        now.special_codes[SpecialCodeIndex::VMIN] = 1;
        now.special_codes[SpecialCodeIndex::VTIME] = 0;
        let modes = Self { tty, before, now };
        modes.apply()?;
        Ok(modes)
    }

    /// Hands over every key as it is pressed, Ctrl-C and Ctrl-Z too, and shows none. What is
    /// written still ends its lines as before, for others who may write meanwhile.
    pub(crate) fn keys(tty: BorrowedFd<'t>) -> io::Result<Self> {
        let before = tcgetattr(tty)?;
        let mut now = before.clone();
        now.input_modes &= !(InputModes::ICRNL
            | InputModes::INLCR
            | InputModes::IGNCR
            | InputModes::ISTRIP
            | InputModes::IXON
            | InputModes::BRKINT);
        now.local_modes &= !(LocalModes::ICANON
            | LocalModes::ISIG
            | LocalModes::IEXTEN
            | LocalModes::ECHO
            | LocalModes::ECHONL);
        now.special_codes[SpecialCodeIndex::VMIN] = 1;
        now.special_codes[SpecialCodeIndex::VTIME] = 0;
        let modes = Self { tty, before, now };
        modes.apply()?;
        Ok(modes)
    }

    /// Hands over keys as they are pressed and shows none; Ctrl-C and Ctrl-Z do what they do.
    pub(crate) fn unseen(tty: BorrowedFd<'t>) -> io::Result<Self> {
        let before = tcgetattr(tty)?;
        let mut now = before.clone();
        now.local_modes &= !(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ECHONL);
        now.special_codes[SpecialCodeIndex::VMIN] = 1;
        now.special_codes[SpecialCodeIndex::VTIME] = 0;
        let modes = Self { tty, before, now };
        modes.apply()?;
        Ok(modes)
    }

    /// Puts them back as they were, for a while.
    pub(crate) fn give_back(&self) -> io::Result<()> {
        if !self.is_ours() {
            return Ok(());
        }
        Ok(tcsetattr(self.tty, OptionalActions::Now, &self.before)?)
    }

    /// Lets the terminal edit lines. It shows what is typed, or nothing of it but the line's end.
    pub(crate) fn take_lines(&mut self, shown: bool) -> io::Result<()> {
        self.now.local_modes |= LocalModes::ICANON;
        self.now.local_modes.set(LocalModes::ECHO, shown);
        let newline = !shown || self.before.local_modes.contains(LocalModes::ECHONL);
        self.now.local_modes.set(LocalModes::ECHONL, newline);
        self.apply()
    }

    /// Hands over keys as they are pressed, a line that was not ended too, and shows none.
    pub(crate) fn take_keys(&mut self) -> io::Result<()> {
        self.now.local_modes &= !(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ECHONL);
        self.apply()
    }

    /// Sets them again, after another program had the terminal.
    pub(crate) fn take_back(&self) -> io::Result<()> {
        if self.is_ours() { self.apply() } else { Ok(()) }
    }

    /// Drops what was typed and not read yet.
    pub(crate) fn discard_input(&self) -> io::Result<()> {
        Ok(tcflush(self.tty, QueueSelector::IFlush)?)
    }

    fn apply(&self) -> io::Result<()> {
        Ok(tcsetattr(self.tty, OptionalActions::Now, &self.now)?)
    }

    /// Whether it may be touched: a job in the background is stopped when it tries.
    pub(crate) fn is_ours(&self) -> bool {
        tcgetpgrp(self.tty).map_or(true, |group| group == getpgrp())
    }
}

impl Drop for Modes<'_> {
    fn drop(&mut self) {
        if !self.is_ours() {
            return;
        }
        // Half a secret, or the rest of a paste, must not be handed to the shell.
        let _ = self.discard_input();
        if !same(&self.before, &self.now) {
            // Not `Drain`: output that was stopped by Ctrl-S would hold the process.
            let _ = tcsetattr(self.tty, OptionalActions::Now, &self.before);
        }
    }
}

fn same(a: &Termios, b: &Termios) -> bool {
    let waits = |modes: &Termios, index| modes.special_codes[index];
    [SpecialCodeIndex::VMIN, SpecialCodeIndex::VTIME]
        .into_iter()
        .all(|index| waits(a, index) == waits(b, index))
        && a.input_modes == b.input_modes
        && a.output_modes == b.output_modes
        && a.local_modes == b.local_modes
}
