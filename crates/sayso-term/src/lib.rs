//! The terminal faces of Sayso: an interaction in, answers out.
//!
//! This crate knows no desk, reads no environment and no clock, and writes only where it is told.
//! It draws a [`Form`](sayso_core::form::Form) and never decides for itself what is shown, missing
//! or sent.
//!
//! # Layout
//! - `asked`: what is put before the person, and `seat`: where; `ended`: what came of it
//! - `panel`, `inline`: the panel, and how it is put on a terminal
//! - `inbox`: all open questions on a full screen, answered in the same panel
//! - `escape`: Esc, while something runs and nothing is asked; `ends`: what ends the whole process
//! - `line`: line mode, one question after another in plain lines
//! - `terminal`, `modes`: the person's terminal and the modes it is left in
//! - `waiter`, `signals`, `watch`: waiting for a key, a signal, or an answer given elsewhere
//! - `exact`: lines of an approval in rows, to the letter
//! - `round`: which round it is, in words
//! - `wrapped`: text cut to a width as a person sees it

pub mod asked;
pub mod ended;
pub mod ends;
pub mod escape;
mod exact;
pub mod inbox;
pub mod inline;
pub mod line;
pub(crate) mod modes;
pub mod panel;
mod round;
pub mod seat;
pub(crate) mod signals;
pub mod terminal;
pub(crate) mod waiter;
pub mod watch;
pub mod wrapped;

pub use asked::Asked;
pub use ended::Ended;
pub use ends::Ends;
pub use escape::Escape;
pub use seat::Seat;
pub use terminal::Terminal;
pub use watch::Watch;
