//! The desk as a service of this machine: its tokens, its lock, and how others find it.

mod background;
mod hooks;
mod runtime_file;
mod tokens;

pub(crate) use background::desk_address;
pub(crate) use hooks::hook_answerer;
pub(crate) use runtime_file::RuntimeFile;
pub(crate) use tokens::Tokens;
