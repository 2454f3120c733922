//! The person's terminal.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd};

use rustix::fs::{Mode, OFlags};
use rustix::process::getpgrp;
use rustix::termios::{isatty, tcgetpgrp, tcgetsid, tcgetwinsize};

/// Columns when the terminal does not say.
const USUAL_WIDTH: usize = 80;

/// The person's terminal, whatever the standard streams are tied to.
#[derive(Debug)]
pub struct Terminal {
    file: File,
}

impl Terminal {
    /// Opens the terminal that controls this process; an error when there is none.
    pub fn open() -> io::Result<Self> {
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let fd = rustix::fs::open("/dev/tty", flags, Mode::empty())?;
        Self::from_file(File::from(fd))
    }

    /// Takes a terminal that is open already, for reading and writing.
    pub fn from_file(file: File) -> io::Result<Self> {
        if isatty(&file) {
            Ok(Self { file })
        } else {
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    /// How many columns it has now; 80 when it does not say.
    pub fn width(&self) -> usize {
        match tcgetwinsize(&self.file) {
            Ok(size) if size.ws_col > 0 => usize::from(size.ws_col),
            _ => USUAL_WIDTH,
        }
    }

    /// How many columns and rows it has now; none when it does not say.
    pub fn size(&self) -> Option<(u16, u16)> {
        let size = tcgetwinsize(&self.file).ok()?;
        (size.ws_col > 0 && size.ws_row > 0).then_some((size.ws_col, size.ws_row))
    }

    /// A number that all processes at this terminal share, and no others do.
    pub fn number(&self) -> Option<i32> {
        tcgetsid(&self.file)
            .ok()
            .map(|leader| leader.as_raw_nonzero().get())
    }

    /// Whether this process may read from it now: a job in the background is stopped when it
    /// tries, and would wait unseen.
    pub fn is_in_foreground(&self) -> bool {
        tcgetpgrp(&self.file).is_ok_and(|group| group == getpgrp())
    }

    pub(crate) fn file(&self) -> &File {
        &self.file
    }
}

impl AsFd for Terminal {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }
}

impl Write for &Terminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&self.file).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        (&self.file).flush()
    }
}
