//! The agents that Sayso hosts or bridges. They ask like everyone else: through the desk's handle.
//!
//! # Layout
//! - `script`: the scripted agent; a scenario file plays an agent, for demos and tests
//! - `claude_code`: Claude Code, through its hooks

pub mod claude_code;
pub mod script;
