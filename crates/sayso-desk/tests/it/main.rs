//! The tests of the desk and its store.
//!
//! - `store_suite`: what every store must do, over a `&mut dyn Store`; run for each store there is
//! - `sqlite_file`: what the embedded store's file must be, whole or damaged
//! - `tail`: what its log holds beyond the tables beside it
//! - `fresh`: what is at hand for whoever follows its log
//! - `postgres_database`: what the shared store's database must be
//! - `waiting_costs_nothing`: what waiting costs the database
//! - `desk`: the desk with its clock stopped
//! - `delivery`: whether the asker has the outcome, and who may read secret words
//! - `ahead`: what is decided while something is being written
//! - `many_processes`: two desks on one store
//! - `races`: several threads after one interaction
//! - `properties`: random wishes and restarts against a model
//! - `kill`: SIGKILL at random moments, and at every fsync
//! - `disk`: full and failing disks
//! - `lost_key`: secret words whose key is lost or another
//!
//! What they are made of: `words` (questions and answers), `stage` (a desk with a stopped clock),
//! `place` (where a store is), `pen` (facts without a desk), `ledger` (what must hold for every log), `faulty_store` (a store
//! that fails on demand), `part` (this program again as another process), `dice`, `over`.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

mod ahead;
mod attendance;
mod delivery;
mod desk;
mod dice;
mod disk;
mod faulty_store;
mod fresh;
mod kill;
mod ledger;
mod lost_key;
mod many_processes;
mod over;
mod part;
mod pen;
mod place;
mod postgres_database;
mod properties;
mod races;
mod sqlite_file;
mod stage;
mod store_suite;
mod tail;
mod vault;
mod waiting_costs_nothing;
mod words;
