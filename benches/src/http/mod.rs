//! The desk on the network, beside minimal servers that do the same.
//!
//! A server runs in a process of its own: this program, started again. Both share the machine.

mod connection;
pub(crate) mod cycles;
mod nchan;
mod open_files;
mod program;
pub(crate) mod recovery;
mod serve;
mod server;
pub(crate) mod streams;
mod watchers;

pub(crate) use serve::{Served, serve};
