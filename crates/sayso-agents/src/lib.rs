//! The agents that Sayso hosts or bridges. They ask like everyone else: through the desk's handle.
//!
//! # Layout
//! - `script`: the scripted agent; a scenario file plays an agent, for demos and tests

pub mod script;
