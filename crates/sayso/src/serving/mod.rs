//! The desk as a service of this machine: its tokens, its lock, and how others find it.

mod background;
mod deferred;
mod deferred_runs;
mod file_time;
mod hooks;
mod host_name;
pub(crate) mod hosting;
mod in_turn;
mod listening;
mod log;
mod own_tokens;
mod people;
mod people_folder;
mod renewal;
mod runtime_file;
mod task_key;
mod tasks;
mod terminal_login;
mod token_file;
mod tokens;

pub(crate) use background::desk_address;
pub(crate) use deferred::Deferred;
pub(crate) use hooks::hook_answerer;
pub(crate) use host_name::HostName;
pub(crate) use hosting::{Begin, Begun, HostOrder};
pub(crate) use listening::Listening;
pub(crate) use log::{Log, LogTo};
pub(crate) use own_tokens::{OwnTokens, Whose};
pub(crate) use people::People;
pub(crate) use renewal::Renewal;
pub(crate) use runtime_file::RuntimeFile;
pub(crate) use tasks::{hosted_agents, task_interrupter, task_starter};
pub(crate) use terminal_login::{TerminalLogin, plain};
pub(crate) use tokens::Tokens;
