//! Claude Code.
//!
//! - `hook`: its hooks, answered from a desk

pub mod hook;
