//! What agents left on the disk: found, indexed, read by page, followed while it grows.
//!
//! Reading only: nothing here writes. What is found by name lies beneath the roots that were set.
//!
//! # Layout
//! - `lines`: from a file's bytes to an index of its lines
//! - `transcript`: one file, and the pages of it
//! - `roots`, `disk_shelf`: finding files by name, and keeping what was read of them

mod disk_shelf;
mod lines;
mod roots;
mod transcript;

pub use disk_shelf::DiskShelf;
pub use roots::{Roots, folder_of};
pub use transcript::Transcript;
