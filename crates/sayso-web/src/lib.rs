//! The desk on the network.
//!
//! One table of operations (`operation`) makes the routes, the guard's rules and the OpenAPI
//! document. A request is guarded before anything of it is parsed, read strictly, turned into one
//! call of the desk's handle, and answered; only `failure` makes error statuses.
//!
//! # Layout
//! - `server`, `tls`, `stall`, `half_open`: sockets, certificates, timeouts, shutdown
//! - `door`, `routes`: what every request goes through, and where it leads
//! - `guard`, `principal`, `keys`: who may do what
//! - `mounted`: a service of another crate behind the same door
//! - `operation`, `api/`: what can be done, one file an operation or a few of a kind
//! - `body`, `failure`: reading requests, refusing them
//! - `feed`, `frame`, `piece`, `push`, `telling`, `slot`: live streams
//! - `page`: the built files of the web page
//! - `hook`: agents' hooks that call over HTTP
//! - `webpush/`: telling browsers whose page is shut
//! - `metrics`, `request_line`: numbers and lines for whoever watches
//! - `openapi`: the document, generated from all that

mod api;
mod app;
mod attention;
mod bell;
mod body;
mod door;
mod ear;
mod failure;
mod fault;
mod feed;
mod frame;
mod guard;
mod half_open;
mod hook;
mod keys;
mod metrics;
mod mounted;
#[cfg(feature = "schema")]
pub mod openapi;
mod operation;
mod options;
mod page;
mod piece;
mod principal;
mod private_file;
mod push;
mod request_line;
mod routes;
mod searched;
mod server;
mod slot;
mod stall;
mod task;
mod telling;
mod tls;
mod view;
mod webpush;

pub use app::App;
pub use hook::{HookAnswerer, HookStep, HookThen, HookTrouble, HookWish};
pub use keys::{BothTokens, Keys};
pub use mounted::Mounted;
pub use options::{HostedAgent, WebOptions};
pub use page::{mcp_app, missing_page};
pub use server::serve;
pub use task::{TaskBegun, TaskInterrupter, TaskStarter, TaskTrouble, TaskWish};
pub use tls::{Tls, TlsError};
