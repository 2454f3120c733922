//! What else may end the wait for a person.

use std::fmt;
use std::os::fd::BorrowedFd;
use std::time::Duration;

/// What else may end the wait for a person: the question was closed on another face.
#[derive(Default)]
pub enum Watch<'w> {
    /// Nothing does.
    #[default]
    Nothing,
    /// The question is closed as soon as this can be read from, or its other end is gone.
    Fd(BorrowedFd<'w>),
    /// The question is closed when this says so; asked again after this time.
    Every(Duration, Box<dyn FnMut() -> bool + 'w>),
}

impl Watch<'_> {
    pub(crate) fn says_closed(&mut self) -> bool {
        match self {
            Self::Every(_, closed) => closed(),
            Self::Nothing | Self::Fd(_) => false,
        }
    }

    pub(crate) fn fd(&self) -> Option<BorrowedFd<'_>> {
        match self {
            Self::Fd(fd) => Some(*fd),
            Self::Nothing | Self::Every(..) => None,
        }
    }

    pub(crate) fn pause(&self) -> Option<Duration> {
        match self {
            Self::Every(pause, _) => Some(*pause),
            Self::Nothing | Self::Fd(_) => None,
        }
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("Nothing"),
            Self::Fd(fd) => write!(f, "Fd({fd:?})"),
            Self::Every(pause, _) => write!(f, "Every({pause:?})"),
        }
    }
}
