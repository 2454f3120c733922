//! Claude Code as a hosted agent, over its stream-json control protocol.
//!
//! Three processes: the agent; a *holder*, which has the agent's pipes and brings its questions to
//! the desk; and the desk. Any of them can be killed alone:
//! - The agent's standard input is a FIFO that the agent itself holds open. If the holder dies, the
//!   agent sees no end of input (at which it would go on without the person); it waits.
//! - A line is in that FIFO whole or not at all. A prompt is in the log before it is handed over,
//!   and the next holder hands the last one over again: the agent hears one of a name once.
//! - Its standard output is a file. A new holder reads it from the start: what was said already is
//!   known by its id, what was asked already is attached to, and a request that was answered
//!   already ignores the second answer.
//! - The holder has a desk of its own on the same store, so that it needs no other to be running.

mod before;
mod ending;
mod folder;
mod holder;
mod input;
mod launch;
mod prompt;
mod request;
mod said;
mod settled;
mod tail;
mod wire;
mod wish;

pub use folder::HostFolder;
pub use holder::{Holder, HolderError};
pub use launch::{Launch, Start};
pub use prompt::Prompt;
pub use wish::Wish;
