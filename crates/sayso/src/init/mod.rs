//! Putting Sayso into a project's clients, and taking it out again.
//!
//! A change is planned as a whole new text of a file, shown, and only then written. What is there
//! stays as it is, comments and order too.

pub(crate) mod claude;
mod difference;
mod jsonc;
mod plan;
mod record;
mod settings;
mod target;
#[cfg(test)]
mod tests;

pub(crate) use difference::difference;
pub(crate) use plan::{Change, plan, plan_undo, write};
pub(crate) use record::Record;
pub(crate) use target::{Client, Target};
