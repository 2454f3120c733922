//! The desk as a service of this machine: its tokens, its lock, and how others find it.

mod runtime_file;
mod tokens;

pub(crate) use runtime_file::RuntimeFile;
pub(crate) use tokens::{Tokens, read_token};
