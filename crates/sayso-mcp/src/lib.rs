//! The MCP server: any client that speaks MCP can ask a person.
//!
//! A call of a tool becomes a question at the desk, and waits for its outcome there. Over the pipes
//! of a process a form in the client, or the panel, can answer what that process asked; over HTTP
//! nothing does, since whoever calls is a program with a token. Whatever a client does by itself (a
//! timeout, a cancelled call, a closed stream, a reply that no person can have given so fast, an
//! empty form) is never taken for the person's will.
//!
//! # Layout
//! - `server`, `call`: requests in, results out; `stdio`, `http`: how they come
//! - `tool/`: the tools, a file each; `prompt`: the project's templates
//! - `attend`: waiting for one interaction, forms beside the desk's faces
//! - `form/`: questions as a flat form, its content as answers, and who can have given it
//! - `door`: the desk, here or somewhere else; `trouble`, `reply`, `wording`: what is told
//! - `client`, `client_rules`: what is known about who calls
//! - `calls`, `alive`: which questions wait for their asker, and which askers live
//! - `states`: what a stateless client carries

mod alive;
mod app;
mod attend;
mod call;
mod calls;
mod client;
mod client_rules;
mod door;
mod form;
mod http;
mod options;
mod place;
mod prompt;
mod reply;
mod server;
mod shared;
mod states;
mod stdio;
mod tool;
mod trouble;
mod wording;

pub use client_rules::{ClientRules, ClientSetting};
pub use door::Door;
pub use form::Manner;
pub use http::http_service;
pub use options::{DoorOpener, McpOptions, PageFinder, TemplatesFinder};
pub use server::Server;
pub use stdio::serve_stdio;
pub use tokio_util::sync::CancellationToken;
