//! Floors: the least that anything durable must do, with nothing of ours in it.

mod bare_rows;
pub(crate) mod group_commit;
pub(crate) mod http_server;
mod named_rows;
pub(crate) mod sse_server;
pub(crate) mod two_transactions;
