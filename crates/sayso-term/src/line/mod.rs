//! Line mode (S1): one question after another in plain lines, without a single escape sequence.
//! It works on a dumb terminal, through a screen reader and with piped input.
//!
//! A typed line → [`reply::read`] → edits of a `Form` → the next question → [`screen`] → text.
//! At a desk, lines that begin with a colon steer: a note, a question back, the clock, the rounds
//! before. Only [`ask_in_lines`] reads and writes, through [`Lines`] and whatever it is given to write to.

mod ask;
mod at_desk;
mod enter;
mod fault;
mod line_buffer;
mod lines;
mod piped_lines;
mod prompter;
pub mod reply;
pub mod screen;
mod tty_lines;
mod typed;
mod word;
mod wording;

pub use ask::{ask_in_lines, ask_in_lines_at};
pub use at_desk::AtDesk;
pub use fault::Fault;
pub use lines::{Echo, Lines, Quiet};
pub use piped_lines::PipedLines;
pub use tty_lines::TtyLines;
pub use typed::Typed;
pub use word::Word;
