//! The desk as a service of this machine: its tokens, its lock, and how others find it.

mod background;
mod host_name;
mod listening;
mod runtime_file;
mod tokens;

pub(crate) use background::desk_address;
pub(crate) use host_name::HostName;
pub(crate) use listening::Listening;
pub(crate) use runtime_file::RuntimeFile;
pub(crate) use tokens::Tokens;
