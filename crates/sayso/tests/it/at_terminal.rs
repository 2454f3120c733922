//! A process at a real terminal, and the person in front of it.

use std::io::{ErrorKind, Read, Write};
use std::num::NonZeroU16;

use pty_process::Size;
use pty_process::blocking::Pty;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::Signal;
use rustix::termios::{LocalModes, tcgetattr};

use crate::running::{Done, PATIENCE, Running};

/// A process at a terminal of its own. Dropping this hangs up.
pub(crate) struct AtTerminal {
    running: Running,
    keyboard: Pty,
    screen: Vec<u8>,
    /// What stood on the screen when something was last typed.
    old: usize,
    /// The window, as an emulator draws it.
    window: vt100::Parser,
}

impl AtTerminal {
    pub(crate) fn new(running: Running, keyboard: Pty, (rows, columns): (u16, u16)) -> Self {
        Self {
            running,
            keyboard,
            screen: Vec::new(),
            old: 0,
            window: vt100::Parser::new(cells(rows), cells(columns), 1_000),
        }
    }

    /// Waits until this stands on the screen, below what was typed last.
    #[track_caller]
    pub(crate) fn sees(&mut self, text: &str) -> &mut Self {
        while !plain(&self.screen[self.old..]).contains(text) {
            let open = self.read();
            let screen = plain(&self.screen);
            assert!(open, "the terminal closed without {text:?}: {screen}");
        }
        self
    }

    /// Types, without an end of line of its own.
    pub(crate) fn types(&mut self, keys: &str) -> &mut Self {
        self.old = self.screen.len();
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self
    }

    /// Types, if anybody is there to type for; says whether.
    pub(crate) fn tries(&mut self, keys: &str) -> bool {
        let mut fds = [PollFd::new(&self.keyboard, PollFlags::IN)];
        let moment = Timespec::try_from(crate::running::LOOK).unwrap();
        while poll(&mut fds, Some(&moment)).unwrap() > 0 {
            if !self.read() {
                return false;
            }
            fds = [PollFd::new(&self.keyboard, PollFlags::IN)];
        }
        self.keyboard.write_all(keys.as_bytes()).is_ok()
    }

    /// Makes the window this large.
    pub(crate) fn resizes(&mut self, rows: u16, columns: u16) -> &mut Self {
        self.keyboard.resize(Size::new(rows, columns)).unwrap();
        let screen = self.window.screen_mut();
        screen.set_size(cells(rows), cells(columns));
        self
    }

    /// Waits until the window shows this.
    #[track_caller]
    pub(crate) fn shows(&mut self, text: &str) -> &mut Self {
        let shown = self.reaches(text);
        assert!(
            shown,
            "the terminal closed without {text:?}: {}",
            self.window()
        );
        self
    }

    /// Waits until the window shows this; false when the process ended before.
    pub(crate) fn reaches(&mut self, text: &str) -> bool {
        while !self.window().contains(text) {
            if !self.read() {
                return false;
            }
        }
        true
    }

    /// Waits until the window shows one of these.
    #[track_caller]
    pub(crate) fn shows_any(&mut self, texts: &[&str]) -> &mut Self {
        while !texts.iter().any(|text| self.window().contains(text)) {
            let open = self.read();
            assert!(
                open,
                "the terminal closed without {texts:?}: {}",
                self.window()
            );
        }
        self
    }

    /// What the window shows now.
    pub(crate) fn window(&self) -> String {
        self.window.screen().contents()
    }

    /// Watches until the process ends, and makes sure that the terminal is as it was: lines are
    /// edited and echoed, the cursor is in sight, pastes are not marked.
    #[track_caller]
    pub(crate) fn gives_back(mut self) -> Done {
        while self.read() {}
        let modes = tcgetattr(&self.keyboard).unwrap().local_modes;
        let usual = LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
        assert!(modes.contains(usual), "{modes:?}");
        let screen = self.window.screen();
        assert!(!screen.hide_cursor() && !screen.bracketed_paste());
        let window = self.window();
        let mut done = self.running.done();
        done.screen = window;
        done
    }

    /// Every byte that came to the screen so far.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.screen
    }

    pub(crate) fn signal(&self, signal: Signal) {
        self.running.signal(signal);
    }

    /// Closes the window.
    #[track_caller]
    pub(crate) fn hangs_up(self) -> Done {
        drop(self.keyboard);
        self.running.done()
    }

    /// Watches until the process ends.
    #[track_caller]
    pub(crate) fn done(mut self) -> Done {
        while self.read() {}
        let mut done = self.running.done();
        done.screen = plain(&self.screen);
        done
    }

    /// Watches until the process ends, for every byte that came to the screen.
    #[track_caller]
    pub(crate) fn bytes_at_end(mut self) -> (Vec<u8>, Done) {
        while self.read() {}
        (self.screen, self.running.done())
    }

    /// Reads what came to the screen; false when nobody writes there any more.
    #[track_caller]
    fn read(&mut self) -> bool {
        let patience = Timespec::try_from(PATIENCE).unwrap();
        let mut fds = [PollFd::new(&self.keyboard, PollFlags::IN)];
        let came = poll(&mut fds, Some(&patience)).unwrap();
        assert!(came > 0, "nothing more after: {}", plain(&self.screen));
        let mut bytes = [0; 4096];
        match self.keyboard.read(&mut bytes) {
            Ok(0) => false,
            Ok(read) => {
                self.screen.extend(&bytes[..read]);
                self.window.process(&bytes[..read]);
                true
            }
            Err(error) if error.raw_os_error() == Some(Errno::IO.raw_os_error()) => false,
            Err(error) if error.kind() == ErrorKind::Interrupted => true,
            Err(error) => panic!("{error}"),
        }
    }
}

/// At least one, for the emulator.
fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap_or(NonZeroU16::MIN)
}

fn plain(screen: &[u8]) -> String {
    String::from_utf8_lossy(screen).replace("\r\n", "\n")
}
