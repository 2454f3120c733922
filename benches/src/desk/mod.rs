//! The desk itself, on its real store.

pub(crate) mod cycles;
mod fixture;
