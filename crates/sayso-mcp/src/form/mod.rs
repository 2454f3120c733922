//! Questions as the flat form that an MCP client can draw, and its content as answers.
//!
//! A form never carries a `default`: a client may send it back by itself, and nobody would have
//! chosen it.

mod field;
mod said;
mod sheet;
#[cfg(test)]
mod tests;
mod wording;

pub use said::Manner;
pub(crate) use said::{Out, Said, judge};
pub(crate) use sheet::{Sheet, SheetState};
