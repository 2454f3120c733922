//! The tests of the scripted agent, of templates and of transcripts.
//!
//! - `mistakes`: what can be wrong with a scenario file, as rows
//! - `bombs`: files made to blow a reader up
//! - `scalars`: what YAML means, and that JSON means the same
//! - `playing`: steps, branches, loops and texts
//! - `endings`: cancelled, timed out, refused, interrupted, stopped
//! - `demo`: the demonstration, whole, in both languages
//! - `templates`, `transcripts`: what lies on the disk, good and hostile
//! - `restart`: cut off at every single moment, and played again
//!
//! What they are made of: `stage` (a desk on a file of its own with its clock stopped),
//! `person` (a thread that answers what is asked), `log` (what the store says happened).
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

mod bombs;
mod demo;
mod endings;
mod log;
mod mistakes;
mod person;
mod playing;
mod project_files;
mod restart;
mod scalars;
mod stage;
mod templates;
mod transcripts;
