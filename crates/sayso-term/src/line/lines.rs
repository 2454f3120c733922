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

    /// Takes no line from now on. What is typed is dropped until [`Self::until_quiet`] returns.
    fn hold(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Drops what was typed, and waits until nobody has typed for a moment: who types on has not
    /// read what was just drawn.
    fn until_quiet(&mut self) -> io::Result<Quiet> {
        Ok(Quiet::Untouched)
    }

    /// Takes lines from now on, and shows what is typed or does not.
    fn echo(&mut self, echo: Echo) -> io::Result<()> {
        let _ = echo;
        Ok(())
    }
}

/// What was typed before what was drawn could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quiet {
    /// Nothing.
    Untouched,
    /// Something, and Enter last.
    Dropped,
    /// A line that was not ended. What follows up to the next Enter belongs to it, and the next
    /// call waits for that.
    Unfinished,
    /// The wait ended otherwise.
    Ended(Typed),
}
