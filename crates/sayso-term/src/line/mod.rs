//! Line mode (S1): one question after another in plain lines, without a single escape sequence.
//! It works on a dumb terminal, through a screen reader and with piped input.
//!
//! A typed line → [`reply::read`] → edits of a `Form` → the next question → [`screen`] → text.
//! Only [`ask_in_lines`] reads and writes, through [`Lines`] and whatever it is given to write to.

mod ask;
mod fault;
mod line_buffer;
mod lines;
mod piped_lines;
mod prompter;
pub mod reply;
pub mod screen;
mod tty_lines;
mod typed;
mod wording;

pub use ask::ask_in_lines;
pub use fault::Fault;
pub use lines::{Echo, Lines};
pub use piped_lines::PipedLines;
pub use tty_lines::TtyLines;
pub use typed::Typed;
