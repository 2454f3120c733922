//! The panel inline, below what is on the screen: one thread, one terminal, always given back.
//!
//! # Layout
//! - `ask`: the loop that waits for keys, signals and the desk, and draws
//! - `stage`: the terminal while a panel has it
//! - `console`: a terminal that hands over keys, for the panel and for the inbox
//! - `keyboard`: bytes to keys
//! - `canvas`: a picture to bytes, row by row, over the one before
//! - `keeper`: what the loop asks of whoever holds the desk
//! - `editor`: the person's own editor

mod ask;
mod canvas;
mod console;
pub(crate) mod editor;
mod keeper;
mod keyboard;
mod stage;

pub(crate) use ask::now;
pub use ask::{Face, ask_in_panel, ask_on_stage, leave_record};
pub use canvas::Canvas;
pub(crate) use canvas::{BEGIN, FINISH, GIVE_BACK, TAKE, write_row};
pub(crate) use console::{Console, Woke};
pub use keeper::Keeper;
pub use keyboard::Keyboard;
pub use stage::Stage;
