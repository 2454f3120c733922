//! The binary, from outside: what an agent, a script and a person at a terminal see of it.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

mod again;
mod answers_file;
mod at_terminal;
mod claude;
mod demo;
mod desk;
mod elsewhere;
mod exits;
mod formats;
mod history_and_audit;
mod hooks;
mod hostile;
mod http;
mod kill_desk;
mod logs;
mod questions;
mod readme;
mod remote;
mod running;
mod s1;
mod serve;
mod sse;
mod stage;
mod start_modes;
mod task;
mod together;
