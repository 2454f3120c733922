//! The agents that Sayso hosts or bridges. They ask like everyone else: through the desk's handle.
//!
//! # Layout
//! - `beneath`: folders that no name leads out of
//! - `claude_code`: Claude Code, through its hooks and its pipes
//! - `project_files`: files that questions refer to, read
//! - `script`: the scripted agent; a scenario file plays an agent, for demos and tests
//! - `template`: questions that a project keeps ready, read and filled
//! - `transcripts`: what agents left on the disk, found, indexed and followed

mod beneath;
pub mod claude_code;
pub mod project_files;
pub mod script;
pub mod template;
pub mod transcripts;
