//! The desk itself, on its real store.

pub(crate) mod cycles;
mod filled_store;
pub(crate) mod fixture;
pub(crate) mod history;
mod history_growth;
pub(crate) mod memory;
mod recovery;
