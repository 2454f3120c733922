//! The desk behind `sayso inbox`.
//!
//! # Layout
//! - `source`: the desk, for threads that read from it
//! - `listening`: the live list; `looking`: the search in what was decided
//! - `desk_clerk`: all of it as the inbox sees it
//! - `calling`: how the person is called

mod calling;
mod desk_clerk;
mod listening;
mod looking;
mod source;

pub(crate) use calling::{Calling, InboxFile};
pub(crate) use desk_clerk::DeskClerk;
