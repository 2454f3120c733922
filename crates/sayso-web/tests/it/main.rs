//! The tests of the desk over HTTP, against a running server on a file of its own.
//!
//! - `errors`: every row of the error table, in both languages
//! - `answers`: every shape of answer on both routes, and everything else one can do
//! - `batch`: several answered with one form
//! - `build_script`: a machine without Node
//! - `context`: files that questions refer to
//! - `guard`: who gets in, with what, and how long it may take
//! - `kept_ready`: templates and transcripts
//! - `tls`: the same over a network
//! - `login`: browsers and terminals that sign in, and out
//! - `live`: streams, and coming back to them
//! - `nodes`: several desks on one database
//! - `push`: who is told while their page is shut
//! - `races`: several after one interaction
//! - `restart`: the desk goes away and comes back
//! - `openapi`: the document and what is served are the same
//! - `page`: the files of the web page
//! - `fuzz`: nonsense in, no 5xx out
//!
//! What they are made of: `house` (a running desk), `client` and `wire` (calling it), `stream`
//! (listening to it), `documented` and `schema` (what the document says), `certificate`,
//! `faulty_store`, `words`, `dice`.
//! The client itself holds every response and every event of a stream to the document, to the shape of errors and to the
//! security headers.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

mod answers;
mod batch;
mod build_script;
mod certificate;
mod client;
mod context;
mod dice;
mod documented;
mod errors;
mod faulty_store;
mod fuzz;
mod guard;
mod house;
mod kept_ready;
mod live;
mod login;
mod node_races;
mod nodes;
mod openapi;
mod page;
mod push;
mod races;
mod restart;
mod rounds;
mod schema;
mod seed;
mod stream;
mod tls;
mod wire;
mod words;
