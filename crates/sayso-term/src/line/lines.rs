//! Where lines come from.

use std::io;

use super::typed::Typed;

/// Whether what is typed is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Echo {
    /// As usual.
    On,
    /// Not at all, for a secret.
    Off,
}

/// Where lines come from: a terminal, a pipe, or a test's script.
pub trait Lines {
    /// Whether somebody sits there who can be told what was wrong and asked again.
    fn can_ask_again(&self) -> bool;

    /// Waits for the next line, or for what ends the wait.
    fn next(&mut self) -> io::Result<Typed>;

    /// Forgets what was typed before now: it was not meant for the question about to be drawn.
    fn discard_typed_ahead(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Shows what is typed from now on, or does not.
    fn echo(&mut self, echo: Echo) -> io::Result<()> {
        let _ = echo;
        Ok(())
    }
}
