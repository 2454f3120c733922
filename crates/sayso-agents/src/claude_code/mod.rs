//! Claude Code.
//!
//! - `hook`: its hooks, answered from a desk
//! - `host`: run by us, over its stream-json control protocol

mod dropped;
pub mod hook;
pub mod host;
