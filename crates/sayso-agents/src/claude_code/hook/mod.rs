//! Claude Code's hooks, answered from a desk.
//!
//! A hook is called, says something back or nothing, and ends. What it says before the tool runs
//! *is* the answer; nothing is put into the conversation afterwards. Silence leaves everything to
//! the program's own dialog, so a hook that cannot reach anybody says nothing.

mod begin;
mod moved_on;
mod rules;
mod step;

pub use begin::{begin, told_to_report_back};
pub use rules::{Manner, Rules};
pub use step::{Step, Then, Waits};
