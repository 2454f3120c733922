//! The terminal faces: lines in, answers out; pictures in one place.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

mod approvals;
mod asking;
mod at_desk;
mod drawing;
mod drawn_to_the_letter;
mod ends;
mod follow_ups;
mod hostile;
mod inbox;
mod panel;
mod piped;
mod questions;
mod replies;
mod script;
mod terminal;
mod wrapping;
