//! The desk: the service that owns open interactions.
//!
//! One thread takes wishes from a bounded queue, many at a time; lets `Session::decide` turn them
//! into facts; appends the facts of the whole batch in one durable commit; and only then tells
//! anyone. Whoever asks holds a `Handle`, which is cheap to clone and works with and without async.
//!
//! # Layout
//! - `desk`: starting and stopping; `options`
//! - `handle`, `reply`, `request`: how one talks to it
//! - `service`: the loop; `turn`: one batch through the corridor; `far_store`: in as few trips as can be
//! - `ahead`: deciding while the batch before is being written; `pen`: who writes it
//! - `sessions`, `recent`, `waiters`: what it holds in memory, all of it bounded
//! - `wait`, `waiting`: who wants to be told how an interaction ends, and where others read of it
//! - `life_sign`: how other processes see that one lives
//! - `store`: the durable log behind it; `store::sqlite`, `store::postgres`
//! - `audit`: checking the log
//! - `remote`: a desk somewhere else, over HTTP
//! - `clock`: the only place that reads the time

mod ahead;
mod attendance;
pub mod audit;
mod changes;
pub mod clock;
mod desk;
mod error;
mod far_store;
mod granted;
mod handed_over;
mod handle;
mod life_sign;
mod options;
mod patience;
mod pen;
mod receipt;
mod recent;
mod recording;
pub mod remote;
mod reply;
mod request;
mod service;
mod sessions;
pub mod store;
mod table;
mod turn;
pub mod vault;
mod wait;
mod waiters;
mod waiting;

pub use changes::Changes;
pub use desk::Desk;
pub use error::DeskError;
pub use handle::{Handle, NewAsk};
pub use life_sign::LifeSign;
pub use options::Options;
pub use receipt::{Receipt, Ticket};
pub use reply::{Reply, Waiter};
