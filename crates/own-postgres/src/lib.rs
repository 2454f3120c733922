//! A PostgreSQL server of one's own, for tests, benches and trying things out: a fresh cluster in
//! a temporary folder, on a unix socket, gone with whoever started it.
//!
//! # Layout
//! - `server`: one that is started, stopped and killed at will
//! - `shared`: one for all tests of a run, which never stops while they run
//! - `programs`: where PostgreSQL's programs are, and as whom they run

mod programs;
mod server;
mod shared;

pub use programs::{client, is_installed};
pub use server::{Server, Stop};
pub use shared::{fresh_schema, shared};
